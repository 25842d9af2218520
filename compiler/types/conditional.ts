// Evaluates conditional types, `A extends B ? C : D`, if the result is known.
import { isAssignable } from './assignable.js';
import { reduced } from './intersections.js';
import { bound, NEVER, TEXT, UNKNOWN, type Meaning, literal, meaning, NUMBER } from './meaning.js';
import { NOT_DECIDED } from './refusals.js';
import { parameterName, placeInScope, refuseNode, type Scope, withNames } from './scope.js';
import type {
  ConditionalNode,
  InferNode,
  ReferenceNode,
  TemplateNode,
  TypeNode,
} from './type-node.js';
import { membersOf, unionOf, without } from './unions.js';
import { addTo } from '../groups.js';
import { indexed } from './members.js';
import { findType } from './find-type.js';
import { isTextLiteral } from './templates.js';

export function conditional(node: ConditionalNode, scope: Scope): Meaning {
  const check = reduced(scope.world.evaluate(node.checkType, scope));
  if (check.kind === 'refused') return check;
  const parameter = parameterName(node.checkType, scope);
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
  const other = parameterName(extendsType, scope);
  if (other === undefined || other === parameter) return undefined;
  const [ifTrue, ifFalse] = [trueType, falseType].map((branch) =>
    branch.type === 'TsKeywordType' && branch.kind === 'never'
      ? 'never'
      : parameterName(branch, scope),
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

function decide(node: ConditionalNode, check: Meaning, scope: Scope): Meaning {
  if (check.kind === 'refused') return check;
  const { evaluate } = scope.world;
  if (isObjectKeyword(node.extendsType)) {
    const isObject = isAnyObject(check);
    if (isObject === undefined) return refuseNode(scope, node, NOT_DECIDED);
    return evaluate(isObject ? node.trueType : node.falseType, scope);
  }
  const names: InferredName[] = [];
  if (!collect(node.extendsType, names)) return refuseNode(scope, node, NOT_DECIDED);
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

/** Tells whether a type is the keyword `object`. It is rejected as a type, but `T extends object` can be decided. */
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

/** Returns the scope with the types that `infer` finds; undefined if the types are not certain. */
function inferNames(
  node: ConditionalNode,
  { check, names }: { readonly check: Meaning; readonly names: readonly InferredName[] },
  scope: Scope,
): Scope | undefined {
  const inferred: Inferred = new Map();
  if (!infer(check, node.extendsType, { scope, inferred })) return undefined;
  const bounds = new Map<string, Meaning>();
  for (const { node: found, isText } of names) {
    const { name, constraint } = found.typeParam;
    const candidates = inferred.get(name.value);
    const limit = constraint ? scope.world.evaluate(constraint, scope) : isText ? TEXT : UNKNOWN;
    const type = candidates ? joined(candidates) : limit;
    if (!type || limit.kind === 'refused') return undefined;
    const fits = isAssignable(type, limit, scope.world.budget);
    if (fits === undefined) return undefined;
    // `${infer N extends number}` converts the matched text to a number.
    if (!fits && type.kind === 'literal' && typeof type.value === 'string') return undefined;
    bounds.set(name.value, fits ? type : limit);
  }
  const known = [...bounds].map(([name, type]) => [name, bound(type)] as const);
  return withNames(scope, known);
}

/** Joins the candidates for one `infer` name; undefined if TypeScript would have to compare them to choose one. */
function joined(candidates: readonly Meaning[]): Meaning | undefined {
  const all = unionOf(candidates);
  if (new Set(candidates.map(({ id }) => id)).size === 1) return all;
  const isPlain = membersOf(all).every(
    ({ kind }) => kind === 'literal' || kind === 'text' || kind === 'number',
  );
  return isPlain ? all : undefined;
}

type Inferred = Map<string, Meaning[]>;

type Inference = { readonly scope: Scope; readonly inferred: Inferred };

/** An `infer` in a pattern. `isText` is true in a template literal, where it matches text. */
type InferredName = { readonly node: InferNode; readonly isText: boolean };

/** Collects the `infer` nodes in a pattern. Returns false if one is in a position that this file does not handle. */
function collect(node: TypeNode, names: InferredName[], isText = false): boolean {
  const all = (nodes: readonly TypeNode[]): boolean =>
    nodes.every((inner) => collect(inner, names));
  switch (node.type) {
    case 'TsInferType':
      names.push({ node, isText });
      return true;
    case 'TsParenthesizedType':
    case 'TsTypeOperator':
    case 'TsRestType':
    case 'TsOptionalType':
      return collect(node.typeAnnotation, names);
    case 'TsArrayType':
      return collect(node.elemType, names);
    case 'TsTupleType':
      return all(node.elemTypes.map(({ ty }) => ty));
    case 'TsTypeLiteral':
      return all(
        node.members.flatMap((member) =>
          member.type === 'TsPropertySignature' && member.typeAnnotation
            ? [member.typeAnnotation.typeAnnotation]
            : [],
        ),
      );
    case 'TsTypeReference':
      return all(node.typeParams?.params ?? []);
    case 'TsLiteralType':
      return (
        node.literal.type !== 'TemplateLiteral' ||
        node.literal.types.every((hole) => collect(hole, names, true))
      );
    default:
      return !mayHoldInfer(node);
  }
}

function mayHoldInfer(node: object): boolean {
  return JSON.stringify(node).includes('"TsInferType"');
}

/** Walks a type and a pattern together and collects candidates. Returns false if a part of the pattern is not handled. */
function infer(source: Meaning, node: TypeNode, inference: Inference): boolean {
  if (!mayHoldInfer(node)) return true;
  switch (node.type) {
    case 'TsInferType':
      addTo(inference.inferred, node.typeParam.name.value, source);
      return true;
    case 'TsParenthesizedType':
      return infer(source, node.typeAnnotation, inference);
    case 'TsTypeOperator':
      return node.op === 'readonly' && infer(source, node.typeAnnotation, inference);
    case 'TsArrayType':
      return ofItems(source, node.elemType, inference);
    case 'TsTupleType':
      return ofTuple(source, node, inference);
    case 'TsTypeLiteral':
      return ofMembers(source, node, inference);
    case 'TsTypeReference':
      return ofReference(source, node, inference);
    case 'TsLiteralType':
      return node.literal.type === 'TemplateLiteral' && ofTemplate(source, node.literal, inference);
    default:
      return false;
  }
}

function ofItems(source: Meaning, node: TypeNode, inference: Inference): boolean {
  if (source.kind !== 'list' && source.kind !== 'tuple') return source.kind !== 'union';
  const at = placeInScope(inference.scope, node);
  return infer(indexed(source, NUMBER, at), node, inference);
}

/** Handles `Array<infer T>` and `Promise<infer T>`. */
function ofReference(source: Meaning, node: ReferenceNode, inference: Inference): boolean {
  const { typeName, typeParams } = node;
  const [first] = typeParams?.params ?? [];
  const { scope } = inference;
  if (typeName.type !== 'Identifier' || !first) return false;
  if (findType(scope.world.load, scope.module, typeName)) return false;
  if (typeName.value === 'Array' || typeName.value === 'ReadonlyArray')
    return ofItems(source, first, inference);
  if (typeName.value !== 'Promise') return false;
  const [of] = source.kind === 'foreign' && source.what === 'promise' ? source.of : [];
  return of ? infer(of(), first, inference) : source.kind !== 'union' && source.kind !== 'object';
}

type TupleNode = TypeNode & { readonly type: 'TsTupleType' };

function ofTuple(source: Meaning, { elemTypes }: TupleNode, inference: Inference): boolean {
  if (source.kind === 'union') return false;
  if (source.kind !== 'tuple') {
    // A list matches a tuple pattern only if the pattern is `[...infer T]`.
    const [only] = elemTypes;
    if (source.kind !== 'list' || elemTypes.length > 1 || only?.ty.type !== 'TsRestType')
      return true;
    return infer(source, only.ty.typeAnnotation, inference);
  }
  if (source.rest || source.items.some(({ isOptional }) => isOptional)) return false;
  const { items } = source;
  const rest = elemTypes.findIndex(({ ty }) => ty.type === 'TsRestType');
  if (elemTypes.some(({ ty, label }) => ty.type === 'TsOptionalType' || label?.optional === true))
    return false;
  const behind = rest < 0 ? 0 : elemTypes.length - rest - 1;
  return elemTypes.every(({ ty }, index) => {
    if (index === rest && ty.type === 'TsRestType') {
      const middle = items.slice(rest, Math.max(rest, items.length - behind));
      const tuple = meaning({ kind: 'tuple', items: middle });
      return infer(tuple, ty.typeAnnotation, inference);
    }
    const fromEnd = rest >= 0 && index > rest;
    const item = items[fromEnd ? items.length - (elemTypes.length - index) : index];
    return !item || infer(item.type(), ty, inference);
  });
}

type LiteralObject = TypeNode & { readonly type: 'TsTypeLiteral' };

function ofMembers(source: Meaning, { members }: LiteralObject, inference: Inference): boolean {
  if (source.kind !== 'object') return source.kind !== 'union' && source.kind !== 'foreign';
  return members.every((member) => {
    if (!mayHoldInfer(member)) return true;
    if (member.type !== 'TsPropertySignature' || member.computed || !member.typeAnnotation)
      return false;
    const { key, optional, typeAnnotation } = member;
    const name = 'value' in key ? String(key.value) : undefined;
    const property = name === undefined ? undefined : source.properties.get(name);
    if (!property) return name !== undefined && source.indexes.length === 0;
    const type = property.type();
    const found = optional ? without(type, 'undefined') : type;
    return infer(found, typeAnnotation.typeAnnotation, inference);
  });
}

function ofTemplate(source: Meaning, node: TemplateNode, inference: Inference): boolean {
  if (!isTextLiteral(source)) return membersOf(source).length === 1 && source.kind !== 'text';
  const parts = node.quasis.map(({ cooked, raw }) => cooked ?? raw);
  const matches = matchParts(source.value, parts);
  if (!matches) return true;
  return node.types.every((hole, index) => infer(literal(matches[index] ?? ''), hole, inference));
}

/** Returns the texts between the fixed parts. As in TypeScript, each is as short as possible except for the last. */
function matchParts(text: string, parts: readonly string[]): readonly string[] | undefined {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length < 2 || text.length < first.length + last.length) return undefined;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const end = text.length - last.length;
  const matches: string[] = [];
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    if (part === '' && from >= end) return undefined;
    const at = part === '' ? from + 1 : text.slice(0, end).indexOf(part, from);
    if (at < 0) return undefined;
    matches.push(text.slice(from, at));
    from = at + part.length;
  }
  return [...matches, text.slice(from, end)];
}
