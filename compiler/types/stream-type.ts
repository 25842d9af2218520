// Determines which streams a view may return according to a type, and how they are sent:
// `AsyncGenerator<ServerSentEvent<Token>>`, `Promise<Response<ReadableStream>>`. Follows aliases, their parameters and base
// types, but evaluates no type.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { LoadedModule, Located } from '../facts/module-graph.js';
import type { StreamType } from '../facts/program.js';
import { joinedKind, NODE_STREAM, sentKinds } from '../facts/yielded-items.js';
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import { NOWHERE } from '../syntax/expressions.js';
import type { ClassNode, Span, TsType } from '../syntax/tree.js';
import { findImportedType, findType, type FoundType, type LoadForTypes } from './find-type.js';
import {
  type Annotation,
  baseReference,
  type EntityName,
  type ReferenceNode,
  textOfName,
  type TypeArguments,
  typeNode,
  type TypeNode,
  type TypeParameters,
} from './type-node.js';

/** A type in a module, with the arguments for the parameters of the alias around it. */
type TypeInModule = {
  readonly module: LoadedModule;
  readonly node: TypeNode;
  readonly given: Given;
  /** The member of an intersection that contains the type. */
  readonly member?: Member;
};

type Member = { readonly of: TypeNode };

type Given = ReadonlyMap<string, TypeInModule>;

/** A member of a union, or an alias, that is not followed any further. */
type ResolvedType = TypeInModule & {
  /** The name of a built-in type, or `specifier:name` for a type from a package; undefined for a type without a name. */
  readonly name: string | undefined;
  readonly arguments: readonly TypeInModule[];
  readonly found: FoundType | undefined;
};

const WEB_STREAM = /^(?:ReadableStream|(?:node:)?stream\/web:(?:default\.)?ReadableStream)$/;

const ITERABLE = /^Async(?:Generator|Iterable|IterableIterator|IteratorObject)$/;

const AROUND = new RegExp(
  `^(?:Promise|PromiseLike|Awaited|NonNullable|Readonly|${FRAMEWORK}:Response)$`,
);

const BYTES =
  /^(?:(?:(?:node:)?buffer:)?Buffer|NonSharedBuffer|Uint8Array|Uint8ClampedArray|ArrayBuffer)$/;

/** Object types in TypeScript's library that are not streams and are sent as JSON. */
const OBJECT =
  /^(?:(?:Readonly)?(?:Array|Map|Set)|Date|Record|Partial|Required|Pick|Omit|interface:|class:)$/;

const LIKE_STREAM = /Stream$|^Async(?:Iter|Gen)|Readable$/;

/** The maximum number of types to check. The limit also ends cycles of aliases. */
const MOST_PARTS = 200;

export function streamType(load: LoadForTypes, { module, node }: Located<TsType>): StreamType {
  return readStreams(load, { module, node: typeNode(node), given: new Map() });
}

export function instanceStreams(
  load: LoadForTypes,
  type: Located<ClassNode>,
): readonly StreamKind[] {
  const bases = basesOf({ ...type, kind: 'class' }, []);
  return [...new Set(bases.flatMap((base) => readStreams(load, base).kinds))];
}

function readStreams(load: LoadForTypes, whole: TypeInModule): StreamType {
  const kinds = new Set<StreamKind>();
  const open: TypeInModule[] = [whole];
  let isPlain = true;
  let unclear: string | undefined;
  for (const location of open) {
    // Otherwise, `type Later<T> = T | Promise<Later<T>>` would be followed without end.
    if (open.length > MOST_PARTS) break;
    for (const part of resolvedTypes(load, location)) {
      const { name = '', node, found } = part;
      const [first] = part.arguments;
      if (AROUND.test(name) && first) open.push(first);
      else if (ITERABLE.test(name))
        for (const kind of first ? itemKinds(load, first) : ['any' as const]) kinds.add(kind);
      else if (WEB_STREAM.test(name)) kinds.add(first ? itemKind(load, first, 'bytes') : 'bytes');
      else if (name === 'NodeJS.ReadableStream' || NODE_STREAM.test(name)) kinds.add('bytes');
      else if (!isPlainPart(part)) {
        isPlain = false;
        if (node.type === 'TsTypeReference' && /^(?:package|unread)$/.test(found?.kind ?? '')) {
          const text = textOfName(node.typeName);
          if (LIKE_STREAM.test(text)) unclear ??= text;
        }
      }
    }
  }
  return { kinds: [...kinds], unclear, isPlain: isPlain && kinds.size === 0 };
}

