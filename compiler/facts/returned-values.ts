// Finds what views return, as their syntax or their types show, besides plain values: a stream, or what JSON cannot hold,
// such as a Map, a generator, or the global `Response` where the import from this package is missing.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { HiddenAnswer, StreamedAnswer } from '../declarations/app-facts.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import { calleeOf, keyName, propertyName, spanOf, unwrap } from '../syntax/expressions.js';
import type {
  CallExpression,
  ClassNode,
  Expression,
  Identifier,
  NewExpression,
  Statement,
  TsType,
} from '../syntax/tree.js';
import { isOwnCode, walk, type AnyNode } from '../syntax/tree-walk.js';
import { definitionOf, importDefinition } from './definition.js';
import { isOurs, traceDefinition, traceExpression, type Entity } from './entity.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { isTreeNode } from './scan.js';
import { NODE_STREAM } from './stream-kinds.js';
import {
  type AnsweringFunction,
  bodyOf,
  isBody,
  type Search,
  yieldedKind,
} from './yielded-items.js';

const CLASSES = 'Response|Map|Set|WeakMap|WeakSet|URLSearchParams|Headers|FormData|Blob';
const HIDDEN_CLASS: ReadonlySet<string> = new Set(CLASSES.split('|'));
/** Types of the language. `Iterable` is none of them, because a list is one. */
const HIDDEN_TYPE: ReadonlySet<string> = new Set(
  `${CLASSES.slice('Response|'.length)}|ReadonlyMap|ReadonlySet|Generator|AsyncIterator|Iterator|IterableIterator`.split(
    '|',
  ),
);

/** Fast path: a body without one of these words, and without a call of a generator, is not searched. */
const HIDDEN_RETURN = new RegExp(
  `\\breturn\\s+(?:await\\s+)?(?:new\\s+(?<made>${CLASSES})\\b|(?<of>Response)\\s*\\.|(?<called>fetch)\\s*\\()`,
  'g',
);
const STREAM =
  /\b(?:createReadStream|Readable|Duplex|Transform|PassThrough|ReadableStream|TransformStream|Async(?:Generator|Iterable\w*)|create(?:Gzip|Gunzip|Deflate|Inflate|Brotli\w+))\b/;

type Found = HiddenAnswer | (StreamedAnswer & { readonly kind: 'stream' });

export type Returned = {
  /** The first returned value that JSON cannot hold. */
  readonly answer?: HiddenAnswer;
  /** The streams that may be returned. */
  readonly streams?: readonly StreamedAnswer[];
  /** Streams that nobody reads. */
  readonly dropped?: readonly SourceSpan[];
};

/** What a function returns that is no plain value. */
export function readReturned(
  program: Program,
  module: LoadedModule,
  { fn, owner }: { readonly fn: AnsweringFunction; readonly owner?: ClassNode },
): Returned {
  const search: Search = { program, module, owner, locals: new Map(), within: [fn] };
  const found = foundIn(search, fn);
  const answer = found.find((one): one is HiddenAnswer => one.kind !== 'stream');
  const streams = found.flatMap((one) =>
    one.kind === 'stream' ? [{ stream: one.stream, at: one.at }] : [],
  );
  const dropped = streams.length > 0 ? droppedBy(search, fn) : [];
  return {
    ...(answer && { answer }),
    ...(streams.length > 0 && { streams }),
    ...(dropped.length > 0 && { dropped }),
  };
}

/** What a generator returns is no item, and an async generator that is only called does not run. */
function droppedBy(search: Search, fn: AnsweringFunction): readonly SourceSpan[] {
  const { program, module } = search;
  const dropped: SourceSpan[] = [];
  const note = (expression: Expression): void => {
    dropped.push(module.record.source.spanOf(spanOf(expression)));
  };
  walk(bodyOf(search, fn), (node) => {
    if (fn.generator === true && isReturn(node) && streamsOf(search, node.argument).length > 0)
      note(node.argument);
    if (isStatement(node)) {
      const called = unwrap(node.expression);
      const call = called.type === 'AwaitExpression' ? unwrap(called.argument) : called;
      const callee = call.type === 'CallExpression' ? calleeOf(call) : undefined;
      const entity = callee && traceExpression(program, module, callee);
      if (entity?.kind === 'function' && entity.node.generator && entity.node.async)
        note(node.expression);
    }
    return !isOwnCode(node);
  });
  return dropped;
}

