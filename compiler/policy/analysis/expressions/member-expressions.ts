// Member expressions: which object, which name.
import { privateName, propertyName } from '../../../syntax/expressions.js';
import type { Expression, MemberExpression } from '../../../syntax/tree.js';
import { unknown, type Analysis } from '../analysis.js';
import type { Call, Place } from '../call.js';
import { evaluate } from '../interpreter.js';
import type { Node } from '../values/value-graph.js';
import { readMember } from '../members/member.js';

type SuperMember = Extract<Expression, { readonly type: 'SuperPropExpression' }>;

export function evaluateMember(
  analysis: Analysis,
  place: Place,
  read: Omit<MemberRead, 'object'>,
): Node {
  const object = evaluate(analysis, place, read.node.object);
  return memberOf(analysis, place, { ...read, object });
}

type MemberRead = {
  readonly object: Node;
  readonly node: MemberExpression;
  readonly call: Call | undefined;
  readonly isStrict: boolean;
};

/** A member of an object that has been evaluated. */
export function memberOf(
  analysis: Analysis,
  place: Place,
  { object, node, ...read }: MemberRead,
): Node {
  return readMember(analysis, object, {
    key: memberKey(analysis, place, node),
    at: node.span,
    place,
    ...read,
  });
}

/** The name of a member, or the node of a computed one. */
export function memberKey(analysis: Analysis, place: Place, node: MemberExpression): string | Node {
  const { property } = node;
  if (property.type === 'PrivateName') return privateName(property);
  const name = propertyName(node);
  if (name !== undefined || property.type !== 'Computed') return name ?? unknown(analysis);
  return evaluate(analysis, place, property.expression);
}

/** `super.x`. */
export function evaluateSuperMember(
  analysis: Analysis,
  place: Place,
  { node, call }: { readonly node: SuperMember; readonly call: Call | undefined },
): Node {
  const { property, span } = node;
  const key =
    property.type === 'Identifier'
      ? property.value
      : evaluate(analysis, place, property.expression);
  const object = place.base?.members ?? unknown(analysis);
  return readMember(analysis, object, { key, at: span, place, call });
}
