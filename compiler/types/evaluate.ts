// Evaluates type nodes to their meanings. A node that is not handled here is rejected at its location.
import { once } from '../groups.js';
import { conditional } from './conditional.js';
import { indexed, functionAt, functionOf, objectOf } from './members.js';
import { intersection } from './intersections.js';
import { keysOf, mapped, mappedMember } from './mapped-types.js';
import {
  ANY,
  BOOLEAN,
  literal,
  meaning,
  NEVER,
  NULL,
  NUMBER,
  TEXT,
  UNDEFINED,
  UNKNOWN,
  VOID,
  type Meaning,
  type MeantItem,
} from './meaning.js';
import { importType, reference } from './references.js';
import {
  ANY_VALUE,
  CIRCULAR,
  LOCAL_NAME,
  notInJson,
  notKnown,
  TOO_DEEP,
  TOO_LARGE,
  type Refusal,
} from './refusals.js';
import { placeInScope, refuseNode, type Scope } from './scope.js';
import { templateOf } from './templates.js';
import type { TupleElement, TypeNode } from './type-node.js';
import { queried } from './type-queries.js';
import { membersOf, unionOf } from './unions.js';

/** The maximum depth of nested types in one annotation. */
const DEEPEST = 150;

/** Returns the meaning of a node. It is computed once for each set of type arguments. */
export function evaluate(node: TypeNode, scope: Scope): Meaning {
  const { budget } = scope.world;
  const before = plainMeaning(node, scope) ?? scope.known.get(node);
  if (before) return before;
  if (budget.steps-- <= 0) return refuseNode(scope, node, TOO_LARGE);
  if (budget.depth >= DEEPEST) return refuseNode(scope, node, TOO_DEEP);
  budget.depth++;
  const found = counted(node, evaluateNode(node, scope), scope);
  budget.depth--;
  // Without steps left, the result may be incomplete. A cycle may disappear once its types are known. Neither is cached.
  const isOpen = found.kind === 'refused' && found.refusal === CIRCULAR;
  if (budget.steps > 0 && !isOpen) scope.known.set(node, found);
  return found;
}

/** Returns the meaning, or a rejection if it creates more parts than there are steps left. */
function counted(node: TypeNode, found: Meaning, scope: Scope): Meaning {
  const { budget } = scope.world;
  const made = partsMade(node, found, scope);
  budget.steps -= made;
  return made > 0 && budget.steps < 0 ? refuseNode(scope, node, TOO_LARGE) : found;
}

/** Returns the number of created parts that do not appear in the source. Those in the source are limited by its length. */
function partsMade(node: TypeNode, found: Meaning, { names }: Scope): number {
  switch (node.type) {
    case 'TsMappedType':
    case 'TsTupleType':
    case 'TsTypeOperator':
    case 'TsConditionalType':
      return sizeOf(found);
    case 'TsIntersectionType':
      return membersOf(found).reduce((size, member) => size + sizeOf(member), 0);
    case 'TsTypeLiteral':
    case 'TsUnionType':
      return names.size > 0 ? sizeOf(found) : 0;
    default:
      return 0;
  }
}

function sizeOf(type: Meaning): number {
  switch (type.kind) {
    case 'object':
      return type.properties.size;
    case 'tuple':
      return type.items.length;
    case 'union':
      return type.of.length;
    default:
      return 0;
  }
}

/** Returns the meaning of a keyword or type parameter. It is not cached, because it is cheap to find. */
function plainMeaning(node: TypeNode, { names }: Scope): Meaning | undefined {
  switch (node.type) {
    case 'TsKeywordType':
      return KEYWORDS[node.kind];
    case 'TsLiteralType':
      return node.literal.type === 'TemplateLiteral' || node.literal.type === 'BigIntLiteral'
        ? undefined
        : literal(node.literal.value);
    case 'TsTypeReference':
      return names.size > 0 && node.typeName.type === 'Identifier'
        ? names.get(node.typeName.value)?.get()
        : undefined;
    default:
      return undefined;
  }
}

const KEYWORDS: Readonly<Partial<Record<KeywordNode['kind'], Meaning>>> = {
  string: TEXT,
  number: NUMBER,
  boolean: BOOLEAN,
  null: NULL,
  undefined: UNDEFINED,
  void: VOID,
  never: NEVER,
  unknown: UNKNOWN,
  any: ANY,
};