function isStatement(node: AnyNode): node is AnyNode & { readonly expression: Expression } {
  return node.type === 'ExpressionStatement';
}

function foundIn(search: Search, fn: AnsweringFunction): readonly Found[] {
  const declared = declaredAnswers(search, fn);
  if (fn.generator === true) {
    if (fn.async !== true) return [{ kind: 'generator', at: undefined }];
    const [first] = declared;
    const known = first?.kind === 'stream' && first.stream !== 'any' ? first.stream : undefined;
    const stream = known ?? yieldedKind(search, fn, streamsOf);
    return [{ kind: 'stream', stream, at: undefined }];
  }
  // What is declared is what callers count on; the body is read where that says nothing of streams.
  if (declared.some(({ kind }) => kind === 'stream')) return declared;
  return [...returnedBy(search, fn).flatMap((one) => valuesOf(search, one)), ...declared];
}

function declaredAnswers(
  { program, module }: Search,
  { returnType }: AnsweringFunction,
): readonly Found[] {
  if (!returnType) return [];
  const { typeAnnotation: node } = returnType;
  const streams = program.types?.streams({ module, node }) ?? [];
  const at = module.record.source.spanOf(node.span);
  if (streams.length > 0) return streams.map((stream) => ({ kind: 'stream', stream, at }));
  const hidden = declaredInstance(program, module, node);
  return hidden ? [hidden] : [];
}

function declaredInstance(
  program: Program,
  module: LoadedModule,
  node: TsType,
): HiddenAnswer | undefined {
  const open = [node];
  // An alias that is followed is appended, each only once.
  const seen = new Set<TsType>();
  for (const type of open) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.type === 'TsParenthesizedType') open.push(type.typeAnnotation);
    if (type.type === 'TsUnionType') open.push(...type.types);
    if (type.type !== 'TsTypeReference' || type.typeName.type !== 'Identifier') continue;
    const { typeName, typeParams, span } = type;
    const { value: name } = typeName;
    const declared = ownType(module, name);
    const isGlobal = !declared && !module.record.names.find(typeName);
    if (isGlobal && HIDDEN_TYPE.has(name))
      return { kind: 'instance', name, at: module.record.source.spanOf(span) };
    if (declared?.type === 'TsTypeAliasDeclaration') open.push(declared.typeAnnotation);
    const isAround = isGlobal
      ? /^Promise(?:Like)?$/.test(name)
      : isOurs(traceDefinition(program, definitionOf(program, module, typeName)), 'Response');
    const [first] = typeParams?.params ?? [];
    if (isAround && first) open.push(first);
  }
  return undefined;
}

function ownType({ record }: LoadedModule, name: string) {
  for (const item of record.typeItems) {
    const declared = item.type === 'ExportDeclaration' ? item.declaration : item;
    if ('id' in declared && declared.id.type === 'Identifier' && declared.id.value === name)
      return declared;
  }
  return undefined;
}

function isNodeStream(entity: Entity): boolean {
  return entity.kind === 'package' && NODE_STREAM.test(`${entity.specifier}:${entity.name}`);
}

function returnedBy(search: Search, fn: AnsweringFunction): readonly Expression[] {
  const { body } = fn;
  if (!isTreeNode(body)) return [];
  if (!isBody(body)) return [body as unknown as Expression]; // because an arrow function has one or the other
  if (!mayHide(search, search.module.record.source.textOf(body.span))) return [];
  const found: Expression[] = [];
  walk(bodyOf(search, fn), (node) => {
    const isReturned = isReturn(node);
    if (isReturned) found.push(node.argument);
    if (isConstants(node))
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init) search.locals.set(id.value, init);
    return !isReturned && !isOwnCode(node);
  });
  return found;
}

