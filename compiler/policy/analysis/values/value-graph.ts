// The flow of values. Nodes are expressions, variables and members. An edge means that every value of one node is also a
// possible value of another. Tokens move along the edges until nothing changes. Every location is visited once, even if its
// code runs several times.
import {
  CAPACITIES,
  DEEPEST_REFERENCE,
  LEAST_WORK,
  LONGEST_LIST,
  MOST_SHARES,
  WORK_PER_CHARACTER,
} from '../limits.js';
import {
  type Analysis,
  type Listener,
  type Node,
  type Queue,
  type Token,
  UNKNOWN,
} from '../model.js';

/** New nodes share these lists. Most nodes have few values and targets, so they get lists of their own only when needed. */
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

function has({ tokens, index }: Node, token: Token): boolean {
  return index ? index.has(token) : tokens.includes(token);
}

const COUNTED = new Set<Token['kind']>(['object', 'function', 'command', 'other', 'builtin']);

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
  else if (node.tokens.length > LONGEST_LIST) node.index = new Set(node.tokens);
  if (node.isWaiting || (node.targets.length === 0 && node.listeners.length === 0)) return;
  node.isWaiting = true;
  queue.waiting.push(node);
}

function isTooMany({ capacity }: Queue, node: Node, { kind }: Token): boolean {
  if (kind === 'text') return node.texts++ >= capacity.texts;
  return COUNTED.has(kind) && node.tokens.length >= capacity.objects;
}

/** Adds all values of one node to another, including values that are added later. */
export function connect(queue: Queue, from: Node, to: Node): void {
  queue.work++;
  if (from === to) return;
  if (from.reached ? from.reached.has(to) : from.targets.includes(to)) return;
  settle(from);
  if (from.targets === NO_TARGETS) from.targets = [to];
  else from.targets.push(to);
  if (from.reached) from.reached.add(to);
  else if (from.targets.length > LONGEST_LIST) from.reached = new Set(from.targets);
  for (let index = 0; index < from.done; index++) {
    const token = from.tokens[index];
    if (token) add(queue, to, token);
  }
}

/** Calls the callback once for each value, including values that are added later. */
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

/** Marks the values that arrived before the first listener as propagated. */
function settle(node: Node): void {
  if (!node.isWaiting && node.targets.length === 0 && node.listeners.length === 0) {
    node.done = node.tokens.length;
  }
}

/** Propagates values until nothing changes, or until the work limit is reached. */
export function solve(queue: Queue): void {
  pass(queue);
  for (;;) {
    const read = queue.unread.pop();
    const task = read ?? queue.tasks.pop();
    if (!task) return;
    // Code is read even after the work limit has been reached.
    if (read || !isSpent(queue)) task();
    pass(queue);
  }
}

/** Reads code that is referenced: immediately, or later if the references are deeply nested. */
export function read(queue: Queue, work: () => void): void {
  if (queue.nesting > DEEPEST_REFERENCE) {
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
  while (queue.work > queue.share * queue.capacity.until && !isSpent(queue)) {
    queue.capacity = CAPACITIES[CAPACITIES.indexOf(queue.capacity) + 1] ?? queue.capacity;
  }
}

/** Tells whether the analysis has stopped following values. */
export function isSpent({ work, share }: Queue): boolean {
  return work > share * MOST_SHARES;
}

/** Tells whether the capacity of nodes has been reduced. */
export function isNarrow({ capacity }: Queue): boolean {
  return capacity !== CAPACITIES[0];
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
    share: LEAST_WORK + size * WORK_PER_CHARACTER,
    capacity: CAPACITIES[0],
  };
}

/** Returns a node with one value that never changes. */
export function constant(analysis: Analysis, token: Token): Node {
  let node = analysis.constants.get(token);
  if (!node) {
    analysis.constants.set(token, (node = createNode()));
    add(analysis.queue, node, token);
  }
  return node;
}

export function unknown(analysis: Analysis): Node {
  return constant(analysis, UNKNOWN);
}
