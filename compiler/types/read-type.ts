// Reads declared types from source, without TypeScript's checker. A node that is not known, or that TypeScript might interpret
// differently, is rejected (docs/decisions/types.md).
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { InputTypes, StreamType } from '../facts/program.js';
import { type Diagnostic, type SourceSpan, diagnose } from '../diagnostics/diagnostic.js';
import type { LoadedModule, Located } from '../facts/module-graph.js';
import type { TsType } from '../syntax/tree.js';
import { unnamedSchema, unreadType, widenedSchema } from './catalogue.js';
import { createEmission, type Emission } from './emission.js';
import { emit, type Emitted } from './emit.js';
import { evaluate } from './evaluate.js';
import { findType, type LoadForTypes } from './find-type.js';
import { UNKNOWN, type Meaning, type MeaningOf, type NodePlace } from './meaning.js';
import { expressionIn } from './schema-types.js';
import { moduleScope, type SchemaNote, type TypeWorld } from './scope.js';
import { instanceStreams, itemKindOf, streamType } from './stream-type.js';
import { textOfName, typeNode, type TypeNode } from './type-node.js';
import { membersOf, unionOf } from './unions.js';
import type { ReadInput } from '../declarations/app-facts.js';
import type { Type, TypeDefinition, TypeDefinitions } from '../declarations/declared-type.js';
import { FRAMEWORK } from '../modules/resolve-specifier.js';

// Finds the exported type of this package that an annotation refers to, with its arguments: `SqsMessage<Order>`. Follows
// aliases without type parameters.

type NamedType = { readonly name: string; readonly arguments: readonly Located<TsType>[] };

/** The maximum number of aliases to follow. The limit also ends cycles. */
const MOST_ALIASES = 20;

function namedType(load: LoadForTypes, { module, node }: Located<TsType>): NamedType | undefined {
  let location: { module: LoadedModule; node: TypeNode } = { module, node: typeNode(node) };
  for (let count = 0; count < MOST_ALIASES; count++) {
    const { node: type } = location;
    if (type.type === 'TsParenthesizedType') {
      location = { module: location.module, node: type.typeAnnotation };
      continue;
    }
    if (type.type !== 'TsTypeReference') return undefined;
    const found = findType(load, location.module, type.typeName);
    if (found?.kind === 'alias' && (found.node.typeParams?.parameters ?? []).length === 0) {
      location = { module: found.module, node: found.node.typeAnnotation };
      continue;
    }
    if (found?.kind !== 'package' || found.specifier !== FRAMEWORK) return undefined;
    const { module: where } = location;
    const given = (type.typeParams?.params ?? []) as unknown as readonly TsType[]; // because swc's declarations differ from its output
    return { name: found.name, arguments: given.map((one) => ({ module: where, node: one })) };
  }
  return undefined;
}

