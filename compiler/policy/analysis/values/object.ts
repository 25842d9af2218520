// Handles objects: creating them, reading a member, and passing them to unknown code.
import { addTo, valueFor } from '../../../groups.js';
import {
  type Analysis,
  type Node,
  isUnknown,
  OPAQUE,
  UNDEFINED,
  UNKNOWN,
  type FunctionToken,
  type ObjectToken,
  type Token,
  UNREAD,
} from '../model.js';
import { add, connect, createNode, listen, constant } from './value-graph.js';
import type { LoadedModule } from '../../../facts/module-graph.js';
import type { Binding } from '../../../facts/module-record.js';
import type { Identifier } from '../../../syntax/tree.js';

export function createObject(
  form: ObjectToken['form'],
  { base, find, made }: Partial<Pick<ObjectToken, 'base' | 'find' | 'made'>> = {},
): ObjectToken {
  return {
    kind: 'object',
    form,
    fields: new Map(),
    any: createNode(),
    open: createNode(),
    certain: new Set(),
    after: new Set(),
    spreads: [],
    copied: createNode(),
    base,
    find,
    made,
    madeBy: undefined,
    all: undefined,
    watchers: [],
    hasEscaped: false,
    isLent: false,
    isLayer: false,
  };
}

export function ownOf(token: FunctionToken): ObjectToken {
  if (!token.own) {
    token.own = createObject('list');
    token.own.hasEscaped = token.hasEscaped;
    if (token.hasEscaped) token.own.any.tokens = [UNKNOWN];
  }
  return token.own;
}

export function fieldOf(object: ObjectToken, name: string): Node {
  let field = object.fields.get(name);
  if (!field) {
    object.fields.set(name, (field = object.find?.(name) ?? createNode()));
    for (const watch of object.watchers) watch(name, field);
  }
  return field;
}

/** Calls the callback for every member with a known name, including members that are added later. */
export function watchFields(object: ObjectToken, watch: (name: string, field: Node) => void): void {
  for (const [name, field] of [...object.fields]) watch(name, field);
  object.watchers.push(watch);
}

/** Adds the possible values of a member to `result`, and `undefined` if the member may be missing. */
export function readField(
  { queue }: Analysis,
  object: ObjectToken,
  { name, result }: { readonly name: string; readonly result: Node },
): void {
  connect(queue, fieldOf(object, name), result);
  connect(queue, object.any, result);
  if (!object.after.has(name)) connect(queue, object.open, result);
  if (object.certain.has(name) || object.find) return;
  if (hasInherited(object, name)) add(queue, result, UNKNOWN);
  else if (!object.base) add(queue, result, UNDEFINED);
}

/** The built-in members that every object, function or list inherits. */
const INHERITED: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'name',
  'length',
  'prototype',
]);

function hasInherited({ form }: ObjectToken, name: string): boolean {
  if (form === 'list' || form === 'map' || form === 'set') return !/^\d+$/.test(name);
  return INHERITED.has(name) && (form === 'class' || Object.hasOwn(Object.prototype, name));
}

export function readAny({ queue }: Analysis, object: ObjectToken, result: Node): void {
  let all = object.all;
  if (!all) {
    const every = (object.all = all = createNode());
    watchFields(object, (_name, field) => connect(queue, field, every));
    connect(queue, object.any, every);
    connect(queue, object.open, every);
    const found = object.find?.(undefined);
    if (found) connect(queue, found, every);
    if (object.find) add(queue, every, UNKNOWN);
  }
  connect(queue, all, result);
}

/** Adds the possible items of a list, or the values of a map, to `result`. */
export function readItems(analysis: Analysis, from: Node, result: Node): void {
  listen(from, (token) => {
    analysis.interpreter.noteNamespace(analysis, token);
    if (token.kind === 'object') {
      if (token.form === 'map') add(analysis.queue, result, entryOf(analysis, token));
      else readAny(analysis, token, result);
      listen(token.copied, (copied) => analysis.interpreter.noteNamespace(analysis, copied));
    } else if (token.kind !== 'undefined') add(analysis.queue, result, passedOn(token) ?? UNKNOWN);
  });
}

const ENTRIES = new WeakMap<ObjectToken, ObjectToken>();

/** Returns the `[key, value]` entry of a map. */
function entryOf({ queue }: Analysis, map: ObjectToken): ObjectToken {
  let entry = ENTRIES.get(map);
  if (!entry) {
    ENTRIES.set(map, (entry = createObject('list')));
    add(queue, fieldOf(entry, '0'), OPAQUE);
    connect(queue, map.any, fieldOf(entry, '0')); // because keys written in a list are among its values
    connect(queue, map.any, fieldOf(entry, '1'));
    entry.certain.add('0').add('1');
  }
  return entry;
}

/** Returns the value of any member of an unknown value, which is just as unknown; undefined for other values. */
export function passedOn(token: Token): Token | undefined {
  return isUnknown(token) ? token : undefined;
}

