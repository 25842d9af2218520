// Applies calls to SDK exports: the creation of clients and commands, and operations that are called indirectly.
import {
  type Analysis,
  type Call,
  OPAQUE,
  UNDEFINED,
  UNKNOWN,
  type SdkClient,
  type SdkCommand,
  type SdkExport,
  type SdkOperation,
} from '../model.js';
import { lend } from '../values/builtin-members.js';
import { add, createNode, listen } from '../values/value-graph.js';
import { createObject, noteIndirect } from '../values/object.js';
import { once } from '../../../groups.js';
import { commandName, exportedOperation, pascalCase } from './sdk-names.js';
import { giveClient, indirectInputs, inputOf, intern, noteComputed } from './sdk-values.js';
import { exactText } from '../values/text.js';

export function applySdk(
  analysis: Analysis,
  token: SdkExport | SdkClient | SdkOperation | SdkCommand,
  call: Call,
): void {
  const { queue } = analysis;
  switch (token.kind) {
    case 'sdk':
      if (call.isNew) make(analysis, token, call);
      else callExport(analysis, token, call);
      return;
    case 'operation':
      lend(analysis, call);
      if (token.name.startsWith('?')) applyNamed(analysis, token, call);
      else if (!call.direct.has(token)) {
        indirectInputs(analysis, token).push(inputOf(call, token.use, token.kind));
      }
      return;
    case 'client':
    case 'command':
      add(queue, call.result, UNKNOWN);
  }
}

function make(analysis: Analysis, token: SdkExport, call: Call): void {
  const { queue } = analysis;
  const { package: name } = token;
  if (commandName(name, token.name) !== undefined) {
    const input = call.args[0] ?? call.spread ?? createNode();
    lend(analysis, { ...call, result: createNode() });
    if (!call.direct.has(token)) noteIndirect(analysis, token, input);
    add(queue, call.result, { kind: 'command', input });
    return;
  }
  if (exportedOperation(name, token.name) && !call.direct.has(token)) {
    indirectInputs(analysis, token).push(inputOf(call, 'library', 'sdk'));
  }
  const packageName = name === 'aws-sdk' ? `aws-sdk/${token.name}` : name;
  const client = intern(analysis, { kind: 'client', package: packageName, name: token.name });
  giveClient(analysis, client, call);
}

function callExport(analysis: Analysis, token: SdkExport, call: Call): void {
  const operation = exportedOperation(token.package, token.name);
  lend(analysis, call);
  // Clients of version 2 can also be created without `new`.
  if (token.package === 'aws-sdk' && token.name !== '*') make(analysis, token, call);
  if (operation && !call.direct.has(token)) {
    indirectInputs(analysis, token).push(inputOf(call, operation.use, 'sdk'));
  }
}

/** Applies `getSignedUrl('getObject', input)` and similar methods. */
function applyNamed(analysis: Analysis, token: SdkOperation, call: Call): void {
  const [name, input] = call.args;
  const isWaiter = token.name === '?waitFor';
  const { frame, at } = call;
  const empty = createNode();
  const given = input ?? call.spread ?? empty;
  if (given === empty) add(analysis.queue, empty, UNDEFINED);
  const computed = once(() => noteComputed(analysis, token.package, { frame, at }));
  if (!name) computed();
  else {
    listen(name, (value) => {
      const text = exactText(value);
      if (text === undefined) computed();
      else {
        analysis.uses.push({
          kind: isWaiter ? 'waiter' : 'v2',
          package: token.package,
          name: pascalCase(text),
          at,
          frame,
          inputs: [{ kind: 'value', node: given }],
        });
      }
    });
  }
  add(analysis.queue, call.result, OPAQUE);
}

/** Records that other code may change the inputs of an operation. */
export function noteUnknownInput(analysis: Analysis, token: SdkExport | SdkOperation): void {
  const input = createObject('literal');
  input.hasEscaped = true;
  const node = createNode();
  add(analysis.queue, node, input);
  noteIndirect(analysis, token, node);
}
