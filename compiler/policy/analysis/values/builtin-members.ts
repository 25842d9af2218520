// Implements the members of built-in values: lists, maps, strings and functions.
import { valueFor, wordSet } from '../../../groups.js';
import { MOST_ARGUMENTS } from '../limits.js';
import {
  type Analysis,
  type Call,
  type Node,
  everyArgument,
  OPAQUE,
  UNKNOWN,
  UNREAD,
  type BuiltinToken,
  type FunctionToken,
  type ObjectToken,
  type SdkOperation,
  type Token,
} from '../model.js';
import { add, connect, constant, createNode, listen } from './value-graph.js';
import {
  createObject,
  fieldOf,
  handOver,
  passedOn,
  readAny,
  readField,
  readItems,
} from './object.js';
import { exactText, textToken } from './text.js';

export function builtin(
  call: BuiltinToken['call'],
  read?: BuiltinToken['read'],
  owner?: BuiltinToken['owner'],
): BuiltinToken {
  return { kind: 'builtin', call, read, owner };
}

/** Applies a built-in function that may call its arguments but neither modifies nor stores them. */
export function lend(analysis: Analysis, call: Call): void {
  const given = everyArgument(call);
  for (const node of given) handOver(analysis, node, 'lent');
  if (analysis.unread.size > 0 && given.length > 1) lendToUnread(analysis, given);
  add(analysis.queue, call.result, OPAQUE);
}

/** Passes the arguments on to functions from unread modules: in `setTimeout(f, 0, x)`, such an `f` receives `x`. */
function lendToUnread(analysis: Analysis, given: readonly Node[]): void {
  for (const node of given) {
    listen(node, (token) => {
      if (token === UNREAD) for (const other of given) handOver(analysis, other, 'escapes');
    });
  }
}

/** A function that may call its arguments but neither modifies nor stores them. */
export const PURE: BuiltinToken = builtin(lend);

/** Methods that modify a list, map or set. */
const CHANGING = wordSet('add copyWithin fill push set splice unshift');

/** Methods that return items, alone or in a new list. */
const GIVING = wordSet(
  'at concat entries filter find findLast flat flatMap get map pop reduce reduceRight reverse shift slice sort',
  'toReversed toSorted toSpliced values with',
);

/** Handles `[].push.apply(list, items)`: the method is applied to a list other than the one from which it was read. */
function borrowed(name: string): BuiltinToken | undefined {
  if (!CHANGING.has(name) && !GIVING.has(name)) return undefined;
  return builtin((analysis, call) => {
    const how = CHANGING.has(name) ? 'escapes' : 'lent';
    for (const node of everyArgument(call)) handOver(analysis, node, how);
    add(analysis.queue, call.result, UNKNOWN);
  });
}

const BORROWING: ReadonlySet<string | undefined> = new Set(['apply', 'bind', 'call', undefined]);

/** Reads a member of a method that is used as a value. `call`, `apply` and `bind` apply the method to another list. */
function readMethod(name: string): BuiltinToken['read'] {
  const lists = borrowed(name);
  return lists && ((member) => (BORROWING.has(member) ? lists : PURE));
}

const PROTOTYPE_METHODS = new Map<string, BuiltinToken>();

function prototypeMethod(name: string | undefined): BuiltinToken {
  const read = name === undefined ? undefined : readMethod(name);
  if (name === undefined || !read) return PURE;
  return valueFor(PROTOTYPE_METHODS, name, () => builtin(lend, read));
}

/** Built-in prototypes such as `Object.prototype`. Writing to one of them changes every value. */
export const PROTOTYPE: BuiltinToken = builtin(lend, prototypeMethod);

const OWNING: ReadonlySet<Token['kind']> = new Set(['object', 'function', 'operation']);

const METHODS = new WeakMap<Token, Map<string, BuiltinToken>>();

