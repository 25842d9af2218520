// Finds views that, by their syntax or types, return a value that JSON cannot hold: a Map, a generator, a stream, or the global
// `Response` when the import from this package is missing.
import type { HiddenAnswer } from '../declarations/app-facts.js';
import { calleeOf, keyName, propertyName, spanOf, unwrap } from '../syntax/expressions.js';
import type {
  CallExpression,
  ClassNode,
  Expression,
  FunctionBody,
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

/** The parts that a method, function or arrow function shares. */
export type AnsweringFunction = {
  readonly generator?: boolean;
  readonly async?: boolean;
  readonly body?: unknown;
  readonly returnType?: { readonly typeAnnotation: TsType } | null | undefined;
};

const CLASSES =
  'Response|Map|Set|WeakMap|WeakSet|ReadableStream|URLSearchParams|Headers|FormData|Blob';
const HIDDEN_CLASS: ReadonlySet<string> = new Set(CLASSES.split('|'));
/** Built-in types. `Iterable` is not one of them, because a list is iterable. */
const HIDDEN_TYPE: ReadonlySet<string> = new Set(
  `${CLASSES.slice('Response|'.length)}|ReadonlyMap|ReadonlySet|Generator|AsyncGenerator|AsyncIterable|AsyncIterator|Iterator|IterableIterator|AsyncIterableIterator`.split(
    '|',
  ),
);
/** Exports of Node.js that are streams, or create one. */
const NODE_STREAM =
  /^(?:node:)?(?:stream|fs|http|stream\/web|zlib):(?:default\.)?(?:Readable|Duplex|Transform|PassThrough|Stream|ReadStream|ReadableStream|IncomingMessage|createReadStream)$/;

/** Fast path: a body without one of these words, and without a call of a generator, is not searched. */
const HIDDEN_RETURN = new RegExp(
  `\\breturn\\s+(?:await\\s+)?(?:new\\s+(?<made>${CLASSES})\\b|(?<of>Response)\\s*\\.|(?<called>fetch)\\s*\\()`,
  'g',
);
const STREAM = /\b(?:createReadStream|Readable|Duplex|Transform|PassThrough|ReadableStream)\b/;

/** A function that responds, its class, and the constants that its body declares. */
type Search = {
  readonly program: Program;
  readonly module: LoadedModule;
  readonly owner: ClassNode | undefined;
  readonly locals: Map<string, Expression>;
};

/** The first returned value that JSON cannot hold. */
export function findHiddenAnswer(
  program: Program,
  module: LoadedModule,
  { fn, owner }: { readonly fn: AnsweringFunction; readonly owner?: ClassNode },
): HiddenAnswer | undefined {
  if (fn.generator === true) return { kind: 'generator', at: undefined };
  const search: Search = { program, module, owner, locals: new Map() };
  for (const expression of returnedBy(search, fn)) {
    const answer = hiddenAnswer(search, expression);
    if (answer) return answer;
  }
  return declaredAnswer(search, fn);
}

function declaredAnswer(
  { program, module }: Pick<Search, 'program' | 'module'>,
  { returnType }: AnsweringFunction,
): (HiddenAnswer & { readonly kind: 'instance' }) | undefined {
  const open = returnType ? [returnType.typeAnnotation] : [];
  // An alias that is followed is appended, each only once.
  const seen = new Set<TsType>();
  for (const type of open) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.type === 'TsParenthesizedType') open.push(type.typeAnnotation);
    if (type.type === 'TsUnionType') open.push(...type.types);
    if (type.type !== 'TsTypeReference') continue;
    const { typeName, typeParams, span } = type;
    const [text = ''] = module.record.source.textOf(span).split(/[\s<]/, 1);
    const at = module.record.source.spanOf(span);
    if (text === 'NodeJS.ReadableStream') return { kind: 'instance', name: text, at };
    if (typeName.type !== 'Identifier') continue;
    const declared = ownType(module, text);
    const definition = definitionOf(program, module, typeName);
    const isGlobal = !declared && !module.record.names.find(typeName);
    const entity = traceDefinition(program, definition);
    if (isGlobal ? HIDDEN_TYPE.has(text) : isNodeStream(entity))
      return { kind: 'instance', name: text, at };
    if (declared?.type === 'TsTypeAliasDeclaration') open.push(declared.typeAnnotation);
    const isAround = isGlobal ? /^Promise(?:Like)?$/.test(text) : isOurs(entity, 'Response');
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

function returnedBy(search: Search, { body }: AnsweringFunction): readonly Expression[] {
  if (!isTreeNode(body)) return [];
  if (!isBody(body)) return [body as unknown as Expression]; // because an arrow function has one or the other
  const { record } = search.module;
  if (!mayHide(search, record.source.textOf(body.span))) return [];
  const found: Expression[] = [];
  walk(body.isSkipped ? record.readBody(body.span) : body, (node) => {
    const isReturned = isReturn(node);
    if (isReturned) found.push(node.argument);
    if (isConstants(node))
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init) search.locals.set(id.value, init);
    return !isReturned && !isOwnCode(node);
  });
  return found;
}

