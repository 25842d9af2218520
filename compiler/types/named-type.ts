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

function annotationOf(node: TypeNode): TsType {
  return node as unknown as TsType; // because swc's declarations differ from its answers
}
