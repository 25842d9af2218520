// Finds what an async generator without a declared type yields, as far as its own code shows: `yield sse(...)`, text, bytes, or
// a value that is sent as JSON. If the code does not show it, the runtime decides the kind for each response.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { HiddenAnswer, StreamedAnswer } from '../declarations/app-facts.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import { annotationOf, calleeOf, patternOf, spanOf, unwrap } from '../syntax/expressions.js';
import type {
  AnyFunction,
  ClassNode,
  Expression,
  FunctionBody,
  Pattern,
  TsType,
} from '../syntax/tree.js';
import {
  isOfType,
  isOwnCode,
  nameOf,
  type NodeOf,
  walk,
  type AnyNode,
} from '../syntax/tree-walk.js';
import { globalMember, globalName, isOurs, traceExpression } from './entity.js';
import type { LoadedModule, Located } from './module-graph.js';
import type { Program } from './program.js';
import { isTreeNode } from './scan.js';

export type PossibleAnswer =
  | HiddenAnswer
  | (StreamedAnswer & { readonly kind: 'stream' })
  | { readonly kind: 'unclear'; readonly at: SourceSpan };

/** The context of a search: the class that contains the function, and the constants that the function's body declares. */
export type AnswerContext = {
  readonly program: Program;
  readonly module: LoadedModule;
  readonly owner: Located<ClassNode> | undefined;
  readonly locals: Map<string, Expression>;
  /** The values that are assigned to variables. A variable may have several. */
  readonly variables?: Map<string, readonly Expression[]>;
  /** The functions that led to this one, to detect call cycles. */
  readonly within: readonly AnyFunction[];
  /** The results of functions that were already read, each with the number of calls that led to the function. */
  readonly read: Map<
    AnyFunction,
    { readonly calls: number; readonly found: readonly PossibleAnswer[] }
  >;
};

type Streams = (search: AnswerContext, expression: Expression) => readonly StreamKind[];

type GeneratorNames = {
  readonly streams: Streams;
  readonly types: Map<string, TsType>;
  /** The expressions that loops iterate over, by the name of the loop variable. */
  readonly loops: Map<string, Expression>;
  /** Whether a name is declared only once; false if several scopes declare it. */
  readonly known: Map<string, boolean>;
};

function namesFor(streams: Streams): GeneratorNames {
  return { streams, types: new Map(), loops: new Map(), known: new Map() };
}

/** Returns several kinds if one stream cannot combine them; `any` means that the kind is not certain. */
export function yieldedKinds(
  search: AnswerContext,
  fn: AnyFunction,
  streams: Streams,
): readonly StreamedAnswer[] {
  const names = namesFor(streams);
  for (const parameter of fn.params) noteType(names, patternOf(parameter));
  const yielded: NodeOf<'YieldExpression'>[] = [];
  const assigned = new Set<string>();
  walk(bodyOf(search, fn), (node) => {
    if (isOfType(node, 'YieldExpression')) yielded.push(node);
    if (isOfType(node, 'ForOfStatement')) noteLoop(names, node);
    if (isOfType(node, 'VariableDeclarator')) {
      noteType(names, node.id);
      const name = nameOf(node.id);
      if (name !== undefined && node.init) search.locals.set(name, node.init);
    }
    if (isOfType(node, 'AssignmentExpression')) {
      const name = nameOf(node.left);
      if (name !== undefined) assigned.add(name);
    }
    return !isOwnCode(node);
  });
  // A variable that is reassigned may have values other than its initial value.
  for (const name of assigned) search.locals.delete(name);
  const items = yielded.flatMap(({ argument: given, delegate }): readonly StreamedAnswer[] => {
    if (!given) return [{ stream: 'ndjson', at: undefined }];
    const inner = delegate ? streams(search, given) : [itemKind(search, given, names)];
    const kinds = inner.length > 0 ? inner : [elementKind(search, given, names)];
    const at = search.module.record.source.spanOf(spanOf(given));
    return kinds.map((stream) => ({ stream, at }));
  });
  const [kind = 'any', ...others] = sentKinds(items.map(({ stream }) => stream));
  if (others.length === 0) return [{ stream: kind, at: undefined }];
  return [kind, ...others].map((one) => ({
    stream: one,
    at: items.find(({ stream }) => stream === one)?.at,
  }));
}

/** Returns the kind of stream that `from(items)` creates. */
export function fromKind(search: AnswerContext, items: Expression, streams: Streams): StreamKind {
  const inner = streams(search, items);
  if (inner.length === 0) return elementKind(search, items, namesFor(streams));
  return joinedKind(inner) ?? 'any';
}

/** Returns the full body of a function, after parsing it if it was skipped. */
export function bodyOf({ module }: AnswerContext, { body }: AnyFunction): AnyNode | undefined {
  if (!isTreeNode(body)) return undefined;
  return isBody(body) && body.isSkipped ? module.record.readBody(body.span) : body;
}

export function isBody(node: AnyNode): node is FunctionBody {
  return node.type === 'FunctionBody';
}

function noteType({ types, known }: GeneratorNames, pattern: Pattern): void {
  if (pattern.type !== 'Identifier') return;
  known.set(pattern.value, !known.has(pattern.value));
  const type = annotationOf(pattern);
  if (type) types.set(pattern.value, type);
}

function noteLoop({ loops }: GeneratorNames, { left, right }: NodeOf<'ForOfStatement'>): void {
  const name = left.type === 'VariableDeclaration' ? nameOf(left.declarations[0]?.id) : undefined;
  if (name !== undefined) loops.set(name, right);
}

