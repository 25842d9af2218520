// Finds the code of a function whose errors are caught: such an error is not a response of the view. A `catch` that throws the
// same error again does not count.
import { propertyName } from '../syntax/expressions.js';
import type {
  CallExpression,
  Expression,
  Identifier,
  MemberExpression,
  NewExpression,
  Span,
} from '../syntax/tree.js';
import { isOwnCode, walk, type AnyNode } from '../syntax/tree-walk.js';

export type CodeReading = {
  /** Each `new` whose error is not caught. */
  readonly made: readonly NewExpression[];
  /** The names of the members that the code reads. */
  readonly members: ReadonlySet<string>;
  /** Ranges of the source in which errors of calls are caught. */
  readonly caught: readonly Range[];
  /** Ranges of `await`: an error of the promise is caught where the `await` is. */
  readonly awaited: readonly Range[];
};

type Range = Pick<Span, 'start' | 'end'>;

/** Reads the code of one function, without the functions inside it. */
export function readCode(body: unknown): CodeReading {
  const made: NewExpression[] = [];
  const members = new Set<string>();
  const caught: Range[] = [];
  const awaited: Range[] = [];
  const noteMember = (member: MemberExpression): void => {
    const name = propertyName(member);
    if (name !== undefined) members.add(name);
  };
  const read = (inner: unknown, isCaught: boolean): void => {
    walk(inner, (node) => {
      if (isOwnCode(node)) return false;
      if (isTry(node)) {
        const swallows = node.handler !== null && swallowsErrors(node.handler);
        if (swallows) caught.push(node.block.span);
        read(node.block.stmts, isCaught || swallows);
        if (node.handler) read(node.handler.body, isCaught);
        read(node.finalizer, isCaught);
        return false;
      }
      if (node.type === 'AwaitExpression') awaited.push((node as unknown as { span: Span }).span); // because of its type
      if (node.type === 'NewExpression' && !isCaught) made.push(node as unknown as NewExpression); // because of its type
      if (node.type === 'MemberExpression') noteMember(node as unknown as MemberExpression); // because of its type
      const promise = caughtPromise(node);
      if (promise) {
        caught.push(promise.object.span);
        awaited.push(promise.object.span);
        read(promise.object, true);
        read(promise.rest, isCaught);
        return false;
      }
      return true;
    });
  };
  read(body, false);
  return { made, members, caught, awaited };
}

export function isWithin(ranges: readonly Range[], position: number): boolean {
  return ranges.some(({ start, end }) => start <= position && position < end);
}

type Handler = { readonly param?: Identifier | null; readonly body: unknown };

type TryNode = AnyNode & {
  readonly block: { readonly span: Span; readonly stmts: readonly unknown[] };
  readonly handler: Handler | null;
  readonly finalizer: unknown;
};

function isTry(node: AnyNode): node is TryNode {
  return node.type === 'TryStatement';
}

/** Whether a `catch` swallows the error. False when it may throw it again. */
function swallowsErrors({ param, body }: Handler): boolean {
  let isThrown = false;
  walk(body, (node) => {
    if (isOwnCode(node)) return false;
    if (node.type !== 'ThrowStatement') return true;
    const { argument } = node as unknown as { argument: Expression }; // because of its type
    if (argument.type === 'Identifier' && argument.value === param?.value) isThrown = true;
    return true;
  });
  return !isThrown;
}

type CaughtPromise = {
  readonly object: Expression & { readonly span: Span };
  readonly rest: unknown;
};

/** A promise with a handler for errors: `load().catch(() => undefined)`. */
function caughtPromise(node: AnyNode): CaughtPromise | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee, arguments: given } = node as unknown as CallExpression; // because of its type
  if (callee.type !== 'MemberExpression' || propertyName(callee) !== 'catch') return undefined;
  const [first] = given;
  const handler = first?.expression;
  if (handler?.type !== 'ArrowFunctionExpression' && handler?.type !== 'FunctionExpression') {
    return undefined;
  }
  const [parameter] = handler.params;
  const pattern = parameter?.type === 'Parameter' ? parameter.pat : parameter;
  const param = pattern?.type === 'Identifier' ? pattern : null;
  if (!swallowsErrors({ param, body: handler.body })) return undefined;
  if (!('span' in callee.object)) return undefined;
  return { object: callee.object, rest: given };
}
