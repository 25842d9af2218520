// Represents SDK values: exports, clients and commands, and their members.
import { valueFor } from '../../../groups.js';
import {
  type Analysis,
  type InputNode,
  type Access,
  type Call,
  type Node,
  OPAQUE,
  UNDEFINED,
  UNKNOWN,
  type SdkClient,
  type SdkCommand,
  type SdkExport,
  type SdkOperation,
  type Token,
} from '../model.js';
import { add, connect, createNode, listen } from '../values/value-graph.js';
import { builtin, functionMember, lend, PURE } from '../values/builtin-members.js';
import {
  commandName,
  DOCUMENT_PACKAGE,
  exportedOperation,
  memberOperation,
  oldClass,
  operationNames,
  type OperationName,
  wholePackage,
} from './sdk-names.js';
import { shortText } from '../../../facts/environment.js';
import { watchFields } from '../values/object.js';

export function sdkExport(analysis: Analysis, specifier: string, name: string): Token {
  const [, file] = /^aws-sdk\/clients\/(.+)$/.exec(specifier) ?? [];
  if (specifier.startsWith('aws-sdk') && file !== 'all') {
    const plain = name === 'default' || name === '*' ? undefined : name;
    const service = file === undefined ? undefined : oldClass(file.replace(/\.js$/, ''));
    const path = [service, plain].filter((part) => part !== undefined).join('.');
    return intern(analysis, { kind: 'sdk', package: 'aws-sdk', name: path === '' ? '*' : path });
  }
  const whole = file === 'all' ? 'aws-sdk' : wholePackage(specifier);
  const [, middleware] = /^@middy\/(.+)$/.exec(specifier) ?? [];
  if (middleware !== undefined && (name === 'default' || name === '*')) {
    return intern(analysis, { kind: 'sdk', package: whole, name: middleware });
  }
  return intern(analysis, { kind: 'sdk', package: whole, name: name === 'default' ? '*' : name });
}

export function intern<T extends SdkExport | SdkClient | SdkOperation>(
  { interned }: Analysis,
  token: T,
): T {
  const key = `${token.kind} ${token.package} ${token.name} ${'use' in token ? token.use : ''}`;
  const known = interned.get(key);
  if (known) return known as T; // because the key contains the kind
  interned.set(key, token);
  return token;
}

export type Reference = Pick<Access, 'frame' | 'at' | 'call'> & {
  /** True for an alias. Its inputs also count for the operation. */
  readonly isAlias?: boolean;
};

/** Records that code refers to an export. A reference to a command counts as a use of it, wherever the command is created. */
export function refer(analysis: Analysis, token: SdkExport, reference: Reference): void {
  const command = commandName(token.package, token.name);
  if (command !== undefined) {
    const isDoubtful = operationNames(token.package)?.has(command) === false;
    noteUse(analysis, token, { ...reference, name: command, use: 'command', isDoubtful });
    return;
  }
  const operation = exportedOperation(token.package, token.name);
  if (operation) noteUse(analysis, token, { ...reference, ...operation });
}

type UseReference = Reference & {
  readonly name: string;
  readonly use: OperationName['use'] | 'command';
  readonly isDoubtful?: boolean | undefined;
};

function noteUse(
  analysis: Analysis,
  token: SdkExport | SdkOperation,
  { name, use, frame, at, call, isAlias, isDoubtful = false }: UseReference,
): void {
  const inputs = call ? [inputOf(call, use, token.kind)] : indirectInputs(analysis, token);
  if (!isAlias) call?.direct.add(token);
  analysis.uses.push({
    kind: use,
    package: token.package,
    name,
    at,
    frame,
    inputs,
    isDoubtful,
    receiver: call?.self,
  });
}

/** Returns the list of inputs from calls that do not name the operation or command. */
export function indirectInputs({ indirect }: Analysis, token: Token): InputNode[] {
  return valueFor(indirect, token, () => []);
}

/** For a library function, all arguments are the input. Functions for paginators and waiters receive the client first. */
export function inputOf(
  call: Pick<Call, 'args' | 'spread'>,
  use: UseReference['use'],
  kind: Token['kind'],
): InputNode {
  const { args, spread } = call;
  if (use === 'library') return { kind: 'arguments', nodes: args, isOpen: spread !== undefined };
  const index = kind === 'sdk' && (use === 'paginator' || use === 'waiter') ? 1 : 0;
  const given = args[index];
  if (given) return { kind: 'value', node: given };
  return { kind: 'value', node: spread ?? absentNode };
}

const absentNode: Node = createNode();
absentNode.tokens = [UNDEFINED];