function isPlainPart({ name, node }: ResolvedType): boolean {
  if (name !== undefined) return OBJECT.test(name);
  if (node.type === 'TsKeywordType') return !/^(?:any|unknown|object|never)$/.test(node.kind);
  return /^Ts(?:Literal|Array|Tuple)Type$|^TsTypeLiteral$/.test(node.type);
}

export function itemKindOf(load: LoadForTypes, { module, node }: Located<TsType>): StreamKind {
  return itemKind(load, { module, node: typeNode(node), given: new Map() });
}

/** Returns how items of a type are sent; `open` if the type does not show it, such as `unknown`. */
function itemKind(load: LoadForTypes, type: TypeInModule, open: StreamKind = 'any'): StreamKind {
  return joinedKind(itemKinds(load, type, open)) ?? open;
}

/** Returns how items are sent; several kinds if one stream cannot combine them. */
function itemKinds(
  load: LoadForTypes,
  location: TypeInModule,
  open: StreamKind = 'any',
): readonly StreamKind[] {
  const kinds = resolvedTypes(load, location).flatMap((part): readonly StreamKind[] => {
    const { name, node, found } = part;
    if (name !== undefined) {
      // The base types decide how the items are sent: `interface Progress extends ServerSentEvent<Percent> {}`.
      if (found && basesOf(found, part.arguments).length > 0) return [];
      if (name === `${FRAMEWORK}:ServerSentEvent`) return ['sse'];
      if (name === `${FRAMEWORK}:Text`) return ['text'];
      if (BYTES.test(name)) return ['bytes'];
      // For a type parameter, or a type from an unread module, the items decide the kind at run time.
      return [OBJECT.test(name) || name.startsWith(`${FRAMEWORK}:`) ? 'ndjson' : 'any'];
    }
    switch (node.type) {
      case 'TsKeywordType':
        if (node.kind === 'never') return [];
        if (node.kind === 'any' || node.kind === 'unknown') return [open];
        return [node.kind === 'string' ? 'text' : 'ndjson'];
      case 'TsLiteralType':
        return [/^(?:String|Template)Literal$/.test(node.literal.type) ? 'text' : 'ndjson'];
      case 'TsArrayType':
      case 'TsTupleType':
      case 'TsTypeLiteral':
      case 'TsMappedType':
        return ['ndjson'];
      default:
        return ['any'];
    }
  });
  const sent = sentKinds(kinds);
  return sent.length > 0 ? sent : [open];
}

/** Returns the parts of a type, found by following unions, aliases and base types. */
function resolvedTypes(load: LoadForTypes, whole: TypeInModule): readonly ResolvedType[] {
  const open = [whole];
  const parts: ResolvedType[] = [];
  for (const type of open) {
    if (open.length > MOST_PARTS) return [];
    const { module, node, given, member } = type;
    if (node.type === 'TsParenthesizedType') open.push({ ...type, node: node.typeAnnotation });
    else if (node.type === 'TsUnionType')
      open.push(...node.types.map((one) => ({ ...type, node: one })));
    else if (node.type === 'TsIntersectionType')
      open.push(...node.types.map((one) => ({ ...type, node: one, member: { of: node } })));
    else if (node.type === 'TsTypeReference') {
      const { typeName, typeParams } = node;
      const meant = typeName.type === 'Identifier' ? given.get(typeName.value) : undefined;
      if (meant) open.push(within(member, meant));
      else follow(type, [findType(load, module, typeName), typeName], typeParams);
    } else if (node.type === 'TsImportType' && node.qualifier) {
      const { argument, qualifier, typeArguments } = node;
      const named = { specifier: argument.value, name: qualifier };
      follow(type, [findImportedType(load, module, named), qualifier], typeArguments);
    } else {
      if (node.type === 'TsTypeLiteral')
        for (const member of node.members)
          if ('key' in member && isIterator(module, member.key))
            open.push(
              within(type.member, iterable(type, 'typeAnn' in member ? member.typeAnn : undefined)),
            );
      parts.push({ ...type, name: undefined, arguments: [], found: undefined });
    }
  }
  return parts.filter((part) => !isBrand(part, parts));

  function follow(
    type: TypeInModule,
    [found, written]: readonly [FoundType | undefined, EntityName],
    typeArguments: TypeArguments | undefined,
  ): void {
    const { module, given, member } = type;
    const args = (typeArguments?.params ?? []).map((node) => ({ module, node, given }));
    if (found?.kind === 'alias') {
      const { typeAnnotation: node, typeParams } = found.node;
      const inner = { module: found.module, node, given: givenTo(typeParams, args, found.module) };
      open.push(within(member, inner));
    } else {
      // A class or interface that extends a stream is a stream.
      if (found) open.push(...basesOf(found, args).map((base) => within(member, base)));
      parts.push({ ...type, name: nameOf(found, written), arguments: args, found });
    }
  }
}

