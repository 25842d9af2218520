// Evaluates conditional types, `A extends B ? C : D`, if the result is known.
import { isAssignable } from './assignable.js';
import { infer, inferredNames, type Inferred, type InferredName } from './inference.js';
import { reduced } from './intersections.js';
import { bound, NEVER, TEXT, UNKNOWN, type Meaning } from './meaning.js';
import { NOT_DECIDED } from './refusals.js';
import { refuseNode, withNames, type Scope } from './scope.js';
import type { ConditionalNode, TypeNode } from './type-node.js';
import { membersOf, unionOf } from './unions.js';

export function conditional(node: ConditionalNode, scope: Scope): Meaning {
  const check = reduced(scope.world.evaluate(node.checkType, scope));
  if (check.kind === 'refused') return check;
  const parameter = nakedParameter(node.checkType, scope);
  if (parameter === undefined) return decide(node, check, scope);
  if (check.kind === 'never') return NEVER;
  const filter = filterOf(node, parameter, scope);
  // TypeScript evaluates a conditional type separately for each member of a union.
  return unionOf(
    membersOf(check).map(
      (member) =>
        filter?.(member) ?? decide(node, member, withNames(scope, [[parameter, bound(member)]])),
    ),
  );
}

/** Evaluates `T extends U ? never : T`, which removes or keeps members and does not infer names. */
function filterOf(
  { extendsType, trueType, falseType }: ConditionalNode,
  parameter: string,
  scope: Scope,
): ((member: Meaning) => Meaning | undefined) | undefined {
  const other = nakedParameter(extendsType, scope);
  if (other === undefined || other === parameter) return undefined;
  const [ifTrue, ifFalse] = [trueType, falseType].map((branch) =>
    branch.type === 'TsKeywordType' && branch.kind === 'never'
      ? 'never'
      : nakedParameter(branch, scope),
  );
  const isFilter = [ifTrue, ifFalse].every((name) => name === 'never' || name === parameter);
  if (!isFilter) return undefined;
  const target = scope.world.evaluate(extendsType, scope);
  if (target.kind === 'refused') return undefined;
  return (member) => {
    if (member.kind === 'refused' || member.kind === 'any') return undefined;
    const answer = isAssignable(member, target, scope.world.budget);
    if (answer === undefined) return undefined;
    return (answer ? ifTrue : ifFalse) === 'never' ? NEVER : member;
  };
}

function nakedParameter(node: TypeNode, scope: Scope): string | undefined {
  if (node.type === 'TsParenthesizedType') return nakedParameter(node.typeAnnotation, scope);
  if (node.type !== 'TsTypeReference' || node.typeName.type !== 'Identifier') return undefined;
  return scope.names.has(node.typeName.value) ? node.typeName.value : undefined;
}

function decide(node: ConditionalNode, check: Meaning, scope: Scope): Meaning {
  if (check.kind === 'refused') return check;
  const { evaluate } = scope.world;
  if (isObjectKeyword(node.extendsType)) {
    const isObject = isAnyObject(check);
    if (isObject === undefined) return refuseNode(scope, node, NOT_DECIDED);
    return evaluate(isObject ? node.trueType : node.falseType, scope);
  }
  const names = inferredNames(node.extendsType);
  if (!names) return refuseNode(scope, node, NOT_DECIDED);
  const inner = names.length === 0 ? scope : inferNames(node, { check, names }, scope);
  if (!inner) return refuseNode(scope, node, NOT_DECIDED);
  const target = evaluate(node.extendsType, inner);
  if (target.kind === 'refused') return target;
  const isTop = target.kind === 'any' || target.kind === 'unknown';
  if (check.kind === 'any' && !isTop)
    return names.length > 0
      ? refuseNode(scope, node, NOT_DECIDED)
      : unionOf([evaluate(node.trueType, scope), evaluate(node.falseType, scope)]);
  const answer = isAssignable(check, target, scope.world.budget);
  if (answer === undefined) return refuseNode(scope, node, NOT_DECIDED);
  return answer ? evaluate(node.trueType, inner) : evaluate(node.falseType, scope);
}

/**
 * Tells whether a type is the keyword `object`. The type itself is rejected, but the condition `T extends object` can be
 * decided.
 */
function isObjectKeyword(node: TypeNode): boolean {
  if (node.type === 'TsParenthesizedType') return isObjectKeyword(node.typeAnnotation);
  return node.type === 'TsKeywordType' && node.kind === 'object';
}

/** Tells whether all values of a type are objects, including lists and functions; undefined if this is not certain. */
function isAnyObject(type: Meaning): boolean | undefined {
  const answers = membersOf(type).map((member): boolean | undefined => {
    switch (member.kind) {
      case 'object':
      case 'list':
      case 'tuple':
        return true;
      case 'foreign':
        return member.what !== 'bigint' && member.what !== 'symbol';
      case 'any':
      case 'schema':
      case 'refused':
        return undefined;
      default:
        return false;
    }
  });
  return answers.includes(undefined) ? undefined : answers.every((answer) => answer === true);
}

type Inferring = { readonly check: Meaning; readonly names: readonly InferredName[] };

/** Returns the scope with the types that `infer` finds; undefined if the types are not certain. */
function inferNames(
  node: ConditionalNode,
  { check, names }: Inferring,
  scope: Scope,
): Scope | undefined {
  const inferred: Inferred = new Map();
  if (!infer(check, node.extendsType, { scope, inferred })) return undefined;
  const bounds = new Map<string, Meaning>();
  for (const {
    node: { typeParam },
    isText,
  } of names) {
    const name = typeParam.name.value;
    const candidates = inferred.get(name);
    const { constraint } = typeParam;
    const limit = constraint ? scope.world.evaluate(constraint, scope) : isText ? TEXT : UNKNOWN;
    const found = candidates ? joined(candidates) : limit;
    if (!found || limit.kind === 'refused') return undefined;
    const fits = isAssignable(found, limit, scope.world.budget);
    if (fits === undefined) return undefined;
    // `${infer N extends number}` converts the matched text to a number.
    if (!fits && found.kind === 'literal' && typeof found.value === 'string') return undefined;
    bounds.set(name, fits ? found : limit);
  }
  return withNames(
    scope,
    [...bounds].map(([name, type]) => [name, bound(type)]),
  );
}

/**
 * Joins the candidates for one `infer` name into one type; undefined if TypeScript would have to compare the candidates to
 * choose one.
 */
function joined(candidates: readonly Meaning[]): Meaning | undefined {
  const all = unionOf(candidates);
  if (new Set(candidates.map(({ id }) => id)).size === 1) return all;
  return membersOf(all).every(
    ({ kind }) => kind === 'literal' || kind === 'text' || kind === 'number',
  )
    ? all
    : undefined;
}