/** Whether the text of a body mentions something that {@link valuesOf} knows. */
function mayHide({ program, module, owner }: Search, text: string): boolean {
  const { names } = module.record;
  if (STREAM.test(text)) return true;
  for (const { groups = {} } of text.matchAll(HIDDEN_RETURN)) {
    const name = groups['made'] ?? groups['of'] ?? groups['called'] ?? '';
    // Of a name that the module has for something else, nothing needs to be read.
    if (names.named(name).length === 0) return true;
  }
  const follows = mayStream(program);
  for (const [, isOwn, name = ''] of text.matchAll(/(\bthis\.)?\b([\w$]+)\s*\(/g)) {
    if (isOwn !== undefined && ownMethod(owner, name)) return true;
    for (const binding of names.named(name)) {
      const made = traceDefinition(
        program,
        binding.kind === 'import'
          ? importDefinition(program, module, binding)
          : { kind: 'binding', module, name, binding },
      );
      if (follows && /^(?:namespace|expression|class)$/.test(made.kind)) return true;
      if (made.kind === 'function' && (follows || made.node.generator || made.node.returnType))
        return true;
    }
  }
  return false;
}

const STREAMING = new WeakMap<Program, boolean>();

/** Whether a module of the application makes a stream. Only then are functions without a declared type followed. */
function mayStream(program: Program): boolean {
  let found = STREAMING.get(program);
  if (found === undefined) {
    found = program.graph.loaded.some(
      ({ record: { source } }) =>
        STREAM.test(source.text) || /\basync\s*(?:function\s*)?\*/.test(source.text),
    );
    STREAMING.set(program, found);
  }
  return found;
}

function ownMethod(owner: ClassNode | undefined, name: string): AnsweringFunction | undefined {
  for (const member of owner?.body ?? [])
    if (member.type === 'ClassMethod' && keyName(member.key) === name) return member.function;
  return undefined;
}

function isConstants(
  node: AnyNode,
): node is AnyNode & Extract<Statement, { readonly type: 'VariableDeclaration' }> {
  return node.type === 'VariableDeclaration' && 'kind' in node && node.kind === 'const';
}

function isReturn(node: AnyNode): node is AnyNode & { readonly argument: Expression } {
  return node.type === 'ReturnStatement' && 'argument' in node && isTreeNode(node.argument);
}

/** The streams that an expression may give. */
function streamsOf(search: Search, expression: Expression): readonly StreamKind[] {
  return valuesOf(search, expression).flatMap((one) => (one.kind === 'stream' ? one.stream : []));
}

/** The streams and the hidden values that an expression may give. */
function valuesOf(search: Search, expression: Expression): readonly Found[] {
  const { program, module } = search;
  const type = assertedType(expression);
  const at = module.record.source.spanOf(spanOf(expression));
  const asserted = type ? (program.types?.streams({ module, node: type }) ?? []) : [];
  if (asserted.length > 0) return asserted.map((stream) => ({ kind: 'stream', stream, at }));
  const node = unwrap(expression);
  switch (node.type) {
    case 'AwaitExpression':
      return valuesOf(search, node.argument);
    case 'ConditionalExpression':
      return [...valuesOf(search, node.consequent), ...valuesOf(search, node.alternate)];
    case 'Identifier': {
      const value = search.locals.get(node.value);
      search.locals.delete(node.value);
      return value ? valuesOf(search, value) : [];
    }
    case 'NewExpression':
      return instancesOf(search, node);
    case 'CallExpression':
      return resultsOf(search, node);
    default:
      return [];
  }
}

function assertedType(expression: Expression): TsType | undefined {
  if (expression.type === 'ParenthesisExpression') return assertedType(expression.expression);
  const isAsserted =
    expression.type === 'TsAsExpression' || expression.type === 'TsSatisfiesExpression';
  return isAsserted ? expression.typeAnnotation : undefined;
}

function instancesOf(search: Search, node: NewExpression): readonly Found[] {
  const { program, module } = search;
  const made = unwrap(node.callee);
  const entity = traceExpression(program, module, made);
  const body = node.arguments?.[0]?.expression;
  if (isOurs(entity, 'Response')) return body ? valuesOf(search, body) : [];
  const at = module.record.source.spanOf(spanOf(made));
  if (isNodeStream(entity) || isStreamClass(program, entity))
    return [{ kind: 'stream', stream: 'bytes', at }];
  if (made.type !== 'Identifier' || !isGlobal(search, made)) return [];
  if (made.value === 'ReadableStream') {
    const [item] = node.typeArguments?.params ?? [];
    const kind = item && program.types?.item({ module, node: item });
    return [{ kind: 'stream', stream: kind ?? 'bytes', at }];
  }
  if (!HIDDEN_CLASS.has(made.value)) return [];
  return [
    made.value === 'Response'
      ? { kind: 'response', form: 'new', at }
      : { kind: 'instance', name: made.value, at },
  ];
}

/** Whether a class extends a stream of Node.js. */
function isStreamClass(program: Program, entity: Entity): boolean {
  const base = entity.kind === 'class' ? entity.node.superClass : undefined;
  return (
    base !== undefined &&
    entity.kind === 'class' &&
    isNodeStream(traceExpression(program, entity.module, base))
  );
}

/** The most functions that are followed from one to the next. */
const MOST_CALLS = 8;

function resultsOf(search: Search, node: CallExpression): readonly Found[] {
  const { program, module, owner } = search;
  const callee = calleeOf(node);
  if (!callee) return [];
  const at = module.record.source.spanOf(spanOf(callee));
  const stream: readonly Found[] = [{ kind: 'stream', stream: 'bytes', at }];
  const entity = traceExpression(program, module, callee);
  if (isNodeStream(entity)) return stream;
  const object = callee.type === 'MemberExpression' ? unwrap(callee.object) : undefined;
  const name = callee.type === 'MemberExpression' ? propertyName(callee) : undefined;
  const own = object?.type === 'ThisExpression' ? ownMethod(owner, name ?? '') : undefined;
  if (entity.kind === 'function')
    return calledBy({ ...search, module: entity.module, owner: undefined }, entity.node, at);
  if (own) return calledBy(search, own, at);
  if (callee.type === 'Identifier' && callee.value === 'fetch' && isGlobal(search, callee))
    return [{ kind: 'response', form: 'fetch', at }];
  if (!object) return [];
  const isGlobalNamed = (text: string): boolean =>
    object.type === 'Identifier' && object.value === text && isGlobal(search, object);
  if (name === 'from' && isNodeStream(traceExpression(program, module, object))) return stream;
  if (name === 'from' && isGlobalNamed('ReadableStream')) return stream;
  const [first] = node.arguments;
  // `file.pipe(gzip)` gives what it is given.
  if (name === 'pipe' && first) return valuesOf(search, first.expression);
  if (name === 'pipeThrough' && streamsOf(search, object).length > 0) return stream;
  return isGlobalNamed('Response')
    ? [{ kind: 'response', form: 'static', at: module.record.source.spanOf(spanOf(object)) }]
    : [];
}

/** What a call of a function of the application gives, for a view that returns it. */
function calledBy(
  search: Search,
  called: AnsweringFunction,
  at: HiddenAnswer['at'],
): readonly Found[] {
  const { program, within } = search;
  if (within.includes(called) || within.length > MOST_CALLS || !at) return [];
  if (called.generator === true && called.async !== true)
    return [{ kind: 'instance', name: 'Generator', at }];
  if (!called.generator && !called.returnType && !mayStream(program)) return [];
  const inner: Search = { ...search, locals: new Map(), within: [...within, called] };
  return foundIn(inner, called).flatMap((one): readonly Found[] => {
    if (one.kind === 'stream') return [{ ...one, at }];
    // What else a function returns is said where its type says it.
    return one.kind === 'instance' && called.returnType ? [{ ...one, at }] : [];
  });
}

function isGlobal({ module }: Search, name: Identifier): boolean {
  return !module.record.names.find(name);
}
