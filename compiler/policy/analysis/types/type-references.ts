// Types by their names: those of the language, of packages and of the project.
import { definitionOf, exportDefinition, type Definition } from '../../../facts/definition.js';
import type { LoadedModule } from '../../../facts/module-graph.js';
import type { Identifier, TsType } from '../../../syntax/tree.js';
import type { Analysis } from '../analysis.js';
import { placeOf } from '../calls/apply-call.js';
import { classToken } from '../expressions/classes.js';
import { add, connect, createNode, listen, type Node } from '../values/value-graph.js';
import { bindingNode } from '../values/variables.js';
import { createObject } from '../values/object.js';
import { isClientPackage, isSdkPackage } from '../sdk/packages.js';
import { intern, sdkExport } from '../sdk/sdk-values.js';
import { findType, type FoundType, type TypeMember } from './type-declarations.js';
import { UNKNOWN, type ObjectToken, type Token } from '../values/token.js';

/** Reads a type, which may be a reference again. */
export type TypeReader = {
  readonly readType: (reading: Reading, type: TsType, result: Node) => void;
  readonly listOf: (reading: Reading, types: readonly TsType[]) => ObjectToken;
  readonly objectOf: (reading: Reading, members: readonly TypeMember[]) => ObjectToken;
};

export type Reading = {
  readonly reader: TypeReader;
  readonly analysis: Analysis;
  readonly module: LoadedModule;
  readonly depth: number;
  /** The arguments of the parameters of a generic type. */
  readonly parameters: Parameters;
  /** How many generic types are around, which may contain themselves with ever other arguments. */
  readonly nesting: number;
};

type Parameters = ReadonlyMap<string, (result: Node) => void>;

export const NO_PARAMETERS: Parameters = new Map();

type Known = Map<TsType, Node>;

const REFERENCES = new WeakMap<Analysis, WeakMap<Parameters, Known>>();

/** What is known of each reference, for each meaning of the parameters around it. */
function knownReferences({ analysis, parameters }: Reading): Known {
  let all = REFERENCES.get(analysis);
  if (!all) REFERENCES.set(analysis, (all = new WeakMap<Parameters, Known>()));
  let known = all.get(parameters);
  if (!known) all.set(parameters, (known = new Map<TsType, Node>()));
  return known;
}

type Reference = TsType & { readonly type: 'TsTypeReference' };

/** Types that stand for their first argument, as far as members are concerned. */
const TRANSPARENT: ReadonlySet<string> = new Set(
  'Promise PromiseLike Readonly Partial Required NonNullable Awaited Pick Omit Extract Exclude NoInfer Mutable Lazy'.split(
    ' ',
  ),
);

const LISTS: ReadonlySet<string> = new Set(
  'Array ReadonlyArray Iterable AsyncIterable Iterator Generator AsyncGenerator'.split(' '),
);

export function readReference(reading: Reading, type: Reference, result: Node): void {
  const { typeName } = type;
  const types = type.typeParams?.params ?? [];
  const [first, second] = types;
  const { queue } = reading.analysis;
  if (typeName.type === 'Identifier') {
    const parameter = reading.parameters.get(typeName.value);
    if (parameter) {
      parameter(result);
      return;
    }
  }
  const references = knownReferences(reading);
  const known = references.get(type);
  if (known) {
    connect(queue, known, result);
    return;
  }
  const found = findType(reading.analysis, reading.module, typeName);
  if (found) {
    const node = createNode();
    references.set(type, node);
    connect(queue, node, result);
    // Types refer to each other, and to themselves.
    queue.tasks.push(() => readFound({ ...reading, depth: 0 }, { found, types }, node));
    return;
  }
  const name = typeName.type === 'Identifier' ? typeName.value : '';
  if (TRANSPARENT.has(name) && first) reading.reader.readType(reading, first, result);
  else if (LISTS.has(name) && first) add(queue, result, reading.reader.listOf(reading, [first]));
  else if ((name === 'Set' || name === 'ReadonlySet') && first)
    add(queue, result, mapOf(reading, first));
  else if (/^(?:Readonly)?(?:Weak)?Map$/.test(name) && second)
    add(queue, result, mapOf(reading, second));
  else if (name === 'Record' && second) add(queue, result, recordOf(reading, second));
  else if (name === 'ReturnType' && first) readResult(reading, first, result);
  else if (name === 'InstanceType' && first) readResult(reading, first, result);
}

