// The flow of values: nodes stand for expressions, variables and members, edges say that whatever one node can be
// another can be too. Tokens run along the edges until nothing changes. Every place is seen once, however often it runs.
import { UNKNOWN, type Token } from './token.js';

export type Listener = (token: Token) => void;

/** The values that an expression, a variable or a member can have. */
export type Node = {
  /** In the order of their arrival; those before `done` have been passed on. */
  tokens: Token[];
  /** The same, once they are many. */
  index: Set<Token> | undefined;
  done: number;
  texts: number;
  targets: Node[];
  listeners: Listener[];
  isWaiting: boolean;
};

/** The nodes that have something to pass on. */
export type Queue = {
  readonly waiting: Node[];
  /** Values that did not fit into a node and go on as something unknown. */
  readonly overflow: Set<Token>;
};

/** Most nodes have few of anything, so that lists are made when they are needed. */
const NO_TOKENS: Token[] = [];
const NO_TARGETS: Node[] = [];
const NO_LISTENERS: Listener[] = [];

export function createNode(): Node {
  return {
    tokens: NO_TOKENS,
    index: undefined,
    done: 0,
    texts: 0,
    targets: NO_TARGETS,
    listeners: NO_LISTENERS,
    isWaiting: false,
  };
}

const MANY = 12;

function has({ tokens, index }: Node, token: Token): boolean {
  return index ? index.has(token) : tokens.includes(token);
}

/** A variable with more texts than this is as good as unknown. */
const MOST_TEXTS = 24;

/**
 * So is one with more objects and functions: programs in which everything may be everywhere would take a time that grows
 * with the square of their size. What belongs to the SDK is always kept.
 */
const MOST_OBJECTS = 48;

const COUNTED: ReadonlySet<Token['kind']> = new Set(['object', 'function', 'command', 'other']);

export function add(queue: Queue, node: Node, token: Token): void {
  if (has(node, token)) return;
  if (token.kind === 'text' ? node.texts++ >= MOST_TEXTS : isTooMany(node, token)) {
    if (token.kind !== 'text') queue.overflow.add(token);
    add(queue, node, UNKNOWN);
    return;
  }
  if (node.tokens === NO_TOKENS) node.tokens = [token];
  else node.tokens.push(token);
  if (node.index) node.index.add(token);
  else if (node.tokens.length > MANY) node.index = new Set(node.tokens);
  if (node.isWaiting || (node.targets.length === 0 && node.listeners.length === 0)) return;
  node.isWaiting = true;
  queue.waiting.push(node);
}

function isTooMany(node: Node, { kind }: Token): boolean {
  return COUNTED.has(kind) && node.tokens.length >= MOST_OBJECTS;
}

/** Lets all values of one node be values of another. */
export function connect(queue: Queue, from: Node, to: Node): void {
  if (from === to) return;
  settle(from);
  if (from.targets === NO_TARGETS) from.targets = [to];
  else from.targets.push(to);
  for (let index = 0; index < from.done; index++) {
    const token = from.tokens[index];
    if (token) add(queue, to, token);
  }
}

/** Calls back once for each value, now and later. */
export function listen(node: Node, listener: Listener): void {
  settle(node);
  if (node.listeners === NO_LISTENERS) node.listeners = [listener];
  else node.listeners.push(listener);
  const { done } = node;
  for (let index = 0; index < done; index++) {
    const token = node.tokens[index];
    if (token) listener(token);
  }
}

/** What arrived while nobody waited for it has been passed on. */
function settle(node: Node): void {
  if (!node.isWaiting && node.targets.length === 0 && node.listeners.length === 0) {
    node.done = node.tokens.length;
  }
}

/** Passes values on until nothing changes. */
export function solve(queue: Queue): void {
  for (let node = queue.waiting.pop(); node; node = queue.waiting.pop()) {
    node.isWaiting = false;
    while (node.done < node.tokens.length) {
      const token = node.tokens[node.done++];
      const targets = node.targets.length;
      const listeners = node.listeners.length;
      for (let index = 0; index < targets; index++) {
        const target = node.targets[index];
        if (token && target) add(queue, target, token);
      }
      for (let index = 0; index < listeners; index++) {
        if (token) node.listeners[index]?.(token);
      }
    }
  }
}