function within(member: Member | undefined, type: TypeInModule): TypeInModule {
  return member ? { ...type, member } : type;
}

/** Tells whether a part only adds properties to another member: `Uint8Array & { readonly brand: 'id' }` is sent as bytes. */
function isBrand({ member, ...part }: ResolvedType, parts: readonly ResolvedType[]): boolean {
  return (
    member !== undefined &&
    isObject(part) &&
    parts.some(
      (other) => other.member?.of === member.of && other.member !== member && !isObject(other),
    )
  );
}

function isObject({ name, node }: Pick<ResolvedType, 'name' | 'node'>): boolean {
  return name === undefined ? /^Ts(?:TypeLiteral|MappedType)$/.test(node.type) : OBJECT.test(name);
}

function nameOf(found: FoundType | undefined, written: EntityName): string {
  if (!found) return textOfName(written);
  return found.kind === 'package' ? `${found.specifier}:${found.name}` : found.kind + ':';
}

function givenTo(
  parameters: TypeParameters | undefined,
  args: readonly TypeInModule[],
  module: LoadedModule,
): Given {
  const given = new Map<string, TypeInModule>();
  (parameters?.parameters ?? []).forEach(({ name, default: standard }, index) => {
    const meant = args[index] ?? (standard ? { module, node: standard, given } : undefined);
    if (meant) given.set(name.value, meant);
  });
  return given;
}

/** Returns the base types of an interface or class, and the iterable type that its `[Symbol.asyncIterator]()` implies. */
function basesOf(found: FoundType, args: readonly TypeInModule[]): readonly TypeInModule[] {
  if (found.kind === 'class') return basesOfClass(found, args);
  if (found.kind !== 'interface') return [];
  const { module } = found;
  return found.nodes.flatMap((node) => {
    const given = givenTo(node.typeParams, args, module);
    return [
      ...node.extends.flatMap((base) => {
        const reference = baseReference(base);
        return reference ? [{ module, node: reference, given }] : [];
      }),
      ...node.body.body.flatMap((member) =>
        'key' in member && isIterator(module, member.key)
          ? [iterable({ module, given }, 'typeAnn' in member ? member.typeAnn : undefined)]
          : [],
      ),
    ];
  });
}

function basesOfClass(
  { module, node }: Extract<FoundType, { readonly kind: 'class' }>,
  args: readonly TypeInModule[],
): readonly TypeInModule[] {
  const { superClass, superTypeParams = null, implements: promised, span } = node;
  const given = givenTo(node.typeParams as unknown as TypeParameters, args, module); // because swc's declarations differ from its output
  const own = node.body.find((member) => 'key' in member && isIterator(module, member.key));
  const annotation = own && 'function' in own ? own.function.returnType : undefined;
  const heritage = [
    ...(superClass ? [{ expression: superClass, span, typeArguments: superTypeParams }] : []),
    ...promised,
  ].flatMap((base) => {
    const reference = baseReference(base as Parameters<typeof baseReference>[0]); // because swc's declarations differ from its output
    return reference ? [{ module, node: reference, given }] : [];
  });
  // An implemented interface is more precise than a method without a return type.
  return own && (annotation || promised.length === 0)
    ? [...heritage, iterable({ module, given }, annotation as Annotation | undefined)] // because swc's declarations differ from its output
    : heritage;
}

function isIterator({ record }: LoadedModule, { span }: { readonly span: Span }): boolean {
  return /^\[?\s*Symbol\s*\.\s*asyncIterator\b/.test(record.source.textOf(span));
}

const ITERABLE_OF_ANY: ReferenceNode = {
  type: 'TsTypeReference',
  span: NOWHERE,
  typeName: { type: 'Identifier', span: NOWHERE, value: 'AsyncIterable', ctxt: 0 },
  typeParams: null,
};

/** Returns the iterable type of an object whose method returns the annotated iterator. */
function iterable(
  { module, given }: Omit<TypeInModule, 'node'>,
  annotation: Annotation | null | undefined,
): TypeInModule {
  const node = annotation?.typeAnnotation;
  const isIteratorType =
    node?.type === 'TsTypeReference' &&
    node.typeName.type === 'Identifier' &&
    node.typeName.value === 'AsyncIterator';
  if (node && !isIteratorType) return { module, node, given };
  const typeParams = node && { typeParams: node.typeParams };
  return { module, node: { ...ITERABLE_OF_ANY, ...typeParams }, given };
}