export function methodOf(
  owner: Token,
  name: string,
  make: () => BuiltinToken['call'],
): BuiltinToken {
  const methods = valueFor(METHODS, owner, () => new Map<string, BuiltinToken>());
  return valueFor(methods, name, () => {
    const object = OWNING.has(owner.kind) ? (owner as BuiltinToken['owner']) : undefined; // because its `kind` was checked
    return builtin(make(), readMethod(name), object);
  });
}

export function functionMember(
  token: FunctionToken | SdkOperation,
  name: string,
): Token | undefined {
  switch (name) {
    case 'bind':
      return methodOf(token, name, () => (state, call) => bind(state, token, call));
    case 'call':
      return methodOf(token, name, () => (state, { args, ...call }) => {
        const [self, ...rest] = args;
        applyToken(state, token, { ...call, name: undefined, self, args: rest });
      });
    case 'apply':
      return methodOf(token, name, () => (state, { args, ...call }) => {
        const [self, list] = args;
        const listed = list ? argumentsIn(state, list) : { args: [], spread: undefined };
        applyToken(state, token, { ...call, ...listed, name: undefined, self });
      });
    default:
      return undefined;
  }
}

/** Returns the arguments that a list contains, for `apply`. */
export function argumentsIn(analysis: Analysis, list: Node): Pick<Call, 'args' | 'spread'> {
  const spread = createNode();
  readItems(analysis, list, spread);
  const args = Array.from({ length: MOST_ARGUMENTS }, (_, index) => {
    const item = createNode();
    listen(list, (token) => {
      if (token.kind === 'object')
        readField(analysis, token, { name: String(index), result: item });
      else add(analysis.queue, item, passedOn(token) ?? UNKNOWN);
    });
    return item;
  });
  return { args, spread };
}

function applyToken(analysis: Analysis, token: Token, call: Call): void {
  const callee = createNode();
  add(analysis.queue, callee, token);
  analysis.interpreter.applyCall(analysis, callee, { ...call, direct: new Set() });
}

function bind(
  analysis: Analysis,
  token: FunctionToken | SdkOperation,
  { args, spread, result }: Call,
): void {
  const { queue } = analysis;
  const [self, ...bound] = args;
  if (self && token.kind === 'function' && !token.callable.isArrow)
    connect(queue, self, token.self);
  if (bound.length === 0 && !spread) {
    add(queue, result, token);
    return;
  }
  const call: BuiltinToken['call'] = (state, later) => {
    const given = spread
      ? { args: bound, spread: joined(state, [spread, ...later.args]) }
      : { args: [...bound, ...later.args] };
    applyToken(state, token, { ...later, ...given, name: undefined, self });
  };
  add(queue, result, builtin(call, undefined, token));
}

function joined({ queue }: Analysis, nodes: readonly Node[]): Node {
  const node = createNode();
  for (const one of nodes) connect(queue, one, node);
  return node;
}

const TEXT_CHANGES: Readonly<Record<string, (text: string) => string>> = {
  toString: (text: string) => text,
  valueOf: (text: string) => text,
  trim: (text) => text.trim(),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
};

export function textMember(token: Token, name: string | undefined): Token {
  if (name === undefined || name === 'length') return OPAQUE;
  const text = token.kind === 'other' ? String(token.value) : exactText(token);
  const change = Object.hasOwn(TEXT_CHANGES, name) ? TEXT_CHANGES[name] : undefined;
  if (text === undefined || !change) return PURE;
  return methodOf(token, name, () => {
    return ({ queue }, { result }) => add(queue, result, textToken([change(text)]));
  });
}

/** Returns the new object that a call creates. It is created once for each name. */
export function made(call: Call, form: ObjectToken['form'], name: string = form): ObjectToken {
  return valueFor(call.makes, name, () => createObject(form));
}

export function itemsOf(analysis: Analysis, list: ObjectToken): Node {
  const items = createNode();
  readAny(analysis, list, items);
  return items;
}

/** Records that the items of a list were moved, so that each can be at any index. */
export function disturb(analysis: Analysis, list: ObjectToken): void {
  const { memberWrites, queue } = analysis;
  memberWrites.push(constant(analysis, list));
  for (const name of list.certain) connect(queue, fieldOf(list, name), list.any);
}
