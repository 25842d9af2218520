// Reads and writes members: `x.name`, `x['name']`, `x[key]`.
import { evaluate } from '../analysis.js';
import { unknown, add, connect, createNode, listen } from '../values/value-graph.js';
import {
  type Analysis,
  type Access,
  type Call,
  type Frame,
  type Node,
  type ObjectToken,
  OPAQUE,
  type Token,
  UNDEFINED,
  UNKNOWN,
  UNREAD,
} from '../model.js';
import {
  functionMember,
  made,
  methodOf,
  PROTOTYPE,
  PURE,
  textMember,
} from '../values/builtin-members.js';
import { listMember, type ListMethod, nodeOf } from './list-methods.js';
import {
  createObject,
  fieldOf,
  handOver,
  handOverToken,
  ownOf,
  passedOn,
  readAny,
  readField,
} from '../values/object.js';
import { noteMember } from '../calls/call-graph.js';
import { readClient, readCommand, readSdkExport, refer } from '../sdk/sdk-values.js';
import { isResourceMember } from '../sdk/resources.js';
import { exactText } from '../values/text.js';
import { invoke } from '../calls/apply-call.js';
import { privateName, propertyName } from '../../../syntax/expressions.js';
import type { Expression, MemberExpression } from '../../../syntax/tree.js';

