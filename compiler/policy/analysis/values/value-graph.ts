// The flow of values. Nodes are expressions, variables and members; an edge means that every value of one node is also a
// possible value of another. Tokens move along the edges until nothing changes. Every location is visited once, even if its
// code runs several times.
import { UNKNOWN, type Token } from './token.js';

export type Listener = (token: Token) => void;

/** The values that an expression, a variable or a member can have. */
export type Node = {
  /** The values in order of arrival; those before `done` have been propagated. */
  tokens: Token[];
  /** The same values as a set, once there are many. */
  index: Set<Token> | undefined;
  done: number;
  texts: number;
  targets: Node[];
  /** The same targets as a set, once there are many. */
  reached: Set<Node> | undefined;
  listeners: Listener[];
  isWaiting: boolean;
  /** Whether unknown code received all values of the node. */
  handed: 'lent' | 'escapes' | undefined;
};

/** The nodes with values that have not been propagated yet. */
export type Queue = {
  readonly waiting: Node[];
  /**
   * Work that waits until no node has values to propagate. It is queued here, because nested calls would be as deep as the
   * values.
   */
  readonly tasks: (() => void)[];
  /** Values that exceeded the capacity of a node, where they count as unknown. */
  readonly overflow: Set<Token>;
  /** Code that has not been read yet, because it is referenced from deeply nested code. */
  readonly unread: (() => void)[];
  /** The nesting depth of references to code that is being read. */
  nesting: number;
  /** The nesting depth of the expression that is being evaluated. */
  depth: number;
  /**
   * The amount of work: the number of values and edges added, and of listener calls. The same for the same code on every
   * machine.
   */
  work: number;
  /** Whether a value of an unread module has become part of a string, or the name of a member. */
  mixesUnread: boolean;
  /** The amount of work after which the capacity of nodes is reduced. */
  readonly share: number;
  width: Width;
};

type Width = { readonly until: number; readonly texts: number; readonly objects: number };

/** The minimum share of work, and the share for each character of code. */
const LEAST_SHARE = 400_000;
const SHARE_OF_CODE = 0.5;

/** The number of shares after which values are no longer followed. */
const MOST_SHARES = 6;

/** Most nodes have few values and targets, so their lists are created only when they are needed. */
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
    reached: undefined,
    handed: undefined,
    listeners: NO_LISTENERS,
    isWaiting: false,
  };
}

const MANY = 12;

function has({ tokens, index }: Node, token: Token): boolean {
  return index ? index.has(token) : tokens.includes(token);
}

/**
 * The number of values that a node holds before it counts as unknown: strings, and objects or functions. If every value may
 * reach every node, the time would grow with the square of the program's size. Therefore the capacity shrinks as the work grows
 * relative to the size of the code. SDK values are always kept.
 */
const WIDTHS: readonly [Width, ...Width[]] = [
  { until: 1, texts: 24, objects: 48 },
  { until: 1.5, texts: 12, objects: 12 },
  { until: 2, texts: 4, objects: 4 },
  { until: MOST_SHARES, texts: 1, objects: 1 },
];

const COUNTED: ReadonlySet<Token['kind']> = new Set([
  'object',
  'function',
  'command',
  'other',
  'builtin',
]);

export function add(queue: Queue, node: Node, token: Token): void {
  queue.work++;
  if (has(node, token)) return;
  if (isTooMany(queue, node, token)) {
    if (token.kind !== 'text') queue.overflow.add(token);
    if (!has(node, UNKNOWN)) add(queue, node, UNKNOWN);
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

function isTooMany({ width }: Queue, node: Node, { kind }: Token): boolean {
  if (kind === 'text') return node.texts++ >= width.texts;
  return COUNTED.has(kind) && node.tokens.length >= width.objects;
}

/** Adds all values of one node to another, now and later. */
export function connect(queue: Queue, from: Node, to: Node): void {
  queue.work++;
  if (from === to) return;
  if (from.reached ? from.reached.has(to) : from.targets.includes(to)) return;
  settle(from);
  if (from.targets === NO_TARGETS) from.targets = [to];
  else from.targets.push(to);
  if (from.reached) from.reached.add(to);
  else if (from.targets.length > MANY) from.reached = new Set(from.targets);
  for (let index = 0; index < from.done; index++) {
    const token = from.tokens[index];
    if (token) add(queue, to, token);
  }
}

/** Calls back once for each value, including values that are added later. */
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

/** Marks the values that arrived before there was a listener as propagated. */
function settle(node: Node): void {
  if (!node.isWaiting && node.targets.length === 0 && node.listeners.length === 0) {
    node.done = node.tokens.length;
  }
}

/** Propagates values until nothing changes, or until the limit of work is reached. */
export function solve(queue: Queue): void {
  pass(queue);
  for (;;) {
    const read = queue.unread.pop();
    const task = read ?? queue.tasks.pop();
    if (!task) return;
    // Code is read even after the limit of work has been reached.
    if (read || !isSpent(queue)) task();
    pass(queue);
  }
}

const DEEPEST = 40;

/** Reads referenced code: immediately, or later if the references are deeply nested. */
export function read(queue: Queue, work: () => void): void {
  if (queue.nesting > DEEPEST) {
    queue.unread.push(work);
    return;
  }
  queue.nesting++;
  work();
  queue.nesting--;
}

function pass(queue: Queue): void {
  for (let node = queue.waiting.pop(); node; node = queue.waiting.pop()) {
    node.isWaiting = false;
    narrow(queue);
    if (isSpent(queue)) continue;
    while (node.done < node.tokens.length) {
      const token = node.tokens[node.done++];
      const targets = node.targets.length;
      const listeners = node.listeners.length;
      for (let index = 0; index < targets; index++) {
        const target = node.targets[index];
        if (token && target) add(queue, target, token);
      }
      queue.work += listeners;
      for (let index = 0; index < listeners; index++) {
        if (token) node.listeners[index]?.(token);
      }
    }
  }
}

function narrow(queue: Queue): void {
  while (queue.work > queue.share * queue.width.until && !isSpent(queue)) {
    queue.width = WIDTHS[WIDTHS.indexOf(queue.width) + 1] ?? queue.width;
  }
}

/** Tells whether values are no longer followed. */
export function isSpent({ work, share }: Queue): boolean {
  return work > share * MOST_SHARES;
}

/** Tells whether the capacity of nodes has been reduced. */
export function isNarrow({ width }: Queue): boolean {
  return width !== WIDTHS[0];
}

export function createQueue(size: number): Queue {
  return {
    waiting: [],
    tasks: [],
    unread: [],
    nesting: 0,
    depth: 0,
    overflow: new Set<Token>(),
    work: 0,
    mixesUnread: false,
    share: LEAST_SHARE + size * SHARE_OF_CODE,
    width: WIDTHS[0],
  };
}
