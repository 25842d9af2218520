// Finds which exported type of this package an annotation names, with its arguments: `SqsMessage<Order>`. It follows
// aliases without parameters of their own.
import type { LoadedModule } from '../facts/module-graph.js';
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import type { TsType } from '../syntax/tree.js';
import { findType, type LoadForTypes } from './find-type.js';
import { typeNode, type TypeNode } from './type-node.js';

type Place = { readonly module: LoadedModule; readonly node: TsType };

export type NamedType = { readonly name: string; readonly arguments: readonly Place[] };

/** The most aliases that are followed. It ends a circle of aliases. */
const MOST_ALIASES = 20;

/** The type of this package that an annotation names; undefined for any other. */
export function namedType(load: LoadForTypes, { module, node }: Place): NamedType | undefined {
  let place: { module: LoadedModule; node: TypeNode } = { module, node: typeNode(node) };
  for (let count = 0; count < MOST_ALIASES; count++) {
    const { node: type } = place;
    if (type.type === 'TsParenthesizedType') {
      place = { module: place.module, node: type.typeAnnotation };
      continue;
    }
    if (type.type !== 'TsTypeReference') return undefined;
    const found = findType(load, place.module, type.typeName);
    if (found?.kind === 'alias' && (found.node.typeParams?.parameters ?? []).length === 0) {
      place = { module: found.module, node: found.node.typeAnnotation };
      continue;
    }
    if (found?.kind !== 'package' || found.specifier !== FRAMEWORK) return undefined;
    const { module: where } = place;
    const given = type.typeParams?.params ?? [];
    return {
      name: found.name,
      arguments: given.map((argument) => ({ module: where, node: annotationOf(argument) })),
    };
  }
  return undefined;
}

/** Whether a type has `number` as a part that does not say which numbers: `number`, an alias of it, `number | 'all'`. */
export function isPlainNumber(load: LoadForTypes, { module, node }: Place): boolean {
  const parts: { module: LoadedModule; node: TypeNode }[] = [{ module, node: typeNode(node) }];
  let isFound = false;
  // The list grows during this loop.
  for (const part of parts) {
    if (parts.length > MOST_PARTS) return false;
    const { node: type } = part;
    if (type.type === 'TsParenthesizedType') parts.push({ ...part, node: type.typeAnnotation });
    if (type.type === 'TsUnionType')
      parts.push(...type.types.map((one) => ({ ...part, node: one })));
    if (type.type === 'TsKeywordType' && type.kind === 'string') return false;
    isFound ||= type.type === 'TsKeywordType' && type.kind === 'number';
    const found = type.type === 'TsTypeReference' && findType(load, part.module, type.typeName);
    if (found && found.kind === 'alias' && !found.node.typeParams)
      parts.push({ module: found.module, node: found.node.typeAnnotation });
  }
  return isFound;
}

/** The most parts of unions and aliases that are looked at. It ends a circle of aliases. */
const MOST_PARTS = 1000;

function annotationOf(node: TypeNode): TsType {
  return node as unknown as TsType; // because swc's declarations differ from its answers
}