const MAP_METHODS: Readonly<Record<string, ListMethod>> = {
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
  forEach: (analysis, map, { args, frame }) => {
    const key = createNode();
    connect(analysis.queue, map.any, key);
    add(analysis.queue, key, OPAQUE);
    if (args[0]) invoke(analysis, args[0], { args: [map.any, key, nodeOf(analysis, map)], frame });
  },
  values: ({ queue }, map, call) => {
    const held = made(call, 'set', 'list');
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

const same: ListMethod = ({ queue }, set, { result }) => add(queue, result, set);

/** A set has no keys. An iterator over values is represented as a set. */
const SET_METHODS: typeof MAP_METHODS = {
  ...MAP_METHODS,
  forEach: (analysis, set, { args, frame }) => {
    const given = [set.any, set.any, nodeOf(analysis, set)];
    if (args[0]) invoke(analysis, args[0], { args: given, frame });
  },
  values: same,
  keys: same,
  entries: ({ queue }, set, call) => {
    const pairs = made(call, 'set', 'list');
    const pair = createObject('list');
    connect(queue, set.any, pair.any);
    add(queue, pairs.any, pair);
    add(queue, call.result, pairs);
  },
};

function mapMember(map: ObjectToken, name: string): Token | undefined {
  if (name === 'size') return OPAQUE;
  const methods = map.form === 'set' ? SET_METHODS : MAP_METHODS;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return method && methodOf(map, name, () => (state, call) => method(state, map, call));
}

/** Returns the value of a member; `key` is its name, or the node of a computed name. */
export function readMember(
  analysis: Analysis,
  object: Node,
  { key, ...rest }: Omit<Access, 'name' | 'result' | 'searched'> & { readonly key: string | Node },
): Node {
  const result = createNode();
  const ask = (name: string | undefined): void => {
    const access: Access = { ...rest, name, result, searched: new Set() };
    listen(object, (token) => readToken(analysis, token, access));
  };
  if (typeof key === 'string') {
    const { frame, at, call } = rest;
    analysis.memberReads.push({ object, name: key, frame, at, call });
    ask(key);
  } else withNames(analysis, key, ask);
  return result;
}

/** Calls the callback for every name that a computed key can have, and once with undefined if the key is not known. */
function withNames({ queue }: Analysis, key: Node, each: (name: string | undefined) => void): void {
  let isOpen = false;
  listen(key, (token) => {
    if (token === UNREAD) queue.mixesUnread = true;
    const name = token.kind === 'other' ? String(token.value) : exactText(token);
    if (name !== undefined) each(name);
    else if (!isOpen) {
      isOpen = true;
      each(undefined);
    }
  });
}

function readToken(analysis: Analysis, token: Token, access: Access): void {
  const { queue } = analysis;
  const { name, result } = access;
  switch (token.kind) {
    case 'object':
      readObject(analysis, token, access);
      return;
    case 'function': {
      const member = name === undefined ? undefined : functionMember(token, name);
      if (member) add(queue, result, member);
      else readObject(analysis, ownOf(token), access);
      return;
    }
    case 'text':
    case 'other':
      // The keys of a map also count as its values. A key is a string, so it has no members of a resource.
      if (!analysis.resourceOwner || !isResourceMember(name))
        add(queue, result, textMember(token, name));
      return;
    case 'undefined':
      if (!access.isStrict) add(queue, result, UNDEFINED);
      return;
    case 'builtin':
      add(queue, result, token.read?.(name) ?? PURE);
      return;
    case 'sdk':
      readSdkExport(analysis, token, access);
      return;
    case 'client':
      readClient(analysis, token, access);
      return;
    case 'operation': {
      const member = name === undefined ? undefined : functionMember(token, name);
      add(queue, result, member ?? UNKNOWN);
      return;
    }
    case 'command':
      readCommand(analysis, token, access);
      return;
    default:
      if (name === 'middlewareStack') {
        analysis.mayChangeInputs = true;
        if (token === UNREAD) analysis.crossing.isAsked = true;
      }
      add(queue, result, passedOn(token) ?? UNKNOWN);
  }
}

function readObject(analysis: Analysis, object: ObjectToken, access: Access): void {
  const { name, result } = access;
  const { queue } = analysis;
  if (object.find) listen(result, (token) => referMember(analysis, token, access));
  if (name === undefined) {
    readAny(analysis, object, result);
    if (object.form === 'list' || object.form === 'literal') add(queue, result, UNDEFINED);
    if (object.form === 'set') add(queue, result, UNKNOWN); // because the unknown member may be `Symbol.iterator`
    inherit(analysis, object.copied, access);
    if (object.base) inherit(analysis, object.base, access);
    return;
  }
  if (name === 'prototype' && object.made) {
    add(queue, result, object.made.instance);
    return;
  }
  if (name === 'constructor' && object.madeBy) add(queue, result, object.madeBy);
  // Code with access to the prototype can change every object that inherits from it. The two legacy methods define accessors.
  if (SELDOM.has(name)) handOverToken(analysis, object, 'escapes');
  const builtin =
    object.form === 'list'
      ? listMember(object, name)
      : object.form === 'map' || object.form === 'set'
        ? mapMember(object, name)
        : undefined;
  if (builtin) {
    add(queue, result, builtin);
    return;
  }
  const isOwn = object.certain.has(name);
  readField(analysis, object, { name, result });
  inherit(analysis, object.copied, access);
  if (object.base && !isOwn) inherit(analysis, object.base, access);
}

/** Records the use of an SDK export that is read as a member, for example from a module that re-exports it. */
function referMember(analysis: Analysis, token: Token, { frame, at, call, isTaken }: Access): void {
  if (token.kind === 'sdk' && !isTaken) refer(analysis, token, { frame, at, call, isAlias: true });
}

const SELDOM: ReadonlySet<string> = new Set(['__proto__', '__defineGetter__', '__defineSetter__']);

/** Reads an inherited member. An instance inherits the members of the instances of its base class. */
function inherit(analysis: Analysis, base: Node, access: Access): void {
  if (access.searched.has(base)) return;
  access.searched.add(base);
  listen(base, (token) => readToken(analysis, token, access));
}

export function writeMember(
  analysis: Analysis,
  object: Node,
  { key, value }: { readonly key: string | Node; readonly value: Node },
): void {
  const write = (name: string | undefined): void =>
    listen(object, (token) => writeToken(analysis, token, { name, value }));
  if (typeof key === 'string') write(key);
  else withNames(analysis, key, write);
}

function writeToken(
  analysis: Analysis,
  token: Token,
  { name, value }: { readonly name: string | undefined; readonly value: Node },
): void {
  const { queue } = analysis;
  switch (token.kind) {
    case 'object':
    case 'function': {
      const object = token.kind === 'object' ? token : ownOf(token);
      noteMember(name, value);
      if (name === '__proto__') {
        handOverToken(analysis, object, 'escapes');
        handOver(analysis, value, 'escapes');
      }
      connect(queue, value, name === undefined ? object.any : fieldOf(object, name));
      if (object.find) handOver(analysis, value, 'escapes'); // because code outside also holds the object
      if (object.form === 'list' && name === 'length') add(queue, object.any, UNKNOWN);
      return;
    }
    case 'command':
      if (name === undefined || name === 'input') connect(queue, value, token.input);
      return;
    case 'text':
    case 'other':
    case 'undefined':
      return;
    default:
      if (isShared(token)) analysis.mayChangeInputs = true;
      handOver(analysis, value, 'escapes');
  }
}

/**
 * Returns true for a value to which a write affects all inputs: it may replace `send` of a client, or change what every value
 * inherits.
 */
export function isShared(token: Token): boolean {
  return token.kind === 'client' || token.kind === 'sdk' || token === PROTOTYPE;
}

type SuperMember = Extract<Expression, { readonly type: 'SuperPropExpression' }>;

export function evaluateMember(
  analysis: Analysis,
  frame: Frame,
  read: Omit<MemberRead, 'object'>,
): Node {
  const object = evaluate(analysis, frame, read.node.object);
  return memberOf(analysis, frame, { ...read, object });
}

type MemberRead = {
  readonly object: Node;
  readonly node: MemberExpression;
  readonly call: Call | undefined;
  readonly isStrict: boolean;
};

export function memberOf(
  analysis: Analysis,
  frame: Frame,
  { object, node, ...read }: MemberRead,
): Node {
  return readMember(analysis, object, {
    key: memberKey(analysis, frame, node),
    at: node.span,
    frame,
    ...read,
  });
}

export function memberKey(analysis: Analysis, frame: Frame, node: MemberExpression): string | Node {
  const { property } = node;
  if (property.type === 'PrivateName') return privateName(property);
  const name = propertyName(node);
  if (name !== undefined || property.type !== 'Computed') return name ?? unknown(analysis);
  return evaluate(analysis, frame, property.expression);
}

export function evaluateSuperMember(
  analysis: Analysis,
  frame: Frame,
  { node, call }: { readonly node: SuperMember; readonly call: Call | undefined },
): Node {
  const { property, span } = node;
  const key =
    property.type === 'Identifier'
      ? property.value
      : evaluate(analysis, frame, property.expression);
  const object = frame.base?.members ?? unknown(analysis);
  return readMember(analysis, object, { key, at: span, frame, call });
}