/** Whether the text of a body mentions something that {@link hiddenAnswer} knows. */
function mayHide({ program, module, owner }: Search, text: string): boolean {
  const { names } = module.record;
  if (STREAM.test(text)) return true;
  for (const { groups = {} } of text.matchAll(HIDDEN_RETURN)) {
    const name = groups['made'] ?? groups['of'] ?? groups['called'] ?? '';
    // A name with another meaning in the module needs no reading.
    if (names.named(name).length === 0) return true;
  }
  for (const [, isOwn, name = ''] of text.matchAll(/(\bthis\.)?\b([\w$]+)\s*\(/g)) {
    if (isOwn !== undefined && ownMethod(owner, name)) return true;
    for (const binding of names.named(name)) {
      const made = traceDefinition(
        program,
        binding.kind === 'import'
          ? importDefinition(program, module, binding)
          : { kind: 'binding', module, name, binding },
      );
      if (made.kind === 'function' && (made.node.generator || made.node.returnType)) return true;
    }
  }
  return false;
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

function isBody(node: AnyNode): node is FunctionBody {
  return node.type === 'FunctionBody';
}

function isReturn(node: AnyNode): node is AnyNode & { readonly argument: Expression } {
  return node.type === 'ReturnStatement' && 'argument' in node && isTreeNode(node.argument);
}

function hiddenAnswer(search: Search, expression: Expression): HiddenAnswer | undefined {
  const node = unwrap(expression);
  switch (node.type) {
    case 'AwaitExpression':
      return hiddenAnswer(search, node.argument);
    case 'ConditionalExpression':
      return hiddenAnswer(search, node.consequent) ?? hiddenAnswer(search, node.alternate);
    case 'Identifier': {
      const value = search.locals.get(node.value);
      search.locals.delete(node.value);
      return value && hiddenAnswer(search, value);
    }
    case 'NewExpression':
      return hiddenInstance(search, node);
    case 'CallExpression':
      return hiddenResult(search, node);
    default:
      return undefined;
  }
}

function hiddenInstance(search: Search, node: NewExpression): HiddenAnswer | undefined {
  const { program, module } = search;
  const made = unwrap(node.callee);
  const entity = traceExpression(program, module, made);
  const body = node.arguments?.[0]?.expression;
  if (isOurs(entity, 'Response')) return body && hiddenAnswer(search, body);
  const at = module.record.source.spanOf(spanOf(made));
  if (isNodeStream(entity)) return { kind: 'instance', name: nameIn(search, made), at };
  if (made.type !== 'Identifier' || !HIDDEN_CLASS.has(made.value) || !isGlobal(search, made))
    return undefined;
  return made.value === 'Response'
    ? { kind: 'response', form: 'new', at }
    : { kind: 'instance', name: made.value, at };
}

function hiddenResult(search: Search, node: CallExpression): HiddenAnswer | undefined {
  const { program, module, owner } = search;
  const callee = calleeOf(node);
  if (!callee) return undefined;
  const at = module.record.source.spanOf(spanOf(callee));
  const entity = traceExpression(program, module, callee);
  if (isNodeStream(entity)) return { kind: 'instance', name: 'ReadStream', at };
  const object = callee.type === 'MemberExpression' ? unwrap(callee.object) : undefined;
  const name = callee.type === 'MemberExpression' ? propertyName(callee) : undefined;
  const own = object?.type === 'ThisExpression' ? ownMethod(owner, name ?? '') : undefined;
  const called = entity.kind === 'function' ? entity.node : own;
  if (called?.generator)
    return { kind: 'instance', name: called.async === true ? 'AsyncGenerator' : 'Generator', at };
  if (called) {
    const place = entity.kind === 'function' ? entity.module : module;
    const declared = declaredAnswer({ program, module: place }, called);
    return declared && { ...declared, at };
  }
  if (callee.type === 'Identifier' && callee.value === 'fetch' && isGlobal(search, callee))
    return { kind: 'response', form: 'fetch', at };
  if (!object) return undefined;
  if (name === 'from' && isNodeStream(traceExpression(program, module, object)))
    return { kind: 'instance', name: nameIn(search, object), at };
  return object.type === 'Identifier' && object.value === 'Response' && isGlobal(search, object)
    ? { kind: 'response', form: 'static', at: module.record.source.spanOf(object.span) }
    : undefined;
}

function isGlobal({ module }: Search, name: Identifier): boolean {
  return !module.record.names.find(name);
}

function nameIn({ module }: Search, node: Expression): string {
  return module.record.source.textOf(spanOf(node)).split('.').at(-1) ?? '';
}
