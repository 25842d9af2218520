// Finds views that return, as their syntax shows, a value that JSON.stringify loses: a Map, a generator, or the global
// `Response` where the import from this package is missing.
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import { calleeOf, unwrap } from '../syntax/expressions.js';
import type { Expression, FunctionBody, Identifier, Span } from '../syntax/tree.js';
import { isOwnCode, walk, type AnyNode } from '../syntax/tree-walk.js';
import type { HiddenAnswer } from '../declarations/app-facts.js';
import type { LoadedModule } from './module-graph.js';
import { isTreeNode } from './scan.js';

/** The parts that a method, function or arrow function shares. */
export type AnsweringFunction = {
  readonly generator?: boolean;
  readonly body?: unknown;
};

const CLASSES =
  'Response|Map|Set|WeakMap|WeakSet|ReadableStream|URLSearchParams|Headers|FormData|Blob';
/** Fast path: a body without one of these words is not searched. */
const HIDDEN_RETURN = new RegExp(
  `\\breturn\\s+(?:await\\s+)?(?:new\\s+(?<made>${CLASSES})\\b|(?<of>Response)\\s*\\.|(?<called>fetch)\\s*\\()`,
  'g',
);
const HIDDEN_CLASS: ReadonlySet<string> = new Set(CLASSES.split('|'));

/** The first returned value that JSON.stringify loses. */
export function findHiddenAnswer(
  module: LoadedModule,
  fn: AnsweringFunction,
): HiddenAnswer | undefined {
  if (fn.generator === true) return { kind: 'generator', at: undefined };
  for (const expression of returnedBy(module, fn)) {
    const answer = hiddenAnswer(module, expression);
    if (answer) return answer;
  }
  return undefined;
}

function returnedBy(module: LoadedModule, { body }: AnsweringFunction): readonly Expression[] {
  if (!isTreeNode(body)) return [];
  if (!isBody(body)) return [body as unknown as Expression]; // because an arrow function has one or the other
  const { record } = module;
  const text = record.source.textOf(body.span);
  const names = [...text.matchAll(HIDDEN_RETURN)].map(
    ({ groups = {} }) => groups['made'] ?? groups['of'] ?? groups['called'] ?? '',
  );
  // Of a name that the module has for something else, nothing needs to be read.
  if (names.every((name) => record.names.named(name).length > 0)) return [];
  const found: Expression[] = [];
  walk(body.isSkipped ? record.readBody(body.span) : body, (node) => {
    const isReturned = isReturn(node);
    if (isReturned) found.push(node.argument);
    return !isReturned && !isOwnCode(node);
  });
  return found;
}

function isBody(node: AnyNode): node is FunctionBody {
  return node.type === 'FunctionBody';
}

function isReturn(node: AnyNode): node is AnyNode & { readonly argument: Expression } {
  return node.type === 'ReturnStatement' && 'argument' in node && isTreeNode(node.argument);
}

function hiddenAnswer(module: LoadedModule, expression: Expression): HiddenAnswer | undefined {
  const node = unwrap(expression);
  const spanOf = (span: Span): SourceSpan => module.record.source.spanOf(span);
  const isGlobal = (name: Identifier): boolean => !module.record.names.find(name);
  if (node.type === 'AwaitExpression') return hiddenAnswer(module, node.argument);
  if (node.type === 'ConditionalExpression') {
    return hiddenAnswer(module, node.consequent) ?? hiddenAnswer(module, node.alternate);
  }
  if (node.type === 'NewExpression') {
    const made = unwrap(node.callee);
    if (made.type !== 'Identifier' || !HIDDEN_CLASS.has(made.value) || !isGlobal(made))
      return undefined;
    const at = spanOf(made.span);
    return made.value === 'Response'
      ? { kind: 'response', form: 'new', at }
      : { kind: 'instance', name: made.value, at };
  }
  const callee = node.type === 'CallExpression' ? calleeOf(node) : undefined;
  if (callee?.type === 'Identifier') {
    if (callee.value !== 'fetch' || !isGlobal(callee)) return undefined;
    return { kind: 'response', form: 'fetch', at: spanOf(callee.span) };
  }
  if (callee?.type !== 'MemberExpression') return undefined;
  const owner = unwrap(callee.object);
  if (owner.type !== 'Identifier' || owner.value !== 'Response' || !isGlobal(owner))
    return undefined;
  return { kind: 'response', form: 'static', at: spanOf(owner.span) };
}
