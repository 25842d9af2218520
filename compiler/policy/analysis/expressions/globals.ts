// Evaluates the global names of JavaScript and Node.js.
import { valueFor, wordSet } from '../../../groups.js';
import { NOWHERE } from '../../../syntax/expressions.js';
import { constant, unknown, add, connect, createNode, listen } from '../values/value-graph.js';
import {
  type Analysis,
  type Frame,
  type Node,
  everyArgument,
  OPAQUE,
  UNDEFINED,
  UNKNOWN,
  type BuiltinToken,
  type ObjectToken,
  type Token,
  type FunctionToken,
} from '../model.js';
import { invoke, applyCall } from '../calls/apply-call.js';
import { builtin, lend, made, PROTOTYPE, argumentsIn } from '../values/builtin-members.js';
import { REQUIRE } from './module-loading.js';
import { isShared, readMember, writeMember } from '../members/member.js';
import {
  copyMembers,
  createObject,
  fieldOf,
  handOver,
  ownOf,
  readAny,
  readItems,
  watchFields,
  commonExports,
} from '../values/object.js';
import { textToken } from '../values/text.js';

/** A function that may modify its arguments in any way. */
const escaping: BuiltinToken = builtin((analysis, call) => {
  for (const node of everyArgument(call)) {
    handOver(analysis, node, 'escapes');
    listen(node, (token) => {
      if (token.kind === 'client') analysis.mayChangeInputs = true; // because its `send` may be replaced
    });
    connect(analysis.queue, node, call.result);
  }
  add(analysis.queue, call.result, UNKNOWN);
});

/** Applies `Reflect.apply(callee, self, list)` or `Reflect.construct(callee, list)`. */
const applyReflected = (isNew: boolean): BuiltinToken =>
  builtin((analysis, { args, ...call }) => {
    const [callee, ...others] = args;
    const [self, list] = isNew ? [undefined, others[0]] : others;
    if (!callee || !list) return;
    const given = { ...argumentsIn(analysis, list), direct: new Set<Token>() };
    applyCall(analysis, callee, { ...call, ...given, isNew, name: undefined, self });
  });

const REFLECT: Readonly<Record<string, BuiltinToken>> = {
  get: builtin((analysis, { frame, at, args: [object, key], result }) => {
    if (!object || !key) return;
    const member = readMember(analysis, object, { key, frame, at, call: undefined });
    connect(analysis.queue, member, result);
  }),
  set: builtin((analysis, { args: [object, key, value], result }) => {
    if (object && key && value) writeMember(analysis, object, { key, value });
    add(analysis.queue, result, OPAQUE);
  }),
  apply: applyReflected(false),
  construct: applyReflected(true),
  defineProperty: escaping,
  deleteProperty: escaping,
  getOwnPropertyDescriptor: escaping,
  getPrototypeOf: escaping,
  setPrototypeOf: escaping,
};

/** Creates a proxy. Its members are what the handler's `get` returns for a name, or the members of the target. */
const proxy: BuiltinToken = builtin((analysis, { frame, args, makes, result }) => {
  const { queue } = analysis;
  const [target, handler] = args;
  if (!target || !handler) return;
  const whole = createNode();
  const traps = readMember(analysis, handler, { key: 'get', frame, at: NOWHERE, call: undefined });
  const find = (name: string | undefined): Node => {
    const key = name === undefined ? unknown(analysis) : constant(analysis, textToken([name]));
    return invoke(analysis, traps, { args: [target, key, whole], frame, self: handler });
  };
  listen(traps, ({ kind }) => {
    if (kind === 'undefined' || makes.has('proxy')) return;
    const made = createObject('other', { find });
    makes.set('proxy', made);
    add(queue, whole, made);
  });
  listen(handler, (token) => {
    // The other functions of the handler are called with unknown arguments.
    if (token.kind !== 'object') handOver(analysis, handler, 'escapes');
    else
      watchFields(token, (name, field) => name !== 'get' && handOver(analysis, field, 'escapes'));
  });
  connect(queue, target, whole);
  connect(queue, whole, result);
  handOver(analysis, target, 'escapes');
});

/** Evaluates `arguments`. In sloppy mode, writing to it changes the parameters. */
function argumentsOf(analysis: Analysis, inside: FunctionToken): Node {
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
  // A call may pass more arguments than there are parameters.
  add(queue, list.open, UNKNOWN);
  const node = constant(analysis, list);
  analysis.definitions.set(owner, node);
  return node;
}

/** Returns `globalThis`, in which an application may store its clients. */
export function globalObject(analysis: Analysis): Node {
  return valueFor(analysis.globals, 'globalThis', () => {
    const object = createObject('other');
    add(analysis.queue, object.any, UNKNOWN);
    add(analysis.queue, fieldOf(object, 'process'), processObject(analysis));
    return constant(analysis, object);
  });
}

