// Finds what a function may return besides plain values: streams, and values that JSON cannot represent, such as a Map, a
// generator, or the global `Response` if the import from this package is missing. The declared type is read first, and the code
// if that type contains no stream.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import { calleeOf, keyName, propertyName, spanOf, unwrap } from '../syntax/expressions.js';
import type {
  AnyFunction,
  CallExpression,
  Expression,
  MemberExpression,
  NewExpression,
  Pattern,
  Statement,
  TsType,
} from '../syntax/tree.js';
import { isOwnCode, nameOf, walk, type AnyNode } from '../syntax/tree-walk.js';
import {
  type CalledFunction,
  calledFunction,
  declaredAnswers,
  HIDDEN_CLASS,
  isOfObjects,
  isOfPackage,
  LIKE_STREAM,
  mayHide,
  mayStream,
  MOST_CALLS,
  valueOf,
} from './called-functions.js';
import { globalName, isOurs, traceExpression } from './entity.js';
import type { Entity, Program } from './program.js';
import type { LoadedModule } from './module-graph.js';
import { isTreeNode } from './scan.js';
import {
  bodyOf,
  fromKind,
  isBody,
  type AnswerContext,
  yieldedKinds,
  joinedKind,
  NODE_STREAM,
  type PossibleAnswer,
} from './yielded-items.js';

type Around = Pick<AnswerContext, 'program' | 'module' | 'owner' | 'within'> &
  Partial<Pick<AnswerContext, 'read'>>;

export function createAnswerContext(around: Around): AnswerContext {
  return { read: new Map(), ...around, locals: new Map(), variables: new Map() };
}

/** Results are cached. A function reached through fewer calls is read again, because more of its calls are then followed. */
export function possibleAnswersOf(
  search: AnswerContext,
  fn: AnyFunction,
): readonly PossibleAnswer[] {
  const { read, within } = search;
  const before = read.get(fn);
  if (before && before.calls <= within.length) return before.found;
  const found = answersOf(search, fn);
  read.set(fn, { calls: within.length, found });
  return found;
}

function answersOf(search: AnswerContext, fn: AnyFunction): readonly PossibleAnswer[] {
  const declared = declaredAnswers(search, fn);
  if (fn.generator === true) {
    if (fn.async !== true) return [{ kind: 'generator', at: undefined }];
    // Mistakes in the declared type are reported elsewhere. If the type does not show what is streamed, the yielded items do.
    if (declared.some((one) => one.kind === 'stream' && one.stream !== 'any')) return declared;
    return yieldedKinds(search, fn, streamsOf).map((one) => ({ ...one, kind: 'stream' }));
  }
  // A declared stream takes precedence, because callers rely on it. The body is read only if no stream is declared.
  if (declared.some(({ kind }) => kind === 'stream')) return declared;
  return [...returnedBy(search, fn).flatMap((one) => valuesOf(search, one)), ...declared];
}

function isNodeStream(entity: Entity): boolean {
  return entity.kind === 'package' && NODE_STREAM.test(`${entity.specifier}:${entity.name}`);
}

function returnedBy(search: AnswerContext, fn: AnyFunction): readonly Expression[] {
  const { body } = fn;
  if (!isTreeNode(body)) return [];
  if (!isBody(body)) return [body as unknown as Expression]; // because the body of an arrow function is a block or an expression
  if (!mayHide(search, search.module.record.source.textOf(body.span))) return [];
  const found: Expression[] = [];
  walk(bodyOf(search, fn), (node) => {
    const isReturned = isReturn(node);
    if (isReturned) found.push(node.argument);
    if (isVariables(node)) noteVariables(search, node);
    if (isAssignment(node) && node.left.type === 'Identifier')
      noteValue(search, node.left.value, node.right);
    return !isReturned && !isOwnCode(node);
  });
  return found;
}

export type Variables = Extract<Statement, { readonly type: 'VariableDeclaration' }>;

function noteVariables(search: AnswerContext, { kind, declarations }: Variables): void {
  for (const { id, init } of declarations) {
    if (!init) continue;
    if (id.type === 'Identifier' && kind === 'const') search.locals.set(id.value, init);
    else if (id.type === 'Identifier') noteValue(search, id.value, init);
    if (id.type !== 'ObjectPattern') continue;
    // `const { body } = await fetch(url)` is read as `(await fetch(url)).body`.
    for (const property of id.properties) {
      const { span } = init as MemberExpression; // because every expression that can be destructured has a span
      const member = (key: string): MemberExpression => ({
        type: 'MemberExpression',
        span,
        object: init,
        property: { type: 'Identifier', span, value: key, optional: false },
      });
      if (property.type === 'AssignmentPatternProperty')
        search.locals.set(property.key.value, member(property.key.value));
      else if (property.type === 'KeyValuePatternProperty' && property.value.type === 'Identifier')
        search.locals.set(property.value.value, member(keyName(property.key) ?? ''));
    }
  }
}

