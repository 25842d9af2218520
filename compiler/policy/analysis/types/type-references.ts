// Resolves types by name: built-in types, and types from packages and from the project.
import { valueFor, wordSet } from '../../../groups.js';
import { DEEPEST_GENERIC } from '../limits.js';
import { definitionOf, exportDefinition } from '../../../facts/definition.js';
import type { LoadedModule } from '../../../facts/module-graph.js';
import type { Identifier } from '../../../syntax/tree.js';
import {
  baseReference,
  type EntityName,
  type IdentifierNode,
  type MemberNode,
  type ReferenceNode,
  type TypeNode,
  type TypeParameters,
} from '../../../types/type-node.js';
import { type Analysis, type Node, type ObjectToken, type Token, UNKNOWN } from '../model.js';
import { moduleFrame } from '../calls/apply-call.js';
import { classToken } from '../expressions/classes.js';
import { add, connect, createNode, listen } from '../values/value-graph.js';
import { createObject, bindingNode } from '../values/object.js';
import { isClientPackage, isSdkPackage } from '../sdk/sdk-names.js';
import { intern, sdkExport } from '../sdk/sdk-values.js';
import {
  findType as findDeclared,
  type FoundType as Declared,
  type LoadForTypes,
} from '../../../types/find-type.js';

/** A declaration whose type may contain an SDK client. */
type FoundType = Exclude<Declared, { readonly kind: 'enum' | 'namespace' | 'local' }>;

/** Returns the declaration that the name of a type refers to in a module; undefined for built-in types. */
function findType(
  analysis: Analysis,
  module: LoadedModule,
  name: EntityName,
): FoundType | undefined {
  const found = findDeclared(loaderOf(analysis), module, name);
  const isOther = found?.kind === 'enum' || found?.kind === 'namespace' || found?.kind === 'local';
  return isOther ? undefined : found;
}

const LOADERS = new WeakMap<Analysis, LoadForTypes>();

/** Returns the function that loads the modules of this analysis: those of the application, and others only for their types. */
function loaderOf(analysis: Analysis): LoadForTypes {
  const { unread, program, loadTypes } = analysis;
  return valueFor(LOADERS, analysis, () => (importer, specifier) => {
    const target = importer.resolve(specifier);
    if (target.kind === 'package') return { kind: 'package', specifier: target.specifier };
    if (target.kind !== 'module') return { kind: 'missing' };
    if (unread.has(target.path)) return { kind: 'unread' };
    const module = program.graph.modules.get(target.path) ?? loadTypes(importer, specifier);
    return module ? { kind: 'module', module } : { kind: 'missing' };
  });
}

export type TypeReader = {
  readonly readType: (reading: TypeContext, type: TypeNode, result: Node) => void;
  readonly objectOf: (reading: TypeContext, members: readonly MemberNode[]) => ObjectToken;
};

export type TypeContext = {
  readonly reader: TypeReader;
  readonly analysis: Analysis;
  readonly module: LoadedModule;
  readonly depth: number;
  /** The type arguments that are passed to the parameters of a generic type. */
  readonly parameters: Parameters;
  /** The number of generic types around this type. A type may contain itself with different arguments. */
  readonly nesting: number;
};

type Parameters = ReadonlyMap<string, (result: Node) => void>;

export const NO_PARAMETERS: Parameters = new Map();

type Known = Map<TypeNode, Node>;

const REFERENCES = new WeakMap<Analysis, WeakMap<Parameters, Known>>();

/** Returns the references that have already been resolved with the same type arguments. */
function knownReferences({ analysis, parameters }: TypeContext): Known {
  const all = valueFor(REFERENCES, analysis, () => new WeakMap<Parameters, Known>());
  return valueFor(all, parameters, () => new Map<TypeNode, Node>());
}

/** Types that have the same members as their first type argument. */
const TRANSPARENT = wordSet(
  'Promise PromiseLike Readonly Partial Required NonNullable Awaited Pick Omit Extract Exclude NoInfer Mutable Lazy',
);

const LISTS = wordSet(
  'Array ReadonlyArray Iterable AsyncIterable Iterator Generator AsyncGenerator',
);