function mapOf(reading: Reading, type: TsType): ObjectToken {
  const map = createObject('map');
  reading.reader.readType(reading, type, map.any);
  add(reading.analysis.queue, map.any, UNKNOWN);
  return map;
}

function recordOf(reading: Reading, type: TsType): ObjectToken {
  const object = createObject('other');
  reading.reader.readType(reading, type, object.any);
  add(reading.analysis.queue, object.any, UNKNOWN);
  return object;
}

/** `ReturnType<typeof f>`, `InstanceType<typeof C>`. */
function readResult(reading: Reading, type: TsType, result: Node): void {
  const { queue } = reading.analysis;
  const made = createNode();
  reading.reader.readType(reading, type, made);
  listen(made, (token) => {
    if (token.kind === 'function') connect(queue, token.returns, result);
    if (token.kind === 'object' && token.made) add(queue, result, token.made.instance);
    if (token.kind === 'sdk') add(queue, result, clientOf(reading, token));
  });
}

/** `typeof x`. */
export function readQuery({ analysis, module }: Reading, name: Identifier, result: Node): void {
  const definition = definitionOf(analysis.program, module, name);
  readDefinition(analysis, definition, result);
}

function readDefinition(analysis: Analysis, definition: Definition, result: Node): void {
  if (definition.kind === 'binding') {
    connect(analysis.queue, bindingNode(analysis, definition.binding), result);
  } else if (definition.kind === 'package' && isSdkPackage(definition.specifier)) {
    add(analysis.queue, result, sdkExport(analysis, definition.specifier, definition.name));
  } else if (definition.kind === 'namespace') {
    const found = exportDefinition(analysis.program, definition.module, 'default');
    if (found.kind === 'binding')
      connect(analysis.queue, bindingNode(analysis, found.binding), result);
  }
}

const DEEPEST = 8;

type Named = { readonly found: FoundType; readonly types: readonly TsType[] };

function readFound(reading: Reading, { found, types }: Named, result: Node): void {
  if (reading.nesting > DEEPEST) return;
  const { analysis } = reading;
  switch (found.kind) {
    case 'package': {
      if (!isSdkPackage(found.specifier)) return;
      const token = sdkExport(analysis, found.specifier, found.name);
      if (token.kind === 'sdk') add(analysis.queue, result, clientOf(reading, token));
      return;
    }
    case 'unread':
      for (const type of types) add(analysis.queue, result, recordOf(reading, type));
      return;
    case 'class':
      add(analysis.queue, result, instanceOf(analysis, found));
      return;
    case 'members': {
      const inner = withParameters({ ...reading, module: found.module }, [
        found.parameters,
        types,
        reading,
      ]);
      add(analysis.queue, result, inner.reader.objectOf(inner, found.members));
      for (const base of found.bases) inner.reader.readType(inner, base, result);
      return;
    }
    case 'alias': {
      const inner = withParameters({ ...reading, module: found.module }, [
        found.parameters,
        types,
        reading,
      ]);
      inner.reader.readType(inner, found.type, result);
      return;
    }
  }
}

function withParameters(
  inner: Reading,
  [names, types, outer]: readonly [readonly string[], readonly TsType[], Reading],
): Reading {
  const parameters = new Map<string, (result: Node) => void>();
  names.forEach((name, index) => {
    const type = types[index];
    if (type) parameters.set(name, (result) => outer.reader.readType(outer, type, result));
  });
  if (parameters.size === 0) return { ...inner, parameters: NO_PARAMETERS };
  return { ...inner, parameters, nesting: outer.nesting + 1 };
}

function instanceOf(
  analysis: Analysis,
  found: FoundType & { readonly kind: 'class' },
): ObjectToken {
  const token = classToken(analysis, placeOf(analysis, found.module), found.node);
  return token.made?.instance ?? token;
}

function clientOf({ analysis }: Reading, token: Token & { readonly kind: 'sdk' }): Token {
  const isOld = token.package === 'aws-sdk';
  if (!isOld && !isClientPackage(token.package) && !/[A-Z]/.test(token.name)) return UNKNOWN;
  const name = isOld ? `aws-sdk/${token.name}` : token.package;
  const client = intern(analysis, { kind: 'client', package: name, name: token.name });
  analysis.clients.add(client);
  return client;
}