function noteValue({ variables }: AnswerContext, name: string, value: Expression): void {
  variables?.set(name, [...(variables.get(name) ?? []), value]);
}

export function isVariables(node: AnyNode): node is AnyNode & Variables {
  return node.type === 'VariableDeclaration';
}

function isAssignment(
  node: AnyNode,
): node is AnyNode & { readonly left: Pattern; readonly right: Expression } {
  return node.type === 'AssignmentExpression' && 'operator' in node && node.operator === '=';
}

export function isReturn(node: AnyNode): node is AnyNode & { readonly argument: Expression } {
  return node.type === 'ReturnStatement' && 'argument' in node && isTreeNode(node.argument);
}

export function streamsOf(search: AnswerContext, expression: Expression): readonly StreamKind[] {
  return valuesOf(search, expression).flatMap((one) => (one.kind === 'stream' ? [one.stream] : []));
}

function valuesOf(search: AnswerContext, expression: Expression): readonly PossibleAnswer[] {
  const { program, module } = search;
  const type = assertedType(expression);
  const at = module.record.source.spanOf(spanOf(expression));
  const { kinds = [] } = (type && program.types?.streams({ module, node: type })) ?? {};
  if (kinds.length > 0) return kinds.map((stream) => ({ kind: 'stream', stream, at }));
  const node = unwrap(expression);
  switch (node.type) {
    case 'AwaitExpression':
      return valuesOf(search, node.argument);
    case 'ConditionalExpression':
      return [...valuesOf(search, node.consequent), ...valuesOf(search, node.alternate)];
    case 'BinaryExpression':
      if (!/^(?:\?\?|&&|\|\|)$/.test(node.operator)) return [];
      return [
        ...(node.operator === '&&' ? [] : valuesOf(search, node.left)),
        ...valuesOf(search, node.right),
      ];
    case 'Identifier':
      return valuesOfName(search, node.value);
    case 'OptionalChainingExpression':
      return valuesOf(search, linkOf(node));
    case 'MemberExpression':
      return memberOf(search, node);
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

/** Returns the `x.y` in `x?.y`. */
function linkOf(expression: Expression): Expression {
  return expression.type === 'OptionalChainingExpression' ? expression.base : expression;
}

function valuesOfName(search: AnswerContext, name: string): readonly PossibleAnswer[] {
  const { locals, variables } = search;
  const value = locals.get(name);
  const values = variables?.get(name) ?? [];
  // The name is removed while it is followed, which ends cycles.
  locals.delete(name);
  variables?.delete(name);
  const found = [
    ...(value ? valuesOf(search, value) : []),
    // Only streams count: a variable that first holds a Map may hold a list by the time it is returned.
    ...values.flatMap((one) => valuesOf(search, one)).filter(({ kind }) => kind === 'stream'),
  ];
  if (value) locals.set(name, value);
  variables?.set(name, values);
  return found;
}

/** Handles `(await fetch(url)).body`, `new TransformStream().readable`, and members whose name suggests a stream. */
function memberOf(search: AnswerContext, node: MemberExpression): readonly PossibleAnswer[] {
  const { module } = search;
  const name = propertyName(node) ?? '';
  const at = module.record.source.spanOf(spanOf(node));
  const stream = (kind: StreamKind): readonly PossibleAnswer[] => [
    { kind: 'stream', stream: kind, at },
  ];
  if (name === 'body' && valuesOf(search, node.object).some(({ kind }) => kind === 'response'))
    return stream('bytes');
  if (name === 'readable') {
    const kind = transformKind(search, node.object);
    if (kind) return stream(kind);
  }
  if (name === 'Body' && isStoredObject(search, node.object)) return stream('bytes');
  return LIKE_STREAM.test(name) && isOfPackage(search, node.object)
    ? [{ kind: 'unclear', at }]
    : [];
}

function isStoredObject(search: AnswerContext, expression: Expression): boolean {
  const node = valueOf(search, expression);
  if (node.type !== 'AwaitExpression') return false;
  const call = unwrap(node.argument);
  const [first] = call.type === 'CallExpression' ? call.arguments : [];
  const command = first && valueOf(search, first.expression);
  if (command?.type !== 'NewExpression') return false;
  const entity = traceExpression(search.program, search.module, command.callee);
  return (
    entity.kind === 'package' &&
    entity.specifier.startsWith('@aws-sdk/client-') &&
    entity.name === 'GetObjectCommand'
  );
}

/** Returns the name of a global, or of a Web API class that is imported from Node.js. */
export function webName(
  program: Program,
  module: LoadedModule,
  expression: Expression,
): string | undefined {
  const made = unwrap(expression);
  const global = globalName(module, made);
  if (global !== undefined) return global;
  const entity = traceExpression(program, module, made);
  const isExport = entity.kind === 'package' && /^(?:node:)?stream\/web$/.test(entity.specifier);
  return isExport ? entity.name : undefined;
}

/** Returns the kind of stream that a Web transform stream outputs; undefined for any other expression. */
function transformKind(search: AnswerContext, expression: Expression): StreamKind | undefined {
  const { program, module } = search;
  const node = valueOf(search, expression);
  if (node.type !== 'NewExpression') return undefined;
  switch (webName(program, module, node.callee)) {
    case 'TextDecoderStream':
      return 'text';
    case 'CompressionStream':
    case 'DecompressionStream':
    case 'TextEncoderStream':
      return 'bytes';
    case 'TransformStream': {
      const item = node.typeArguments?.params[1];
      return (item && program.types?.item({ module, node: item })) ?? 'any';
    }
    default:
      return undefined;
  }
}

function instancesOf(search: AnswerContext, node: NewExpression): readonly PossibleAnswer[] {
  const { program, module } = search;
  const made = unwrap(node.callee);
  const entity = traceExpression(program, module, made);
  const body = node.arguments?.[0]?.expression;
  if (isOurs(entity, 'Response')) return body ? valuesOf(search, body) : [];
  const at = module.record.source.spanOf(spanOf(made));
  if (isNodeStream(entity))
    return [{ kind: 'stream', stream: isOfObjects(search, body) ? 'any' : 'bytes', at }];
  if (entity.kind === 'class')
    return classStreams(search, entity).map((stream) => ({ kind: 'stream', stream, at }));
  if (webName(program, module, made) === 'ReadableStream') {
    const [item] = node.typeArguments?.params ?? [];
    const kind = item && program.types?.item({ module, node: item });
    return [{ kind: 'stream', stream: kind ?? 'bytes', at }];
  }
  const name = globalName(module, made) ?? '';
  if (!HIDDEN_CLASS.has(name)) return [];
  return [
    name === 'Response' ? { kind: 'response', form: 'new', at } : { kind: 'instance', name, at },
  ];
}

/** Returns the kinds of stream that an instance may be, according to its base class, interfaces or async iterator. */
function classStreams(
  search: AnswerContext,
  { module, node }: Extract<Entity, { readonly kind: 'class' }>,
): readonly StreamKind[] {
  const { program, within, read } = search;
  const base = node.superClass && traceExpression(program, module, node.superClass);
  // The options passed to `super` may be created anywhere in the class, so its whole text is searched.
  if (base && isNodeStream(base))
    return [
      /\b(?:readableO|o)bjectMode\b/.test(module.record.source.textOf(node.span)) ? 'any' : 'bytes',
    ];
  const kinds = program.types?.instances({ module, node }) ?? [];
  if (kinds.length > 0 && !kinds.includes('any')) return kinds;
  const iterator = node.body.find(
    (member) =>
      member.type === 'ClassMethod' &&
      /\bSymbol\s*\.\s*asyncIterator\b/.test(module.record.source.textOf(member.key.span)),
  );
  if (iterator?.type !== 'ClassMethod' || within.includes(iterator.function)) return kinds;
  const inner = createAnswerContext({
    program,
    module,
    owner: { module, node },
    within: [...within, iterator.function],
    read,
  });
  const found = possibleAnswersOf(inner, iterator.function).flatMap((one) =>
    one.kind === 'stream' ? [one.stream] : [],
  );
  return found.length > 0 ? found : ['any'];
}

/** Methods of Node.js streams that return a stream of the same items, and those that return a stream of other items. */
const SAME_ITEMS = /^(?:on|once|resume|pause|filter|take|drop|values)$/;
const OTHER_ITEMS = /^(?:map|flatMap|compose|setEncoding)$/;

/** Methods that return a stream of bytes: of Node.js, of responses and of SDKs. */
const BYTE_STREAMS =
  /^(?:createReadStream|readableWebStream|transformToWebStream|toReadableStream)$/;

function resultsOf(search: AnswerContext, node: CallExpression): readonly PossibleAnswer[] {
  const { program, module } = search;
  const called = calleeOf(node);
  if (!called) return [];
  const callee = linkOf(called);
  const at = module.record.source.spanOf(spanOf(called));
  const stream = (kind: StreamKind = 'bytes'): readonly PossibleAnswer[] => [
    { kind: 'stream', stream: kind, at },
  ];
  const own = calledFunction(search, called);
  if (own) return calledBy(search, own, at);
  if (isNodeStream(traceExpression(program, module, callee))) return stream();
  if (globalName(module, callee) === 'fetch') return [{ kind: 'response', form: 'fetch', at }];
  if (callee.type !== 'MemberExpression') return unclearCall(search, node, callee);
  const object = unwrap(callee.object);
  const name = propertyName(callee) ?? '';
  const global = globalName(module, object);
  const [first] = node.arguments;
  if (isNodeStream(traceExpression(program, module, object)) && first) {
    if (name === 'from') return stream(fromKind(search, first.expression, streamsOf));
    const given = streamsOf(search, first.expression);
    if (name === 'toWeb' || name === 'fromWeb') return stream(joinedKind(given) ?? 'bytes');
  }
  if (name === 'from' && first && webName(program, module, object) === 'ReadableStream')
    return stream(fromKind(search, first.expression, streamsOf));
  if (name === 'resolve' && first && global === 'Promise')
    return valuesOf(search, first.expression);
  if (BYTE_STREAMS.test(name)) return stream();
  // `file.pipe(gzip)` returns its argument.
  if (name === 'pipe' && first) return valuesOf(search, first.expression);
  // Only streams have `pipeThrough`.
  if (name === 'pipeThrough' && first)
    return stream(transformKind(search, first.expression) ?? 'any');
  if (global === 'Response')
    return [{ kind: 'response', form: 'static', at: module.record.source.spanOf(spanOf(object)) }];
  const given = valuesOf(search, object);
  const kinds = given.flatMap((one) => (one.kind === 'stream' ? [one.stream] : []));
  if (kinds.length > 0 && SAME_ITEMS.test(name)) return stream(joinedKind(kinds));
  if (kinds.length > 0 && OTHER_ITEMS.test(name)) return stream('any');
  if (name === 'stream' && given.some((one) => one.kind === 'instance' && one.name === 'Blob'))
    return stream();
  return unclearCall(search, node, callee);
}

/** Handles a call to a package function: a stream is likely if the name suggests one or the options contain `stream: true`. */
function unclearCall(
  search: AnswerContext,
  { arguments: given }: CallExpression,
  callee: Expression,
): readonly PossibleAnswer[] {
  const name = callee.type === 'MemberExpression' ? propertyName(callee) : nameOf(callee);
  const isAsked = given.some(({ expression }) => {
    const options = valueOf(search, expression);
    return (
      options.type === 'ObjectExpression' &&
      options.properties.some(
        (one) =>
          one.type === 'KeyValueProperty' &&
          keyName(one.key) === 'stream' &&
          one.value.type === 'BooleanLiteral' &&
          one.value.value,
      )
    );
  });
  const at = search.module.record.source.spanOf(spanOf(callee));
  return (isAsked || LIKE_STREAM.test(name ?? '')) && isOfPackage(search, callee)
    ? [{ kind: 'unclear', at }]
    : [];
}

function calledBy(
  { program, within, read }: AnswerContext,
  { node: fn, module, owner }: CalledFunction,
  at: SourceSpan,
): readonly PossibleAnswer[] {
  if (within.includes(fn) || within.length > MOST_CALLS) return [];
  if (fn.generator === true && fn.async !== true)
    return [{ kind: 'instance', name: 'Generator', at }];
  if (!fn.generator && !fn.returnType && !mayStream(program)) return [];
  const inner = createAnswerContext({ program, module, owner, within: [...within, fn], read });
  // Each kind of value is reported once at the call, even if the function returns it several times.
  const given = new Map<string, PossibleAnswer>();
  for (const one of possibleAnswersOf(inner, fn)) {
    if (one.kind === 'stream') given.set(one.stream, { ...one, at });
    else if (one.kind === 'unclear') given.set(one.kind, { ...one, at });
    // Other values are reported here only if the function has a declared return type.
    else if (one.kind === 'instance' && fn.returnType) given.set(`new ${one.name}`, { ...one, at });
  }
  return [...given.values()];
}
