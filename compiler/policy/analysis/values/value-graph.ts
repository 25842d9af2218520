// The flow of values: nodes are expressions, variables and members; an edge says that whatever one node can be, another can be
// too. Tokens move along the edges until nothing changes. Every location is visited once, however often it runs.
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
  /** The same, once they are many. */
  reached: Set<Node> | undefined;
  listeners: Listener[];
  isWaiting: boolean;
  /** Whether code that is not known has all of its values. */
  handed: 'lent' | 'escapes' | undefined;
};

/** The nodes that have something to pass on. */
export type Queue = {
  readonly waiting: Node[];
  /** Work for the time when no node has values to pass on. It is kept here, because it would nest as deep as the values do. */
  readonly tasks: (() => void)[];
  /** Values that did not fit into a node, where they count as unknown. */
  readonly overflow: Set<Token>;
  /** Code that is still to be read, because what refers to it nests deeply. */
  readonly unread: (() => void)[];
  /** How deeply code is being read that other code refers to. */
  nesting: number;
  /** How deeply the expression is nested that is being evaluated. */
  depth: number;
  /** The amount of work: added values, edges and calls of listeners. Equal for the same code on every machine. */
  work: number;
  /** Whether a value of an unread module has become part of a string, or the name of a member. */
  mixesUnread: boolean;
  /** The amount of work after which nodes hold fewer values. */
  readonly share: number;
  width: Width;
};

type Width = { readonly until: number; readonly texts: number; readonly objects: number };

/** The share of work for any code, and for each character of it. */
const LEAST_SHARE = 400_000;
const SHARE_OF_CODE = 0.5;

/** Shares after which values are no longer followed. */
const MOST_SHARES = 6;

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
 * How many values a node holds before it counts as unknown: strings, and objects or functions. Programs in which everything may
 * be everywhere would take time that grows with the square of their size, so a node holds fewer the more work was done relative
 * to the size of the code. SDK values are always kept.
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

/** Makes all values of one node values of another. */
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

/** Marks the values that arrived without a listener as passed on. */
function settle(node: Node): void {
  if (!node.isWaiting && node.targets.length === 0 && node.listeners.length === 0) {
    node.done = node.tokens.length;
  }
}

/** Passes values on until nothing changes, or until too much has been done. */
export function solve(queue: Queue): void {
  pass(queue);
  for (;;) {
    const read = queue.unread.pop();
    const task = read ?? queue.tasks.pop();
    if (!task) return;
    // All code is read, however much work was done.
    if (read || !isSpent(queue)) task();
    pass(queue);
  }
}

const DEEPEST = 40;

/** Reads code that other code refers to, immediately or, when such code nests deeply, later. */
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

/** True once values are no longer followed. */
export function isSpent({ work, share }: Queue): boolean {
  return work > share * MOST_SHARES;
}

/** True once nodes have held fewer values than they do at first. */
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