/** Tells whether a type contains `number`, as in `number | 'all'`, which does not say which numbers are valid. */
function isPlainNumber(load: LoadForTypes, { module, node }: Located<TsType>): boolean {
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

/** The maximum number of parts of unions and aliases to check. The limit also ends cycles of aliases. */
const MOST_PARTS = 1000;

/** What a type is used for. A response may contain values that JSON.stringify converts, such as `Date`. */
export type TypeUse = 'input' | 'answer';

/**
 * What is read from an annotation. `patterns` contains the patterns that rules set. Those of template literal types are omitted,
 * because they are generated here and are always fast.
 */
export type ReadType = Omit<ReadInput, 'at'>;

/** A part of a view's return type, or of the type in a returned `Response`. */
export type AnswerType = {
  readonly isResponse: boolean;
  /** The kind of stream, if this part is one. `type` is then the type of the stream's items, or of the data in its events. */
  readonly stream?: 'events' | 'items';
  readonly type: Type;
  /** False if a part of the type cannot be read. */
  readonly isRead: boolean;
};

export type TypeReader = {
  /** Reads an annotation. A node that cannot be read is reported as a problem, and its type is `unknown`. */
  readonly read: (type: Located<TsType>, use: TypeUse) => ReadType;
  /** Returns what a view with this annotation returns. Unwraps a promise and splits a union into its members. */
  readonly answers: (type: Located<TsType>) => readonly AnswerType[];
  /** Returns the type of this package that an annotation refers to, with its arguments; undefined for any other type. */
  readonly named: (type: Located<TsType>) => NamedType | undefined;
  readonly streams: (type: Located<TsType>) => StreamType;
  /** Returns the kinds of stream that an instance of a class can be. */
  readonly instances: InputTypes['instances'];
  /** Returns how items of a type are sent; `any` if the type does not show it. */
  readonly item: (type: Located<TsType>) => StreamKind;
  readonly definitions: TypeDefinitions;
  /** Returns a note for each check in a schema value that its document omits, as far as read. */
  readonly notes: () => readonly Diagnostic[];
};

/** The maximum number of nodes to evaluate for one annotation, including all types that it names. */
const MOST_STEPS = 50_000;

export function createTypeReader({ load }: { readonly load: LoadForTypes }): TypeReader {
  const budget = { steps: MOST_STEPS, depth: 0 };
  const world: TypeWorld = {
    evaluate,
    load,
    budget,
    schemas: new Map(),
    notes: [],
    references: new Map(),
    nodes: new Map(),
  };
  const definitions = new Map<string, TypeDefinition>();
  const shared = {
    definitions,
    budget,
    owners: new Map<string, number>(),
    circles: new Map<number, string>(),
  };
  const emissions: Readonly<Record<TypeUse, Emission>> = {
    input: createEmission('input', shared),
    answer: createEmission('answer', shared),
  };
  const evaluated = ({ module, node }: Located<TsType>, use: TypeUse) => {
    budget.steps = MOST_STEPS;
    emissions[use].counts.clear();
    const root = { module, span: typeNode(node).span };
    return { root, meant: evaluate(typeNode(node), moduleScope(world, module)) };
  };
  return {
    definitions,
    notes: () => notesOf(world.notes),
    named: (type) => namedType(load, type),
    streams: (type) => streamType(load, type),
    instances: (node) => instanceStreams(load, node),
    item: (type) => itemKindOf(load, type),
    answers: (type) => {
      const { meant, root } = evaluated(type, 'answer');
      return answerTypes(meant, (part) => emit(emissions.answer, part, root));
    },
    read: ({ module, node }, use) => {
      const { meant, root } = evaluated({ module, node }, use);
      if (meant.kind === 'schema' && use === 'input') {
        const document = emit(emissions.answer, meant.document(), root).type;
        return schemaInput({ meant, document, load }, module);
      }
      const { type, refused, patterns } = emit(emissions[use], meant, root);
      const problems = refused.map(({ at, refusal, related: other }) => {
        const { source } = at.module.record;
        const text = source.textOf(at.span).replaceAll(/\s+/g, ' ');
        const short = text.length > 60 ? `${text.slice(0, 57)}...` : text;
        const message = 'This is the type in question.';
        const related = other ? [{ message, at: spanOf(other) }] : [];
        return diagnose(unreadType, { ...refusal, text: short }, { at: spanOf(at), related });
      });
      const isPlain = isPlainNumber(load, { module, node }) && { isPlainNumber: true as const };
      return { type, patterns, problems, ...isPlain };
    },
  };
}

function answerTypes(
  meant: Meaning,
  emitted: (part: Meaning) => Emitted,
  isResponse: boolean = false,
): readonly AnswerType[] {
  const within = (part: Meaning, isIn: boolean): readonly AnswerType[] =>
    answerTypes(part, emitted, isIn);
  const [item = UNKNOWN] = meant.kind === 'foreign' ? meant.of.map((read) => read()) : [];
  switch (meant.kind === 'foreign' ? meant.what : meant.kind) {
    case 'promise':
      return within(item, isResponse);
    case 'response':
      return within(item, true);
    case 'union': {
      const members = membersOf(meant);
      if (!members.some(({ kind }) => kind === 'foreign')) break;
      return members.flatMap((member) => within(member, isResponse));
    }
    case 'stream': {
      const data = dataOfEvents(item);
      const { type, refused } = emitted(data ?? item);
      const stream = data ? 'events' : 'items';
      return [{ isResponse, stream, type, isRead: refused.length === 0 }];
    }
    default:
  }
  const { type, refused } = emitted(meant);
  return [{ isResponse, type, isRead: refused.length === 0 }];
}

/** Returns the type of the events' data if all items are server-sent events. */
function dataOfEvents(items: Meaning): Meaning | undefined {
  const data = membersOf(items).map((item) =>
    item.kind === 'foreign' && item.what === 'event' ? (item.of[0]?.() ?? UNKNOWN) : undefined,
  );
  const known = data.filter((type) => type !== undefined);
  return known.length > 0 && known.length === data.length ? unionOf(known) : undefined;
}

function spanOf({ module, span }: NodePlace): SourceSpan {
  return module.record.source.spanOf(span);
}

type SchemaInput = {
  readonly meant: MeaningOf<'schema'>;
  readonly document: Type;
  readonly load: LoadForTypes;
};

/** Returns the output type of a schema value. The view's module must be able to refer to the schema. */
function schemaInput({ meant, document, load }: SchemaInput, module: LoadedModule): ReadType {
  const expression = expressionIn(load, module, meant);
  if (expression !== undefined)
    return { type: { kind: 'schema', expression, document }, patterns: [], problems: [] };
  const name = textOfName(meant.value.name);
  const at = meant.at && spanOf(meant.at);
  const problem = diagnose(unnamedSchema, { name, file: module.file }, { at });
  return { type: { kind: 'unknown' }, patterns: [], problems: [problem] };
}

function notesOf(notes: readonly SchemaNote[]): readonly Diagnostic[] {
  const keyOf = ({ at: { module, span }, name }: SchemaNote): string =>
    `${module.path} ${String(span.start)} ${name}`;
  const known = new Map(notes.map((note) => [keyOf(note), note]));
  return [...known.values()].map(({ at, name }) =>
    diagnose(widenedSchema, { name }, { at: spanOf(at) }),
  );
}
