// What looks at values from outside: `Reflect`, `Proxy`, `arguments`.
import { constant, unknown, type Analysis } from '../analysis.js';
import { applyCall, invoke } from '../calls/apply-call.js';
import { readMember, writeMember } from '../members/member.js';
import { argumentsIn, builtin } from '../values/builtin-members.js';
import { createObject, fieldOf, handOver, watchFields } from '../values/object.js';
import { textToken } from '../values/text.js';
import {
  OPAQUE,
  UNKNOWN,
  type BuiltinToken,
  type FunctionToken,
  type Token,
} from '../values/token.js';
import { add, connect, createNode, listen, type Node } from '../values/value-graph.js';

/** A function that changes its first argument in an unknown way. */
export const escaping: BuiltinToken = builtin((analysis, { args, spread, result }) => {
  for (const node of [...args, ...(spread ? [spread] : [])]) {
    handOver(analysis, node, 'escapes');
    listen(node, (token) => {
      if (token.kind === 'client') analysis.mayChangeInputs = true; // because it may get another `send`
    });
    connect(analysis.queue, node, result);
  }
  add(analysis.queue, result, UNKNOWN);
});

const NOWHERE = { start: 1, end: 1, ctxt: 0 };

/** `Reflect.get(object, name)`. */
const getMember: BuiltinToken = builtin((analysis, { place, at, args, result }) => {
  const [object, key] = args;
  if (object && key)
    connect(
      analysis.queue,
      readMember(analysis, object, { key, place, at, call: undefined }),
      result,
    );
});

/** `Reflect.set(object, name, value)`. */
const setMember: BuiltinToken = builtin((analysis, { args, result }) => {
  const [object, key, value] = args;
  if (object && key && value) writeMember(analysis, object, { key, value });
  add(analysis.queue, result, OPAQUE);
});

/** `Reflect.apply(callee, self, list)`, and `Reflect.construct(callee, list)`. */
const applyReflected = (isNew: boolean): BuiltinToken =>
  builtin((analysis, { args, ...call }) => {
    const [callee, ...others] = args;
    const [self, list] = isNew ? [undefined, others[0]] : others;
    if (!callee || !list) return;
    const given = { ...argumentsIn(analysis, list), direct: new Set<Token>() };
    applyCall(analysis, callee, { ...call, ...given, isNew, name: undefined, self });
  });

export const REFLECT: Readonly<Record<string, BuiltinToken>> = {
  get: getMember,
  set: setMember,
  apply: applyReflected(false),
  construct: applyReflected(true),
  defineProperty: escaping,
  deleteProperty: escaping,
  getOwnPropertyDescriptor: escaping,
  getPrototypeOf: escaping,
  setPrototypeOf: escaping,
};

/** A member of a proxy is what `get` of its handler returns for the name, or the member of its target. */
export const proxy: BuiltinToken = builtin((analysis, { place, args, makes, result }) => {
  const { queue } = analysis;
  const [target, handler] = args;
  if (!target || !handler) return;
  const whole = createNode();
  const traps = readMember(analysis, handler, { key: 'get', place, at: NOWHERE, call: undefined });
  const find = (name: string | undefined): Node => {
    const key = name === undefined ? unknown(analysis) : constant(analysis, textToken([name]));
    return invoke(analysis, traps, { args: [target, key, whole], place, self: handler });
  };
  listen(traps, ({ kind }) => {
    if (kind === 'undefined' || makes.has('proxy')) return;
    const made = createObject('other', { find });
    makes.set('proxy', made);
    add(queue, whole, made);
  });
  listen(handler, (token) => {
    // Its other functions are called with unknown arguments.
    if (token.kind !== 'object') handOver(analysis, handler, 'escapes');
    else
      watchFields(token, (name, field) => name !== 'get' && handOver(analysis, field, 'escapes'));
  });
  connect(queue, target, whole);
  connect(queue, whole, result);
  handOver(analysis, target, 'escapes');
});

/** `arguments`: in older JavaScript, writes to it change the parameters. */
export function argumentsOf(analysis: Analysis, inside: FunctionToken): Node {
  let owner: FunctionToken | undefined = inside;
  while (owner?.callable.isArrow) owner = owner.parent;
  if (!owner) return unknown(analysis);
  const known = analysis.definitions.get(owner);
  if (known) return known;
  const { queue } = analysis;
  const list = createObject('list');
  owner.parameters.forEach((parameter, index) => {
    const name = String(index);
    connect(queue, parameter, fieldOf(list, name));
    connect(queue, fieldOf(list, name), parameter);
    connect(queue, list.any, parameter);
    list.certain.add(name);
    list.after.add(name);
  });
  // A call may pass more arguments.
  add(queue, list.open, UNKNOWN);
  const node = constant(analysis, list);
  analysis.definitions.set(owner, node);
  return node;
}
