// Applies list methods to the items of a list.
import {
  type Analysis,
  type Call,
  type Node,
  type Queue,
  everyArgument,
  OPAQUE,
  UNDEFINED,
  UNKNOWN,
  type ObjectToken,
  type Token,
} from '../model.js';
import { invoke } from '../calls/apply-call.js';
import { disturb, itemsOf, lend, made, methodOf } from '../values/builtin-members.js';
import { add, connect, createNode, listen } from '../values/value-graph.js';
import { createObject, fieldOf, handOver, readItems, watchFields } from '../values/object.js';
import { concatenate, textToken } from '../values/text.js';

export type ListMethod = (analysis: Analysis, list: ObjectToken, call: Call) => void;

function withItems(analysis: Analysis, list: ObjectToken, call: Call): Node {
  const [callback] = call.args;
  const items = itemsOf(analysis, list);
  const index = createNode();
  add(analysis.queue, index, OPAQUE);
  connect(analysis.queue, items, index); // because `sort` passes two items to its callback
  if (!callback) return createNode();
  const args = [items, index, nodeOf(analysis, list)];
  return invoke(analysis, callback, { args, frame: call.frame, self: call.args[1] });
}

export function nodeOf({ queue }: Analysis, list: ObjectToken): Node {
  const node = createNode();
  add(queue, node, list);
  return node;
}

const each: ListMethod = (analysis, list, call) => {
  withItems(analysis, list, call);
  add(analysis.queue, call.result, OPAQUE);
};

const find: ListMethod = (analysis, list, call) => {
  withItems(analysis, list, call);
  connect(analysis.queue, itemsOf(analysis, list), call.result);
  add(analysis.queue, call.result, UNDEFINED);
};

/** Creates a new list that contains some or all of the same items, possibly in a different order. */
const copy: ListMethod = (analysis, list, call) => {
  const copied = made(call, 'list');
  withItems(analysis, list, call);
  connect(analysis.queue, itemsOf(analysis, list), copied.any);
  add(analysis.queue, call.result, copied);
};

const concat: ListMethod = (analysis, list, call) => {
  const joined = made(call, 'list');
  connect(analysis.queue, itemsOf(analysis, list), joined.any);
  for (const node of everyArgument(call)) {
    connect(analysis.queue, node, joined.any);
    readItems(analysis, node, joined.any);
  }
  add(analysis.queue, call.result, joined);
};

/** Changes the list in place, possibly adding items. */
const change: ListMethod = (analysis, list, call) => {
  disturb(analysis, list);
  withItems(analysis, list, call);
  add(analysis.queue, list.any, UNDEFINED);
  for (const node of everyArgument(call)) connect(analysis.queue, node, list.any);
  add(analysis.queue, call.result, list);
};

const take: ListMethod = (analysis, list, call) => {
  disturb(analysis, list);
  connect(analysis.queue, itemsOf(analysis, list), call.result);
  add(analysis.queue, call.result, UNDEFINED);
};

const reduce: ListMethod = (analysis, list, call) => {
  const { queue } = analysis;
  const [callback, initial] = call.args;
  const sum = createNode();
  const items = itemsOf(analysis, list);
  connect(queue, initial ?? items, sum);
  if (callback) {
    const args = [sum, items, nodeOf(analysis, list), nodeOf(analysis, list)];
    connect(queue, invoke(analysis, callback, { args, frame: call.frame }), sum);
  }
  connect(queue, sum, call.result);
};

/** Returns what `join` writes for an item: an empty string if it is null or undefined. */
function joinable(queue: Queue, item: Node): Node {
  const part = createNode();
  listen(item, (token) => {
    const isNothing =
      token.kind === 'undefined' || (token.kind === 'other' && token.value === null);
    add(queue, part, isNothing ? textToken(['']) : token);
  });
  return part;
}

const ask: ListMethod = (analysis, list, call) => {
  const [callback] = call.args;
  if (callback) handOver(analysis, callback, 'lent');
  withItems(analysis, list, call);
  lend(analysis, { ...call, args: [] });
};

const LIST_METHODS: Readonly<Record<string, ListMethod>> = {
  map: (analysis, list, call) => {
    const mapped = made(call, 'list');
    connect(analysis.queue, withItems(analysis, list, call), mapped.any);
    add(analysis.queue, call.result, mapped);
  },
  flatMap: (analysis, list, call) => {
    const mapped = made(call, 'list');
    const returned = withItems(analysis, list, call);
    connect(analysis.queue, returned, mapped.any);
    readItems(analysis, returned, mapped.any);
    add(analysis.queue, call.result, mapped);
  },
  forEach: each,
  some: each,
  every: each,
  findIndex: each,
  findLastIndex: each,
  find,
  findLast: find,
  filter: copy,
  slice: copy,
  toSorted: copy,
  toReversed: copy,
  with: concat,
  toSpliced: concat,
  concat,
  flat: (analysis, list, call) => {
    const flattened = made(call, 'list');
    const items = itemsOf(analysis, list);
    connect(analysis.queue, items, flattened.any);
    readItems(analysis, items, flattened.any);
    add(analysis.queue, call.result, flattened);
  },
  reverse: change,
  sort: change,
  fill: change,
  splice: change,
  copyWithin: change,
  push: (analysis, list, call) => {
    for (const node of everyArgument(call)) connect(analysis.queue, node, list.any);
    add(analysis.queue, call.result, OPAQUE);
  },
  unshift: change,
  pop: take,
  shift: take,
  at: find,
  reduce,
  reduceRight: reduce,
  /** Joins the strings of a list literal. The result for any other list is unknown. */
  join: ({ queue }, list, { args, result }) => {
    const [separator] = args;
    const isExact = list.any.tokens.length === 0 && list.open.tokens.length === 0;
    if (!isExact || list.certain.size === 0) {
      add(queue, result, UNKNOWN);
      return;
    }
    const between: Node | string = separator ?? ',';
    const parts: (Node | string)[] = [];
    for (const name of list.certain) {
      if (parts.length > 0) parts.push(between);
      parts.push(joinable(queue, fieldOf(list, name)));
    }
    concatenate(queue, parts, result);
    for (const node of [list.any, list.open]) listen(node, () => add(queue, result, UNKNOWN));
    watchFields(list, (name, field) => {
      if (!list.certain.has(name)) listen(field, () => add(queue, result, UNKNOWN));
    });
  },
  entries: (analysis, list, call) => {
    const pairs = made(call, 'list');
    const pair = createObject('list');
    connect(analysis.queue, itemsOf(analysis, list), pair.any);
    add(analysis.queue, pair.any, OPAQUE);
    add(analysis.queue, pairs.any, pair);
    add(analysis.queue, call.result, pairs);
  },
  values: ({ queue }, list, { result }) => add(queue, result, list),
  keys: ask,
  includes: ask,
  indexOf: ask,
  lastIndexOf: ask,
};

export function listMember(list: ObjectToken, name: string): Token | undefined {
  if (name === 'length') return OPAQUE;
  const method = LIST_METHODS[name];
  if (!method || !Object.hasOwn(LIST_METHODS, name)) return undefined;
  return methodOf(list, name, () => (state, call) => method(state, list, call));
}
