// Types, where values tell nothing: a parameter `s3: S3` of a function that nobody calls as far as can be seen.
import { definitionOf, exportDefinition, type Definition } from '../../facts/definition.js';
import type { LoadedModule } from '../../facts/module-graph.js';
import { keyName } from '../../syntax/expressions.js';
import type { Identifier, TsType } from '../../syntax/tree.js';
import type { Analysis, Annotated } from './analysis.js';
import { placeOf } from './apply-call.js';
import { builtin } from './builtin-members.js';
import { classToken } from './classes.js';
import { add, connect, createNode, listen, type Node } from './flow.js';
import { bindingNode } from './names.js';
import { createObject, fieldOf, handOver } from './object.js';
import { isClientPackage, isSdkPackage } from './packages.js';
import { intern, sdkExport } from './sdk-values.js';
import { findType, type FoundType, type TypeMember } from './type-declarations.js';
import { UNKNOWN, type ObjectToken, type Token } from './token.js';

/** Believes every annotation of a value of which nothing else is known. */
export function believeAnnotations(analysis: Analysis): void {
  const open = analysis.annotated.filter(({ node }) => isOpen(node));
  for (const annotated of open) believe(analysis, annotated);
}

function isOpen({ tokens }: Node): boolean {
  return [...tokens].every(
    ({ kind }) => kind === 'unknown' || kind === 'undefined' || kind === 'foreign',
  );
}

function believe(analysis: Analysis, { node, type, module }: Annotated): void {
  const reading: Reading = { analysis, module, depth: 0, parameters: new Map() };
  readType(reading, type, node);
  add(analysis.queue, node, UNKNOWN); // because a type says little of values
}

type Reading = {
  readonly analysis: Analysis;
  readonly module: LoadedModule;
  readonly depth: number;
  /** What the parameters of a generic type stand for. */
  readonly parameters: ReadonlyMap<string, (result: Node) => void>;
};

const DEEPEST = 12;

/** Adds the values that a type admits to a node; types that say nothing of clients add nothing. */
function readType(reading: Reading, type: TsType, result: Node): void {
  if (reading.depth > DEEPEST) return;
  const inner = { ...reading, depth: reading.depth + 1 };
  const { queue } = reading.analysis;
  switch (type.type) {
    case 'TsTypeReference':
      readReference(inner, type, result);
      return;
    case 'TsParenthesizedType':
    case 'TsOptionalType':
    case 'TsTypeOperator':
      readType(inner, type.typeAnnotation, result);
      return;
    case 'TsUnionType':
    case 'TsIntersectionType':
      for (const part of type.types) readType(inner, part, result);
      return;
    case 'TsArrayType':
      add(queue, result, listOf(inner, [type.elemType]));
      return;
    case 'TsTupleType':
      add(
        queue,
        result,
        tupleOf(
          inner,
          type.elemTypes.map(({ ty }) => ty),
        ),
      );
      return;
    case 'TsTypeLiteral':
      add(queue, result, objectOf(inner, type.members as readonly TypeMember[])); // because swc's types leave out the new form of members
      return;
    case 'TsFunctionType':
    case 'TsConstructorType':
      add(queue, result, functionOf(inner, type.typeAnnotation.typeAnnotation));
      return;
    case 'TsTypeQuery':
      if (type.exprName.type === 'Identifier') readQuery(inner, type.exprName, result);
      return;
    case 'TsIndexedAccessType': {
      const object = createNode();
      readType(inner, type.objectType, object);
      const index = type.indexType.type === 'TsLiteralType' ? type.indexType.literal : undefined;
      if (index?.type === 'StringLiteral') take(inner, [object, index.value], result);
      return;
    }
    default:
  }
}

function take({ analysis }: Reading, [object, name]: readonly [Node, string], result: Node): void {
  listen(object, (token) => {
    if (token.kind === 'object') connect(analysis.queue, fieldOf(token, name), result);
  });
}

/** Objects that a type describes; their members are read when they are asked for. */
function objectOf(reading: Reading, members: readonly TypeMember[]): ObjectToken {
  const { analysis } = reading;
  const find = (name: string): Node => {
    const node = createNode();
    for (const member of members) {
      const isIndex = member.type === 'TsIndexSignature';
      const isNamed =
        'key' in member && member.key.type !== undefined && memberName(member) === name;
      if (!isIndex && !isNamed) continue;
      const type = member.typeAnn?.typeAnnotation ?? member.typeAnnotation?.typeAnnotation;
      if (!type) continue;
      if (member.type === 'TsMethodSignature') add(analysis.queue, node, functionOf(reading, type));
      else readType(reading, type, node);
    }
    add(analysis.queue, node, UNKNOWN);
    return node;
  };
  return typed(createObject('other', { find }), members, reading);
}

