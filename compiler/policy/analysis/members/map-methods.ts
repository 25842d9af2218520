// What the methods of a map or a set do with what it holds.
import type { Analysis } from '../analysis.js';
import { invoke } from '../calls/apply-call.js';
import { methodOf } from '../values/builtin-members.js';
import type { Call } from '../call.js';
import { add, connect, createNode } from '../values/value-graph.js';
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
    const whole = createNode();
    add(analysis.queue, whole, map);
    const given = [map.any, map.any, whole];
    if (args[0]) invoke(analysis, args[0], { args: given, place });
  },
  values: ({ queue }, map, { result }) => add(queue, result, map),
  entries: ({ queue }, map, { result }) => add(queue, result, map),
  next: ({ queue }, map, { result }) => add(queue, result, map),
  keys: ({ queue }, _map, { result }) => add(queue, result, OPAQUE),
  has: ({ queue }, _map, { result }) => add(queue, result, OPAQUE),
  delete: ({ queue }, _map, { result }) => add(queue, result, OPAQUE),
  clear: ({ queue }, _map, { result }) => add(queue, result, OPAQUE),
};

export function mapMember(map: ObjectToken, name: string): Token | undefined {
  if (name === 'size') return OPAQUE;
  const method = Object.hasOwn(MAP_METHODS, name) ? MAP_METHODS[name] : undefined;
  return method && methodOf(map, name, () => (state, call) => method(state, map, call));
}
