// What the methods of a map or a set do with what it holds.
import type { Analysis } from '../analysis.js';
import { invoke } from '../calls/apply-call.js';
import { madeList, methodOf } from '../values/builtin-members.js';
import type { Call } from '../call.js';
import { add, connect, createNode, type Node } from '../values/value-graph.js';
import { createObject } from '../values/object.js';
import { OPAQUE, UNDEFINED, type ObjectToken, type Token } from '../values/token.js';

type MapMethod = (analysis: Analysis, map: ObjectToken, call: Call) => void;

const MAP_METHODS: Readonly<Record<string, MapMethod>> = {
  get: ({ queue }, map, { result }) => {
    connect(queue, map.any, result);
    add(queue, result, UNDEFINED);
  },
  set: ({ queue }, map, { args, result }) => {
    if (args[1]) connect(queue, args[1], map.any);
    add(queue, result, map);
  },
  add: ({ queue }, map, { args, result }) => {
    if (args[0]) connect(queue, args[0], map.any);
    add(queue, result, map);
  },
  forEach: (analysis, map, { args, place }) => {
    const key = createNode();
    connect(analysis.queue, map.any, key);
    add(analysis.queue, key, OPAQUE);
    if (args[0]) invoke(analysis, args[0], { args: [map.any, key, nodeOf(analysis, map)], place });
  },
  values: ({ queue }, map, call) => {
    const held = madeList(call, () => createObject('set'));
    connect(queue, map.any, held.any);
    add(queue, call.result, held);
  },
  entries: ({ queue }, map, { result }) => add(queue, result, map),
  next: ({ queue }, map, { result }) => add(queue, result, map),
  keys: ({ queue }, _map, { result }) => add(queue, result, OPAQUE),
  has: ({ queue }, _map, { result }) => add(queue, result, OPAQUE),
  delete: ({ queue }, _map, { result }) => add(queue, result, OPAQUE),
  clear: ({ queue }, _map, { result }) => add(queue, result, OPAQUE),
};

const same: MapMethod = ({ queue }, set, { result }) => add(queue, result, set);

/** A set has no keys of its own; an iterator of values is one too. */
const SET_METHODS: typeof MAP_METHODS = {
  ...MAP_METHODS,
  forEach: (analysis, set, { args, place }) => {
    const given = [set.any, set.any, nodeOf(analysis, set)];
    if (args[0]) invoke(analysis, args[0], { args: given, place });
  },
  values: same,
  keys: same,
  entries: ({ queue }, set, call) => {
    const pairs = madeList(call, () => createObject('set'));
    const pair = createObject('list');
    connect(queue, set.any, pair.any);
    add(queue, pairs.any, pair);
    add(queue, call.result, pairs);
  },
};

function nodeOf({ queue }: Analysis, map: ObjectToken): Node {
  const node = createNode();
  add(queue, node, map);
  return node;
}

export function mapMember(map: ObjectToken, name: string): Token | undefined {
  if (name === 'size') return OPAQUE;
  const methods = map.form === 'set' ? SET_METHODS : MAP_METHODS;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return method && methodOf(map, name, () => (state, call) => method(state, map, call));
}
