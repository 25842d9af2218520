// Finds the types of `infer` in `A extends Pattern`, by walking the type and the pattern together.
import { addTo } from '../groups.js';
import { indexed } from './members.js';
import { literal, meaning, NUMBER, type Meaning } from './meaning.js';
import { findType } from './find-type.js';
import { placeInScope, type Scope } from './scope.js';
import { isTextLiteral } from './templates.js';
import type { InferNode, TemplateNode, TypeNode } from './type-node.js';
import { membersOf, without } from './unions.js';

/** The candidate types for each `infer` name. */
export type Inferred = Map<string, Meaning[]>;

type Inference = { readonly scope: Scope; readonly inferred: Inferred };

/** An `infer` in a pattern. `isText` is true in a template literal, where it matches text. */
export type InferredName = { readonly node: InferNode; readonly isText: boolean };

/** Returns the `infer` nodes in a pattern; undefined if one is in a position that this file does not handle. */
export function inferredNames(node: TypeNode): readonly InferredName[] | undefined {
  const names: InferredName[] = [];
  return collect(node, names) ? names : undefined;
}

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
export function infer(source: Meaning, node: TypeNode, inference: Inference): boolean {
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

type ReferenceNode = TypeNode & { readonly type: 'TsTypeReference' };

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
      const tuple = meaning({ kind: 'tuple', items: middle, isReadonly: false });
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
  const matches = matchParts(
    source.value,
    node.quasis.map(({ cooked, raw }) => cooked ?? raw),
  );
  if (!matches) return true;
  return node.types.every((hole, index) => infer(literal(matches[index] ?? ''), hole, inference));
}

/**
 * Returns the texts between the fixed parts of a template; undefined if the text does not match. Each is as short as possible;
 * the last one includes the rest, as in TypeScript.
 */
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