function evaluateNode(node: TypeNode, scope: Scope): Meaning {
  const read = (inner: TypeNode): Meaning => evaluate(inner, scope);
  switch (node.type) {
    case 'TsKeywordType':
      return keyword(node, scope);
    case 'TsLiteralType': {
      const { literal: written } = node;
      if (written.type === 'TemplateLiteral') return templateOf(written, scope);
      if (written.type === 'BigIntLiteral') return foreign(node, scope, 'bigint');
      return literal(written.value);
    }
    case 'TsParenthesizedType':
      return read(node.typeAnnotation);
    case 'TsArrayType':
      return meaning({
        kind: 'list',
        of: once(() => read(node.elemType)),
        at: placeInScope(scope, node),
      });
    case 'TsTupleType':
      return tuple(node, scope);
    case 'TsUnionType':
      return unionOf(node.types.map(read));
    case 'TsIntersectionType':
      return node.types
        .map(read)
        .reduce((left, right) => intersection(left, right, placeInScope(scope, node)));
    case 'TsTypeLiteral':
      return objectOf(node.members, scope, node);
    case 'TsTypeOperator':
      return operator(node, scope);
    case 'TsIndexedAccessType':
      return (
        mappedMember(node, scope) ??
        indexed(read(node.objectType), read(node.indexType), placeInScope(scope, node))
      );
    case 'TsMappedType':
      return mapped(node, scope);
    case 'TsConditionalType':
      return conditional(node, scope);
    case 'TsTypeReference':
      return reference(node, scope);
    case 'TsImportType':
      return importType(node, scope);
    case 'TsTypeQuery':
      return queried(node, scope);
    case 'TsFunctionType':
    case 'TsConstructorType':
      return functionType(node, scope);
    case 'TsThisType':
      return refuseNode(scope, node, notKnown('`this` types'));
    case 'TsInferType':
      return (
        scope.names.get(node.typeParam.name.value)?.get() ??
        refuseNode(scope, node, notKnown('`infer` in this place'))
      );
    default:
      return refuseNode(scope, node, notKnown('such types')); // because the parser may support newer types
  }
}

type KeywordNode = TypeNode & { readonly type: 'TsKeywordType' };

function keyword(node: KeywordNode, scope: Scope): Meaning {
  switch (node.kind) {
    case 'bigint':
    case 'symbol':
      return foreign(node, scope, node.kind);
    case 'object':
      return refuseNode(scope, node, OBJECT);
    case 'intrinsic':
      return refuseNode(scope, node, LOCAL_NAME);
    default:
      return refuseNode(scope, node, notKnown('such types'));
  }
}

const OBJECT: Refusal = {
  why: 'in TypeScript, lists and functions are also of type `object`',
  instead: ANY_VALUE.instead ?? '',
};

function foreign(node: TypeNode, scope: Scope, what: 'bigint' | 'symbol' | 'function'): Meaning {
  return meaning({ kind: 'foreign', what, name: what, of: [], at: placeInScope(scope, node) });
}

type FunctionTypeNode = TypeNode & { readonly type: 'TsFunctionType' | 'TsConstructorType' };

/** Only `(...args: any[]) => any`, to which every function is assignable, is compared with other types. */
function functionType(node: FunctionTypeNode, scope: Scope): Meaning {
  const text = scope.module.record.source.textOf(node.span);
  const isAny = /^\(\.\.\.\w+:\s*(?:any|never)\[\]\)\s*=>\s*(?:any|unknown)$/.test(text);
  if (node.type === 'TsConstructorType') return functionAt(placeInScope(scope, node));
  const type = functionOf({ node, returns: node.typeAnnotation }, scope);
  return isAny ? { ...type, name: 'Function' } : type;
}

function operator(node: TypeNode & { readonly type: 'TsTypeOperator' }, scope: Scope): Meaning {
  const { op, typeAnnotation } = node;
  if (op === 'unique') return refuseNode(scope, node, notInJson('symbols', 'Omit the property.'));
  const inner = evaluate(typeAnnotation, scope);
  if (op === 'keyof') return keysOf(inner, placeInScope(scope, node));
  if (inner.kind === 'list' || inner.kind === 'tuple')
    return meaning({ ...inner, isReadonly: true });
  return refuseNode(scope, node, notKnown('`readonly` in this place'));
}

function tuple(node: TypeNode & { readonly type: 'TsTupleType' }, scope: Scope): Meaning {
  const items: MeantItem[] = [];
  const at = placeInScope(scope, node);
  const list = { kind: 'tuple', items, at } as const;
  for (const [index, element] of node.elemTypes.entries()) {
    const rest = restOf(element);
    if (rest) {
      const spread = evaluate(rest, scope);
      if (spread.kind === 'refused') return spread;
      const isLast = index === node.elemTypes.length - 1;
      if (isLast && spread.kind === 'list') return meaning({ ...list, rest: spread.of });
      if (spread.kind === 'tuple' && (isLast || !spread.rest)) {
        if (items.length + spread.items.length > scope.world.budget.steps)
          return refuseNode(scope, node, TOO_LARGE);
        for (const item of spread.items) items.push(item);
        if (spread.rest) return meaning({ ...list, rest: spread.rest });
        continue;
      }
      return refuseNode(scope, element.ty, notKnown('rest elements of this form'));
    }
    const { ty, label } = element;
    const isOptional = ty.type === 'TsOptionalType' || label?.optional === true;
    const inner = ty.type === 'TsOptionalType' ? ty.typeAnnotation : ty;
    items.push({ type: once(() => evaluate(inner, scope)), isOptional });
  }
  return meaning(list);
}

/** Returns the item type in `...T[]` and `...rest: T[]`. */
function restOf({ label, ty }: TupleElement): TypeNode | undefined {
  if (ty.type === 'TsRestType') return ty.typeAnnotation;
  return label?.type === 'RestElement' ? ty : undefined;
}