export function globalNode(analysis: Analysis, { module, inside }: Frame, name: string): Node {
  switch (name) {
    case 'exports':
      return commonExports(analysis, module);
    case 'module':
      return moduleObject(analysis, commonExports(analysis, module));
    case 'eval':
      analysis.mayChangeInputs = true; // because the evaluated text may assign any variable
      return unknown(analysis);
    case 'arguments':
      return inside ? argumentsOf(analysis, inside) : unknown(analysis);
    default:
  }
  return valueFor(analysis.globals, name, () => makeGlobal(analysis, name));
}

function makeGlobal(analysis: Analysis, name: string): Node {
  switch (name) {
    case 'undefined':
      return constant(analysis, UNDEFINED);
    case 'globalThis':
    case 'global':
      return globalObject(analysis);
    case 'process':
      return constant(analysis, processObject(analysis));
    case 'require':
      return constant(analysis, REQUIRE);
    default:
  }
  if (Object.hasOwn(GLOBALS, name)) return constant(analysis, GLOBALS[name] ?? UNKNOWN);
  if (HARMLESS.has(name)) return constant(analysis, LENDING);
  // The application itself may have assigned the global.
  const node = createNode();
  add(analysis.queue, node, UNKNOWN);
  listen(globalObject(analysis), (token) => {
    if (token.kind === 'object') connect(analysis.queue, fieldOf(token, name), node);
  });
  return node;
}

function moduleObject(analysis: Analysis, exported: Node): Node {
  const object = createObject('other', {
    find: (name) => (name === 'exports' ? exported : createNode()),
  });
  return constant(analysis, object);
}

const LENDING: BuiltinToken = builtin(lend, () => LENDING);

const HARMLESS = wordSet(
  'console JSON Math Number String Boolean BigInt Date RegExp Error TypeError RangeError SyntaxError AggregateError Symbol Intl Buffer URL URLSearchParams TextEncoder TextDecoder Headers Request Response fetch AbortController AbortSignal Blob FormData performance crypto structuredClone encodeURIComponent decodeURIComponent encodeURI decodeURI parseInt parseFloat isNaN isFinite btoa atob NaN Infinity setTimeout setInterval setImmediate clearTimeout clearInterval queueMicrotask ReadableStream WritableStream TransformStream Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array ArrayBuffer SharedArrayBuffer DataView Atomics',
);

type Members = Readonly<Record<string, BuiltinToken>>;

function withMembers(call: BuiltinToken['call'], members: Members): BuiltinToken {
  return builtin(call, (name) => {
    const isKnown = name !== undefined && Object.hasOwn(members, name);
    return isKnown ? members[name] : LENDING;
  });
}

const same: BuiltinToken = builtin(({ queue }, { args, result }) => {
  if (args[0]) connect(queue, args[0], result);
});

/** A function that returns a list of the values of its first argument's members. */
const values: BuiltinToken = builtin((analysis, call) => {
  const list = made(call, 'list');
  if (call.args[0]) readItems(analysis, call.args[0], list.any);
  add(analysis.queue, call.result, list);
});

const entries: BuiltinToken = builtin((analysis, call) => {
  const list = made(call, 'list');
  const pair = made(call, 'list', 'pair');
  pair.certain.add('0').add('1');
  add(analysis.queue, fieldOf(pair, '0'), OPAQUE);
  if (call.args[0]) readItems(analysis, call.args[0], fieldOf(pair, '1'));
  add(analysis.queue, list.any, pair);
  add(analysis.queue, call.result, list);
});

const fromEntries: BuiltinToken = builtin((analysis, call) => {
  const object = made(call, 'map');
  const pairs = createNode();
  if (call.args[0]) readItems(analysis, call.args[0], pairs);
  readItems(analysis, pairs, object.any);
  const plain = made(call, 'other');
  connect(analysis.queue, object.any, plain.any);
  add(analysis.queue, call.result, plain);
});

const assignMembers: BuiltinToken = builtin((analysis, call) => {
  const [target, ...sources] = call.args;
  if (!target) return;
  analysis.memberWrites.push(target);
  listen(target, (token) => {
    const object =
      token.kind === 'object' ? token : token.kind === 'function' ? ownOf(token) : undefined;
    for (const from of everyArgument({ args: sources, spread: call.spread })) {
      if (object) copyMembers(analysis, object, { from, except: new Set(), isLater: true });
      else handOver(analysis, from, 'escapes');
    }
    if (token.kind === 'command') add(analysis.queue, token.input, UNKNOWN);
    if (isShared(token)) analysis.mayChangeInputs = true;
  });
  connect(analysis.queue, target, call.result);
});

const all: BuiltinToken = builtin((analysis, call) => {
  const list = made(call, 'list');
  const [from] = call.args;
  if (from) {
    listen(from, (token) => {
      if (token.kind !== 'object') readItems(analysis, from, list.any);
      else if (token.form === 'list') {
        copyMembers(analysis, list, { from, except: new Set() });
        connect(analysis.queue, token.any, list.any);
      } else readAny(analysis, token, list.any);
    });
  }
  add(analysis.queue, call.result, list);
});

