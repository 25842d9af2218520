// The type of `x.name` and `x[0]`.
import { propertyName, unwrap } from '../syntax/expressions.js';
import type { Expression, MemberExpression } from '../syntax/tree.js';
import type { Type } from '../declarations/declared-type.js';
import { traceExpression } from '../facts/entity.js';
import {
  membersOf,
  NUMBER,
  TEXT,
  UNDEFINED,
  unite,
  UNKNOWN,
  valueOf,
  without,
  type Infer,
  type Inference,
  type Place,
} from './inference.js';

export function inferMember(
  inference: Inference,
  place: Place,
  [expression, infer]: readonly [MemberExpression, Infer],
): Type {
  const known = knownMember(inference, place, expression);
  if (known) return known;
  const object = infer(inference, place, expression.object);
  const name = propertyName(expression);
  if (name !== undefined) return memberOf(inference, object, name);
  const type = inference.lookUp(object);
  const index =
    expression.property.type === 'Computed' ? unwrap(expression.property.expression) : undefined;
  if (type.kind === 'tuple' && index?.type === 'NumericLiteral') {
    return type.items[index.value]?.type ?? UNKNOWN;
  }
  if (type.kind === 'list') return type.of;
  // `headers[name]`
  const [all, ...others] = type.kind === 'object' ? (type.indexes ?? []) : [];
  const isUniform = type.kind === 'object' && type.properties.length === 0 && others.length === 0;
  return all && isUniform ? unite([all.type, UNDEFINED]) : UNKNOWN;
}

/** The type of a member. `null` and `undefined` have no members. */
export function memberOf(inference: Inference, object: Type, name: string): Type {
  const type = without(inference.lookUp(object), 'null', 'undefined');
  if (type.kind === 'union') {
    return unite(membersOf(type).map((member) => memberOf(inference, member, name)));
  }
  if (type.kind === 'named') return memberOf(inference, inference.lookUp(type), name);
  switch (type.kind) {
    case 'object': {
      const property = type.properties.find((candidate) => candidate.name === name);
      if (property) return valueOf(property);
      const index = type.indexes?.find(({ patterns }) => patterns.length === 0);
      return index ? unite([index.type, UNDEFINED]) : UNKNOWN;
    }
    case 'list':
    case 'tuple':
      return name === 'length' ? NUMBER : UNKNOWN;
    case 'text':
    case 'bytes':
      return name === 'length' || name === 'byteLength' ? NUMBER : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** The types of request members, and of environment variables. */
function knownMember(
  inference: Inference,
  { module }: Place,
  expression: MemberExpression,
): Type | undefined {
  const name = propertyName(expression);
  if (name === undefined) return undefined;
  const object = unwrap(expression.object);
  if (object.type !== 'MemberExpression') return undefined;
  if (isEnvironment(object)) return unite([TEXT, UNDEFINED]);
  if (propertyName(object) !== 'currentRequest') return undefined;
  const owner = traceExpression(inference.program, module, object.object);
  return owner.kind === 'app' ? memberOf(inference, REQUEST, name) : undefined;
}

function isEnvironment(object: Expression): boolean {
  if (object.type !== 'MemberExpression' || propertyName(object) !== 'env') return false;
  const owner = unwrap(object.object);
  return owner.type === 'Identifier' && owner.value === 'process';
}

const TEXTS: Type = {
  kind: 'object',
  properties: [],
  indexes: [{ patterns: [], type: TEXT }],
};

/** The members of a request whose types have JSON. */
export const REQUEST: Type = {
  kind: 'object',
  properties: Object.entries({
    method: TEXT,
    path: TEXT,
    rawBody: { kind: 'bytes' },
    headers: TEXTS,
    uriParams: { kind: 'union', of: [TEXTS, { kind: 'null' }] },
    queryParams: { kind: 'union', of: [TEXTS, { kind: 'null' }] },
    stageVars: { kind: 'union', of: [TEXTS, { kind: 'null' }] },
  } satisfies Readonly<Record<string, Type>>).map(([name, type]) => ({
    name,
    type,
    isOptional: false,
  })),
};