export function readSdkExport(analysis: Analysis, token: SdkExport, access: Access): void {
  const { queue } = analysis;
  const { name, result } = access;
  if (name === undefined) {
    if (token.name === '*') noteComputed(analysis, token.package, access);
    add(queue, result, UNKNOWN);
    return;
  }
  if (token.name === '*') {
    const member = sdkExport(analysis, token.package, name);
    if (member.kind === 'sdk' && member.name !== '*' && !access.isTaken)
      refer(analysis, member, access);
    add(queue, result, member);
    return;
  }
  // The prototype of a client class has the same members as the clients of that class.
  if (name === 'prototype' && token.package !== 'aws-sdk') {
    add(queue, result, intern(analysis, { ...token, kind: 'client' }));
    return;
  }
  if (token.package === 'aws-sdk') {
    add(queue, result, intern(analysis, { ...token, name: `${token.name}.${name}` }));
    return;
  }
  if (token.package === DOCUMENT_PACKAGE && name === 'from') {
    const client = intern(analysis, { ...token, kind: 'client' });
    const from = builtin((state, call) => giveClient(state, client, call));
    add(queue, result, from);
    return;
  }
  add(queue, result, functionMember(exportOperation(analysis, token), name) ?? UNKNOWN);
}

/** Represents an exported function as an operation. A function that is not an operation counts as a library function. */
function exportOperation(analysis: Analysis, token: SdkExport): SdkOperation {
  const operation = exportedOperation(token.package, token.name);
  const { use, name } = operation ?? { use: 'library', name: token.name };
  return intern(analysis, { kind: 'operation', package: token.package, name, use });
}

export function giveClient(analysis: Analysis, client: SdkClient, call: Call): void {
  lend(analysis, { ...call, result: createNode() });
  analysis.clients.add(client);
  add(analysis.queue, call.result, client);
}

export function readClient(analysis: Analysis, token: SdkClient, access: Access): void {
  const { name, result, call } = access;
  const { queue } = analysis;
  if (name === undefined) {
    noteComputed(analysis, token.package, access);
    add(queue, result, UNKNOWN);
    return;
  }
  if (name === 'middlewareStack') analysis.mayChangeInputs = true;
  const member = { kind: 'operation', package: token.package } as const;
  const older = token.package.startsWith('aws-sdk/') ? OLD_MEMBERS.get(name) : undefined;
  if (older !== undefined) {
    const use = intern(analysis, { ...member, use: 'v2', name: older });
    call?.direct.add(use);
    add(queue, result, use);
    return;
  }
  const operation = memberOperation(token, name, call !== undefined);
  if (!operation) {
    add(queue, result, name === 'send' ? SEND : OPAQUE);
    return;
  }
  const use = intern(analysis, { ...member, use: operation.use, name: operation.name });
  noteUse(analysis, use, { ...access, ...operation });
  add(queue, result, use);
}

/** The member `client.send`, including `client.send.bind(client)`. */
const SEND: Token = builtin(lend, (name) => (name === 'bind' ? BIND_SEND : PURE));

const BIND_SEND: Token = builtin((analysis, call) => {
  lend(analysis, { ...call, result: createNode() });
  add(analysis.queue, call.result, SEND);
});

/** Members of version 2 clients whose first argument names the operation; see `applyNamed`. */
const OLD_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['getSignedUrl', '?getSignedUrl'],
  ['getSignedUrlPromise', '?getSignedUrl'],
  ['makeRequest', '?makeRequest'],
  ['waitFor', '?waitFor'],
]);

export function readCommand(analysis: Analysis, token: SdkCommand, { name, result }: Access): void {
  if (name === 'middlewareStack') analysis.mayChangeInputs = true;
  if (name === 'input' || name === undefined) connect(analysis.queue, token.input, result);
  if (name !== 'input') add(analysis.queue, result, UNKNOWN);
}

// Records what the analysis could not resolve: operations, imports and inputs.

type UseLocation = Pick<Call, 'frame' | 'at'>;

export function noteComputed(
  { unresolved }: Analysis,
  packageName: string,
  { frame, at }: UseLocation,
): void {
  unresolved.push({
    kind: 'computed-operation',
    text: shortText(frame.module, at),
    package: packageName,
    at: frame.module.record.source.spanOf(at),
  });
}

export function noteComputedImport({ unresolved }: Analysis, { frame, at }: UseLocation): void {
  unresolved.push({
    kind: 'computed-import',
    text: shortText(frame.module, at),
    at: frame.module.record.source.spanOf(at),
  });
}

/** Stores where a namespace is first named. This is reported if its members can no longer be followed. */
export function nameNamespace({ named }: Analysis, token: Token, at: UseLocation): void {
  const isNamespace =
    token.kind === 'sdk' ? token.name === '*' : token.kind === 'object' && token.find;
  if (isNamespace && !named.has(token)) named.set(token, at);
}

/** Any export may be used from now on. For a package, this is reported; for a module, its exports count as used. */
export function noteNamespace(analysis: Analysis, token: Token): void {
  const at = analysis.named.get(token);
  if (!at) return;
  if (token.kind === 'sdk') noteComputed(analysis, token.package, at);
  if (token.kind !== 'object' || analysis.opened.has(token)) return;
  analysis.opened.add(token);
  watchFields(token, (_name, field) => {
    listen(field, (member) => {
      if (member.kind !== 'sdk') return;
      if (member.name === '*') noteNamespace(analysis, member);
      else refer(analysis, member, { ...at, call: undefined });
    });
  });
}