const first: BuiltinToken = builtin((analysis, call) => {
  if (call.args[0]) readItems(analysis, call.args[0], call.result);
});

/** Creates a promise: `new Promise((resolve) => resolve(x))` resolves to `x`. */
const promise: BuiltinToken['call'] = (analysis, call) => {
  const resolve: Token = builtin(({ queue }, { args }) => {
    if (args[0]) connect(queue, args[0], call.result);
  });
  const [callback] = call.args;
  if (callback) {
    const args = [constant(analysis, resolve), constant(analysis, LENDING)];
    invoke(analysis, callback, { args, frame: call.frame });
  }
};

const collection: BuiltinToken = builtin((analysis, call) => {
  const map = made(call, 'map');
  if (call.args[0]) {
    const items = createNode();
    readItems(analysis, call.args[0], items);
    listen(items, (token) => {
      if (token.kind === 'object' && token.form === 'list') readAny(analysis, token, map.any);
      else add(analysis.queue, map.any, token);
    });
  }
  add(analysis.queue, call.result, map);
});

const valueSet: BuiltinToken = builtin((analysis, call) => {
  const set = made(call, 'set');
  if (call.args[0]) readItems(analysis, call.args[0], set.any);
  add(analysis.queue, call.result, set);
});

const listFrom: BuiltinToken = builtin((analysis, call) => {
  const list = made(call, 'list');
  const [from, change] = call.args;
  const items = createNode();
  if (from) readItems(analysis, from, items);
  const changed = change && invoke(analysis, change, { args: [items], frame: call.frame });
  connect(analysis.queue, changed ?? items, list.any);
  add(analysis.queue, call.result, list);
});

const listOf: BuiltinToken = builtin((analysis, call) => {
  const list = made(call, 'list');
  for (const node of everyArgument(call)) connect(analysis.queue, node, list.any);
  add(analysis.queue, list.any, UNDEFINED);
  add(analysis.queue, call.result, list);
});

const OBJECT: Members = {
  prototype: PROTOTYPE,
  freeze: same,
  seal: same,
  preventExtensions: same,
  values,
  entries,
  fromEntries,
  assign: assignMembers,
  defineProperty: escaping,
  defineProperties: escaping,
  setPrototypeOf: escaping,
  create: escaping,
  getPrototypeOf: escaping,
  getOwnPropertyDescriptor: escaping,
  getOwnPropertyDescriptors: escaping,
  groupBy: escaping,
};

const PROMISE: Members = { all, allSettled: escaping, race: first, any: first, resolve: same };

const WITH_PROTOTYPE: Members = { prototype: PROTOTYPE };

const GLOBALS: Readonly<Record<string, BuiltinToken>> = {
  Object: withMembers(same.call, OBJECT),
  Promise: withMembers(promise, PROMISE),
  Map: withMembers(collection.call, WITH_PROTOTYPE),
  Set: withMembers(valueSet.call, WITH_PROTOTYPE),
  WeakMap: withMembers(collection.call, WITH_PROTOTYPE),
  WeakSet: withMembers(valueSet.call, WITH_PROTOTYPE),
  Array: withMembers(listOf.call, {
    from: listFrom,
    of: listOf,
    fromAsync: listFrom,
    ...WITH_PROTOTYPE,
  }),
  String: withMembers(LENDING.call, WITH_PROTOTYPE),
  Reflect: withMembers(LENDING.call, REFLECT),
  Proxy: proxy,
  WeakRef: escaping,
  FinalizationRegistry: escaping,
  Function: escaping,
};

// Creates `process.env`. Each variable has one of the values that the functions of the stage give it.

const ENVIRONMENTS = new WeakMap<Analysis, ObjectToken>();

export function environmentObject(analysis: Analysis): ObjectToken {
  const find = (name: string | undefined): Node | undefined =>
    name === undefined ? undefined : variable(analysis, name);
  return valueFor(ENVIRONMENTS, analysis, () => createObject('other', { find }));
}

/** Returns the value of a variable; any value if neither the stage nor a declared resource sets it. */
function variable({ environments, declared, queue }: Analysis, name: string): Node {
  const node = createNode();
  const text = declared.get(name);
  const otherwise = text ? textToken(text) : UNKNOWN;
  for (const environment of environments) {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    add(queue, node, value === undefined ? otherwise : textToken([value]));
  }
  if (environments.length === 0) add(queue, node, otherwise);
  return node;
}

export function processObject(analysis: Analysis): ObjectToken {
  const call: Token = builtin(lend);
  const find = (name: string | undefined): Node => {
    const node = createNode();
    add(analysis.queue, node, name === 'env' ? environmentObject(analysis) : call);
    return node;
  };
  return createObject('other', { find });
}
