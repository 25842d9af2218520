// Which streams a type allows a view to return, and what they are sent as: `AsyncGenerator<ServerSentEvent<Token>>`,
// `Promise<Response<ReadableStream>>`. Aliases, their parameters and heritage are followed; no type is evaluated.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { LoadedModule } from '../facts/module-graph.js';
import { joinedKind, NODE_STREAM } from '../facts/stream-kinds.js';
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import type { TsType } from '../syntax/tree.js';
import { findType, type FoundType, type LoadForTypes } from './find-type.js';
import {
  baseReference,
  type EntityName,
  typeNode,
  type TypeNode,
  type TypeParameters,
} from './type-node.js';

/** A type in a module, with what the parameters of the alias around it stand for. */
type Place = {
  readonly module: LoadedModule;
  readonly node: TypeNode;
  readonly given: Given;
};

type Given = ReadonlyMap<string, Place>;

/** A part of a union or an alias that is followed no further. */
type Part = Place & {
  /** A type of TypeScript by its name, or of a package by `specifier:name`; undefined for one without a name. */
  readonly name: string | undefined;
  readonly arguments: readonly Place[];
};

const WEB_STREAM = /^(?:ReadableStream|(?:node:)?stream\/web:(?:default\.)?ReadableStream)$/;

const ITERABLE = /^Async(?:Generator|Iterable|IterableIterator|IteratorObject)$/;

const AROUND = new RegExp(`^(?:Promise|PromiseLike|Awaited|${FRAMEWORK}:Response)$`);

const BYTES =
  /^(?:(?:(?:node:)?buffer:)?Buffer|NonSharedBuffer|Uint8Array|Uint8ClampedArray|ArrayBuffer)$/;

/** The most types that are looked at. It ends circles of aliases. */
const MOST_PARTS = 200;

/** The kinds of the streams that a type allows, each once. */
export function streamKinds(
  load: LoadForTypes,
  { module, node }: { readonly module: LoadedModule; readonly node: TsType },
): readonly StreamKind[] {
  const kinds = new Set<StreamKind>();
  const open: Place[] = [{ module, node: typeNode(node), given: new Map() }];
  for (const place of open)
    for (const {
      name = '',
      arguments: [first],
    } of partsOf(load, place)) {
      if (AROUND.test(name) && first) open.push(first);
      else if (ITERABLE.test(name)) kinds.add(first ? itemKind(load, first) : 'any');
      else if (WEB_STREAM.test(name)) kinds.add(first ? itemKind(load, first, 'bytes') : 'bytes');
      else if (name === 'NodeJS.ReadableStream' || NODE_STREAM.test(name)) kinds.add('bytes');
    }
  return [...kinds];
}

/** What items of an annotated type are sent as. */
export function itemKindOf(
  load: LoadForTypes,
  { module, node }: { readonly module: LoadedModule; readonly node: TsType },
): StreamKind {
  return itemKind(load, { module, node: typeNode(node), given: new Map() });
}

/** `unknown` says nothing of an item; `open` is what it is sent as. */
function itemKind(load: LoadForTypes, place: Place, open: StreamKind = 'any'): StreamKind {
  const kinds = partsOf(load, place).flatMap(({ name, node }): readonly StreamKind[] => {
    if (name !== undefined) {
      if (name === `${FRAMEWORK}:ServerSentEvent`) return ['sse'];
      return [BYTES.test(name) ? 'bytes' : 'ndjson'];
    }
    if (node.type === 'TsKeywordType') {
      if (node.kind === 'never') return [];
      if (node.kind === 'any' || node.kind === 'unknown') return [open];
      return [node.kind === 'string' ? 'text' : 'ndjson'];
    }
    const isText =
      node.type === 'TsLiteralType' && /^(?:String|Template)Literal$/.test(node.literal.type);
    return [isText ? 'text' : 'ndjson'];
  });
  return joinedKind(kinds) ?? open;
}

/** The parts of a type behind unions, aliases and heritage. */
function partsOf(load: LoadForTypes, whole: Place): readonly Part[] {
  const open = [whole];
  const parts: Part[] = [];
  for (const place of open) {
    if (open.length > MOST_PARTS) return [];
    const { module, node, given } = place;
    if (node.type === 'TsParenthesizedType') open.push({ ...place, node: node.typeAnnotation });
    else if (node.type === 'TsUnionType' || node.type === 'TsIntersectionType')
      open.push(...node.types.map((one) => ({ ...place, node: one })));
    else if (node.type !== 'TsTypeReference')
      parts.push({ ...place, name: undefined, arguments: [] });
    else {
      const { typeName, typeParams } = node;
      const meant = typeName.type === 'Identifier' ? given.get(typeName.value) : undefined;
      const args = (typeParams?.params ?? []).map((one): Place => ({ module, node: one, given }));
      const found = meant ? undefined : findType(load, module, typeName);
      if (meant) open.push(meant);
      else if (found?.kind === 'alias')
        open.push({
          module: found.module,
          node: found.node.typeAnnotation,
          given: givenTo(found.node.typeParams, args, found.module),
        });
      else {
        const bases = found ? basesOf(found, args) : [];
        // A class or interface that extends a stream is one.
        if (bases.length > 0) open.push(...bases);
        parts.push({ ...place, name: nameOf(found, typeName), arguments: args });
      }
    }
  }
  return parts;
}

function nameOf(found: FoundType | undefined, written: EntityName): string {
  if (!found) return textOf(written);
  return found.kind === 'package' ? `${found.specifier}:${found.name}` : found.kind + ':';
}

function textOf(name: EntityName): string {
  return name.type === 'Identifier' ? name.value : `${textOf(name.left)}.${name.right.value}`;
}

function givenTo(
  parameters: TypeParameters | undefined,
  args: readonly Place[],
  module: LoadedModule,
): Given {
  const given = new Map<string, Place>();
  (parameters?.parameters ?? []).forEach(({ name, default: standard }, index) => {
    const meant = args[index] ?? (standard ? { module, node: standard, given } : undefined);
    if (meant) given.set(name.value, meant);
  });
  return given;
}

/** What an interface extends. */
function basesOf(found: FoundType, args: readonly Place[]): readonly Place[] {
  if (found.kind !== 'interface') return [];
  const { module } = found;
  return found.nodes.flatMap((node) => {
    const given = givenTo(node.typeParams, args, module);
    return node.extends.flatMap((base) => {
      const reference = baseReference(base);
      return reference ? [{ module, node: reference, given }] : [];
    });
  });
}