/** Returns the kind of the elements in a list literal, as in `yield* ['a', 'b']`. */
function elementKind(
  search: AnswerContext,
  expression: Expression,
  names: GeneratorNames,
): StreamKind {
  const node = unwrap(expression);
  if (node.type !== 'ArrayExpression') return 'any';
  const kinds = node.elements.map((element) =>
    element && !element.spread ? itemKind(search, element.expression, names) : 'any',
  );
  return joinedKind(kinds) ?? 'any';
}

function itemKind(
  search: AnswerContext,
  expression: Expression,
  names: GeneratorNames,
): StreamKind {
  const { program, module } = search;
  if (expression.type === 'TsAsExpression' || expression.type === 'TsSatisfiesExpression') {
    const kind = declaredKind(search, expression.typeAnnotation);
    if (kind !== 'any') return kind;
  }
  const node = unwrap(expression);
  switch (node.type) {
    case 'AwaitExpression':
      return itemKind(search, node.argument, names);
    case 'ConditionalExpression': {
      const sides = [node.consequent, node.alternate];
      return joinedKind(sides.map((side) => itemKind(search, side, names))) ?? 'any';
    }
    case 'StringLiteral':
    case 'TemplateLiteral':
      return 'text';
    case 'NumericLiteral':
    case 'BooleanLiteral':
    case 'NullLiteral':
    case 'ObjectExpression':
    case 'ArrayExpression':
      return 'ndjson';
    case 'BinaryExpression':
      // `text + anything` is text.
      return node.operator === '+' &&
        [node.left, node.right].some((side) => itemKind(search, side, names) === 'text')
        ? 'text'
        : 'any';
    case 'NewExpression':
      return globalName(module, node.callee) === 'Uint8Array' ? 'bytes' : 'any';
    case 'Identifier':
      return nameKind(search, node.value, names);
    case 'CallExpression': {
      const callee = calleeOf(node);
      if (!callee) return 'any';
      const entity = traceExpression(program, module, callee);
      if (isOurs(entity, 'sse')) return 'sse';
      if (callee.type === 'MemberExpression') {
        const object = traceExpression(program, module, callee.object);
        if (isOurs(object, 'sse')) return 'sse';
        return CALLED[globalMember(module, callee) ?? ''] ?? 'any';
      }
      if (globalName(module, callee) === 'String') return 'text';
      return entity.kind === 'function' && entity.node.returnType
        ? declaredKind({ ...search, module: entity.module }, entity.node.returnType.typeAnnotation)
        : 'any';
    }
    default:
      return 'any';
  }
}

const CALLED: Readonly<Record<string, StreamKind>> = {
  'JSON.stringify': 'text',
  'Buffer.from': 'bytes',
  'Buffer.alloc': 'bytes',
  'Uint8Array.from': 'bytes',
};

function nameKind(search: AnswerContext, name: string, names: GeneratorNames): StreamKind {
  if (names.known.get(name) === false) return 'any';
  const type = names.types.get(name);
  if (type) return declaredKind(search, type);
  const loop = names.loops.get(name);
  if (loop) {
    names.loops.delete(name);
    const kinds = names.streams(search, loop);
    return (kinds.length > 0 ? joinedKind(kinds) : undefined) ?? elementKind(search, loop, names);
  }
  const value = search.locals.get(name);
  if (!value) return 'any';
  // The name is removed while it is followed, which ends cycles.
  search.locals.delete(name);
  const kind = itemKind(search, value, names);
  search.locals.set(name, value);
  return kind;
}

function declaredKind({ program, module }: AnswerContext, node: TsType): StreamKind {
  return program.types?.item({ module, node: promised(module, node) }) ?? 'any';
}

function promised(module: LoadedModule, node: TsType): TsType {
  const isPromise =
    node.type === 'TsTypeReference' &&
    node.typeName.type === 'Identifier' &&
    globalName(module, node.typeName) === 'Promise';
  const [first] = isPromise ? (node.typeParams?.params ?? []) : [];
  return first ?? node;
}

/** Node.js exports that are byte streams or return one: `stream:Readable`. */
export const NODE_STREAM: RegExp =
  /^(?:node:)?(?:stream|fs|http|zlib):(?:default\.)?(?:Readable|Duplex|Transform|PassThrough|Stream|ReadStream|IncomingMessage|createReadStream|create(?:Gzip|Gunzip|Deflate|Inflate|BrotliCompress|BrotliDecompress))$/;

/** Returns the one kind in which items of these kinds are sent, or several kinds if one stream cannot combine them. */
export function sentKinds(kinds: readonly StreamKind[]): readonly StreamKind[] {
  const all = new Set(kinds);
  const known = [...all].filter((kind) => kind !== 'any');
  if (known.length > 1 && (all.has('sse') || (all.has('bytes') && all.has('ndjson')))) return known;
  if (all.has('any')) return ['any'];
  const [only] = known;
  if (known.length < 2) return only ? [only] : [];
  return [all.has('ndjson') ? 'ndjson' : 'bytes'];
}

/** Returns the kind of a stream of items; `any` if one stream cannot combine their kinds, undefined if there are no items. */
export function joinedKind(kinds: readonly StreamKind[]): StreamKind | undefined {
  const [kind, ...others] = sentKinds(kinds);
  return others.length > 0 ? 'any' : kind;
}