/** Members are made at once where they may be asked for by a name that is not known. */
function typed(
  object: ObjectToken,
  members: readonly TypeMember[],
  { depth }: Reading,
): ObjectToken {
  if (depth > DEEPEST / 2) return object;
  for (const member of members) {
    const name = 'key' in member ? memberName(member) : undefined;
    if (name !== undefined) fieldOf(object, name);
  }
  return object;
}

function memberName(member: TypeMember): string | undefined {
  const { key } = member;
  return key && (key.type === 'Identifier' || key.type === 'StringLiteral')
    ? keyName(key)
    : undefined;
}

function listOf(reading: Reading, types: readonly TsType[]): ObjectToken {
  const list = createObject('list');
  for (const type of types) readType(reading, type, list.any);
  add(reading.analysis.queue, list.any, UNKNOWN);
  return list;
}

function tupleOf(reading: Reading, types: readonly TsType[]): ObjectToken {
  const list = createObject('list');
  types.forEach((type, index) => readType(reading, type, fieldOf(list, String(index))));
  add(reading.analysis.queue, list.any, UNKNOWN);
  return list;
}

/** A function of which only the type is known. */
function functionOf(reading: Reading, type: TsType): Token {
  const returns = createNode();
  readType(reading, type, returns);
  add(reading.analysis.queue, returns, UNKNOWN);
  return builtin((analysis, { args, spread, result }) => {
    for (const node of [...args, ...(spread ? [spread] : [])]) handOver(analysis, node, 'escapes');
    connect(analysis.queue, returns, result);
  });
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

function readReference(reading: Reading, type: Reference, result: Node): void {
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
  const found = findType(reading.analysis, reading.module, typeName);
  if (found) {
    readFound(reading, { found, types }, result);
    return;
  }
  const name = typeName.type === 'Identifier' ? typeName.value : '';
  if (TRANSPARENT.has(name) && first) readType(reading, first, result);
  else if (LISTS.has(name) && first) add(queue, result, listOf(reading, [first]));
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
  readType(reading, type, map.any);
  add(reading.analysis.queue, map.any, UNKNOWN);
  return map;
}

function recordOf(reading: Reading, type: TsType): ObjectToken {
  const object = createObject('other');
  readType(reading, type, object.any);
  add(reading.analysis.queue, object.any, UNKNOWN);
  return object;
}

/** `ReturnType<typeof f>`, `InstanceType<typeof C>`. */
function readResult(reading: Reading, type: TsType, result: Node): void {
  const { queue } = reading.analysis;
  const made = createNode();
  readType(reading, type, made);
  listen(made, (token) => {
    if (token.kind === 'function') connect(queue, token.returns, result);
    if (token.kind === 'object' && token.made) add(queue, result, token.made.instance);
    if (token.kind === 'sdk') add(queue, result, clientOf(reading, token));
  });
}

/** `typeof x`. */
function readQuery({ analysis, module }: Reading, name: Identifier, result: Node): void {
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

type Named = { readonly found: FoundType; readonly types: readonly TsType[] };

function readFound(reading: Reading, { found, types }: Named, result: Node): void {
  const { analysis } = reading;
  switch (found.kind) {
    case 'package': {
      if (!isSdkPackage(found.specifier)) return;
      const token = sdkExport(analysis, found.specifier, found.name);
      if (token.kind === 'sdk') add(analysis.queue, result, clientOf(reading, token));
      return;
    }
    case 'class':
      add(analysis.queue, result, instanceOf(analysis, found));
      return;
    case 'members': {
      const inner = withParameters({ ...reading, module: found.module }, [
        found.parameters,
        types,
        reading,
      ]);
      add(analysis.queue, result, objectOf(inner, found.members));
      for (const base of found.bases) readType(inner, base, result);
      return;
    }
    case 'alias': {
      const inner = withParameters({ ...reading, module: found.module }, [
        found.parameters,
        types,
        reading,
      ]);
      readType(inner, found.type, result);
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
    if (type) parameters.set(name, (result) => readType(outer, type, result));
  });
  return { ...inner, parameters };
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