export function readReference(reading: TypeContext, type: ReferenceNode, result: Node): void {
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
    // Read later, because types may refer to each other or to themselves.
    queue.tasks.push(() => readFound({ ...reading, depth: 0 }, { found, types }, node));
    return;
  }
  const name = typeName.type === 'Identifier' ? typeName.value : '';
  if (TRANSPARENT.has(name) && first) reading.reader.readType(reading, first, result);
  else if (LISTS.has(name) && first) add(queue, result, holderOf(reading, first, 'list'));
  else if ((name === 'Set' || name === 'ReadonlySet') && first)
    add(queue, result, holderOf(reading, first, 'set'));
  else if (/^(?:Readonly)?(?:Weak)?Map$/.test(name) && second)
    add(queue, result, holderOf(reading, second, 'map'));
  else if (name === 'Record' && second) add(queue, result, holderOf(reading, second, 'other'));
  else if (name === 'ReturnType' && first) readResult(reading, first, result);
  else if (name === 'InstanceType' && first) readResult(reading, first, result);
}

/** Creates an object whose items have the given type. */
export function holderOf(
  reading: TypeContext,
  type: TypeNode,
  form: ObjectToken['form'],
): ObjectToken {
  const object = createObject(form);
  reading.reader.readType(reading, type, object.any);
  add(reading.analysis.queue, object.any, UNKNOWN);
  return object;
}

/** Reads `ReturnType<typeof f>` and `InstanceType<typeof C>`. */
function readResult(reading: TypeContext, type: TypeNode, result: Node): void {
  const { queue } = reading.analysis;
  const made = createNode();
  reading.reader.readType(reading, type, made);
  listen(made, (token) => {
    if (token.kind === 'function') connect(queue, token.returns, result);
    if (token.kind === 'object' && token.made) add(queue, result, token.made.instance);
    if (token.kind === 'sdk') add(queue, result, clientOf(reading, token));
  });
}

export function readQuery(
  { analysis, module }: TypeContext,
  name: IdentifierNode,
  result: Node,
): void {
  const identifier = name as unknown as Identifier; // because only the text and the context of the name are read
  const definition = definitionOf(analysis.program, module, identifier);
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

type AppliedType = { readonly found: FoundType; readonly types: readonly TypeNode[] };

function readFound(reading: TypeContext, { found, types }: AppliedType, result: Node): void {
  if (reading.nesting > DEEPEST_GENERIC) return;
  const { analysis } = reading;
  switch (found.kind) {
    case 'package': {
      if (!isSdkPackage(found.specifier)) return;
      const token = sdkExport(analysis, found.specifier, found.name);
      if (token.kind === 'sdk') add(analysis.queue, result, clientOf(reading, token));
      return;
    }
    case 'unread':
      for (const type of types) add(analysis.queue, result, holderOf(reading, type, 'other'));
      return;
    case 'class': {
      const token = classToken(analysis, moduleFrame(analysis, found.module), found.node);
      add(analysis.queue, result, token.made?.instance ?? token);
      return;
    }
    case 'interface': {
      const { nodes } = found;
      const inner = withParameters(reading, found.module, [nodes[0]?.typeParams, types]);
      // Interfaces with the same name are merged.
      const members = nodes.flatMap(({ body }) => body.body);
      add(analysis.queue, result, inner.reader.objectOf(inner, members));
      for (const base of nodes.flatMap((node) => node.extends)) {
        const reference = baseReference(base);
        if (reference) inner.reader.readType(inner, reference, result);
      }
      return;
    }
    case 'alias': {
      const { node } = found;
      const inner = withParameters(reading, found.module, [node.typeParams, types]);
      inner.reader.readType(inner, node.typeAnnotation, result);
      return;
    }
    case 'constant': {
      const inner = { ...reading, module: found.module, parameters: NO_PARAMETERS };
      reading.reader.readType(inner, found.node, result);
      return;
    }
  }
}

function withParameters(
  outer: TypeContext,
  module: LoadedModule,
  [declared, types]: readonly [TypeParameters | undefined, readonly TypeNode[]],
): TypeContext {
  const parameters = new Map<string, (result: Node) => void>();
  declared?.parameters.forEach(({ name }, index) => {
    const type = types[index];
    if (type) parameters.set(name.value, (result) => outer.reader.readType(outer, type, result));
  });
  if (parameters.size === 0) return { ...outer, module, parameters: NO_PARAMETERS };
  return { ...outer, module, parameters, nesting: outer.nesting + 1 };
}

function clientOf({ analysis }: TypeContext, token: Token & { readonly kind: 'sdk' }): Token {
  const isOld = token.package === 'aws-sdk';
  if (!isOld && !isClientPackage(token.package) && !/[A-Z]/.test(token.name)) return UNKNOWN;
  const name = isOld ? `aws-sdk/${token.name}` : token.package;
  const client = intern(analysis, { kind: 'client', package: name, name: token.name });
  analysis.clients.add(client);
  return client;
}