export type CopiedMembers = {
  readonly from: Node;
  readonly except: ReadonlySet<string>;
  /** True if the target object already existed, as with `Object.assign`. */
  readonly isLater?: boolean;
};

/** Copies all members to another object, as a spread does. Members that are written after the spread are not copied. */
export function copyMembers(
  analysis: Analysis,
  target: ObjectToken,
  { from, except, isLater = false }: CopiedMembers,
): void {
  const { queue } = analysis;
  const open = isLater ? target.any : target.open;
  listen(from, (token) => {
    if (token.kind === 'object') {
      if (token === target) return;
      watchFields(token, (name, field) => {
        if (!except.has(name)) connect(queue, field, fieldOf(target, name));
      });
      connect(queue, token.any, open);
      connect(queue, token.open, open);
      connect(queue, token.copied, target.copied);
      if (token.find) add(queue, target.copied, token);
      if (token.form === 'instance') add(queue, open, UNKNOWN);
    } else if (token.kind === 'sdk') add(queue, target.copied, token);
    else if (passedOn(token)) add(queue, open, token);
  });
}

/** Passes a value to unknown code, which may call the functions in it and, if the value escapes, modify and store it. */
export function handOver(analysis: Analysis, node: Node, how: 'lent' | 'escapes'): void {
  if (node.handed === 'escapes' || node.handed === how) return;
  node.handed = how;
  analysis.queue.tasks.push(() => listen(node, (token) => handOverToken(analysis, token, how)));
}

export function handOverToken(analysis: Analysis, token: Token, how: 'lent' | 'escapes'): void {
  const { queue } = analysis;
  const isEscape = how === 'escapes';
  switch (token.kind) {
    case 'object': {
      if (token.hasEscaped || ((token.isLent || token.isLayer) && !isEscape)) return;
      token.isLent = true;
      if (isEscape) {
        token.hasEscaped = true;
        add(queue, token.any, UNKNOWN);
        analysis.interpreter.noteNamespace(analysis, token);
      }
      watchFields(token, (_name, field) => handOver(analysis, field, how));
      handOver(analysis, token.any, how);
      handOver(analysis, token.open, how);
      handOver(analysis, token.copied, how);
      if (token.base) handOver(analysis, token.base, how);
      if (token.made) handOverToken(analysis, token.made.instance, how);
      const constructs = token.made?.constructs;
      if (constructs) handOverToken(analysis, constructs, how);
      return;
    }
    case 'function':
      if (token.hasEscaped || (token.isLent && !isEscape)) return;
      token.isLent = true;
      token.hasEscaped = isEscape;
      token.isCalled = true;
      if (token.own) handOverToken(analysis, token.own, how);
      for (const parameter of token.parameters) add(queue, parameter, UNKNOWN);
      if (isEscape && !token.callable.isArrow) add(queue, token.self, UNKNOWN);
      if (token.rest) add(queue, token.rest.any, UNKNOWN);
      handOver(analysis, token.returns, how);
      return;
    case 'command':
      if (isEscape) {
        handOver(analysis, token.input, how);
        add(queue, token.input, UNKNOWN);
      }
      return;
    case 'client':
      if (isEscape) analysis.crossing.hasEscaped = true;
      return;
    case 'operation':
    case 'sdk':
      if (isEscape) {
        analysis.crossing.hasEscaped = true;
        analysis.interpreter.noteNamespace(analysis, token);
      }
      noteIndirect(analysis, token, unknownInput());
      return;
    case 'builtin':
      token.handedOver?.(analysis);
      if (token.owner && (isEscape || token.owner.kind === 'function'))
        handOverToken(analysis, token.owner, how);
      return;
    default:
  }
}

function unknownInput(): Node {
  const node = createNode();
  node.tokens = [UNKNOWN];
  return node;
}

/** Records an input of an operation that the call does not name. */
export function noteIndirect(analysis: Analysis, token: Token, input: Node): void {
  addTo(analysis.indirect, token, { kind: 'value', node: input });
}

export function bindingNode({ bindings }: Analysis, binding: Binding): Node {
  return valueFor(bindings, binding, createNode);
}

/** Returns the node to which an assignment or declaration of a name writes. */
export function variableNode(
  analysis: Analysis,
  module: LoadedModule,
  name: Identifier,
): Node | undefined {
  const binding = module.record.names.find(name);
  return binding && binding.kind !== 'import' ? bindingNode(analysis, binding) : undefined;
}

/** Returns the value of `module.exports` in a CommonJS module. */
export function commonExports(analysis: Analysis, module: LoadedModule): Node {
  if (analysis.unread.has(module.path)) return constant(analysis, UNREAD);
  let node = analysis.commons.get(module);
  if (!node) {
    analysis.commons.set(module, (node = createNode()));
    connect(analysis.queue, constant(analysis, createObject('other')), node);
  }
  return node;
}
