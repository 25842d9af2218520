// Uses types where no value is known, for example for the parameter `s3: S3` of a function without a visible call.
import { DEEPEST_TYPE } from '../limits.js';
import { keyName } from '../../../syntax/expressions.js';
import type { PropertyName } from '../../../syntax/tree.js';
import { typeNode, type MemberNode, type TypeNode } from '../../../types/type-node.js';
import {
  type Analysis,
  type Annotated,
  everyArgument,
  type Node,
  UNKNOWN,
  type ObjectToken,
  type Token,
} from '../model.js';
import { builtin } from '../values/builtin-members.js';
import { add, connect, createNode, listen } from '../values/value-graph.js';
import { createObject, fieldOf, handOver } from '../values/object.js';
import {
  holderOf,
  NO_PARAMETERS,
  readQuery,
  readReference,
  type TypeContext,
  type TypeReader,
} from './type-references.js';

export function believeAnnotations(analysis: Analysis): void {
  const open = analysis.annotated.filter(({ node }) => isOpen(node));
  for (const annotated of open) believe(analysis, annotated);
}

function isOpen({ tokens }: Node): boolean {
  return tokens.every(
    ({ kind }) => kind === 'unknown' || kind === 'undefined' || kind === 'foreign',
  );
}

function believe(analysis: Analysis, { node, type, module }: Annotated): void {
  const reading: TypeContext = {
    reader: READER,
    analysis,
    module,
    depth: 0,
    nesting: 0,
    parameters: NO_PARAMETERS,
  };
  const said = createNode();
  readType(reading, typeNode(type), said);
  // A type does not exclude other values.
  if (node.tokens.length === 0) add(analysis.queue, node, UNKNOWN);
  listen(said, (token) => {
    add(analysis.queue, node, token);
    add(analysis.queue, node, UNKNOWN);
  });
}

/** Adds the values that a type allows to a node. Types that cannot contain a client add nothing. */
function readType(reading: TypeContext, type: TypeNode, result: Node): void {
  if (reading.depth > DEEPEST_TYPE) return;
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
      add(queue, result, holderOf(inner, type.elemType, 'list'));
      return;
    case 'TsTupleType':
      add(queue, result, tupleOf(inner, type.elemTypes));
      return;
    case 'TsTypeLiteral':
      add(queue, result, objectOf(inner, type.members));
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
      if (index?.type !== 'StringLiteral') return;
      listen(object, (token) => {
        if (token.kind === 'object') connect(queue, fieldOf(token, index.value), result);
      });
      return;
    }
    default:
  }
}

/** Creates the object that a type describes. Its members are read on first use. */
function objectOf(reading: TypeContext, members: readonly MemberNode[]): ObjectToken {
  const { analysis } = reading;
  const find = (name: string | undefined): Node | undefined => {
    if (name === undefined) return undefined;
    const node = createNode();
    for (const member of members) {
      if (member.type !== 'TsIndexSignature' && memberName(member) !== name) continue;
      if (member.type === 'TsMethodSignature') {
        const returned = member.typeAnn?.typeAnnotation;
        if (returned) add(analysis.queue, node, functionOf(reading, returned));
      } else if ('typeAnnotation' in member && member.typeAnnotation) {
        readType(reading, member.typeAnnotation.typeAnnotation, node);
      }
    }
    add(analysis.queue, node, UNKNOWN);
    return node;
  };
  return typed(createObject('other', { find }), members, reading);
}

/** Creates all members, because code may read one by an unknown name. Those of generic types are created when read by name. */
function typed(
  object: ObjectToken,
  members: readonly MemberNode[],
  { analysis, parameters }: TypeContext,
): ObjectToken {
  if (parameters !== NO_PARAMETERS) return object;
  analysis.queue.tasks.push(() => {
    for (const member of members) {
      const name = memberName(member);
      if (name !== undefined) fieldOf(object, name);
    }
  });
  return object;
}

function memberName(member: MemberNode): string | undefined {
  return 'key' in member ? keyName(member.key as PropertyName) : undefined; // because swc's declarations differ from its output
}

function tupleOf(reading: TypeContext, items: readonly { readonly ty: TypeNode }[]): ObjectToken {
  const list = createObject('list');
  items.forEach(({ ty }, index) => readType(reading, ty, fieldOf(list, String(index))));
  add(reading.analysis.queue, list.any, UNKNOWN);
  return list;
}

function functionOf(reading: TypeContext, type: TypeNode): Token {
  const returns = createNode();
  readType(reading, type, returns);
  add(reading.analysis.queue, returns, UNKNOWN);
  return builtin((analysis, call) => {
    for (const node of everyArgument(call)) handOver(analysis, node, 'escapes');
    connect(analysis.queue, returns, call.result);
  });
}

const READER: TypeReader = { readType, objectOf };
