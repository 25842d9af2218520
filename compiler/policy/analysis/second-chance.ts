// A method of a value that is not known, by the name of an operation of a client that the application makes: it is
// believed to be that operation, because a permission too few would break the application.
import type { Analysis, MemberCall } from './analysis.js';
import type { Node } from './flow.js';
import { isWithoutClients } from './packages.js';
import { shortText } from '../../facts/unknown-value.js';
import { DOCUMENT_PACKAGE, operationNames, pascalCase } from './sdk-names.js';
import { inputOf } from './sdk-values.js';
import type { SdkClient, Token } from './token.js';

export function guessReceivers(analysis: Analysis): void {
  const clients = [...analysis.clients].filter((token) => token.kind === 'client');
  const methods = methodsOf(clients);
  if (methods.size === 0) return;
  for (const call of analysis.memberCalls) {
    const candidates = methods.get(call.name);
    if (candidates && isUnknownReceiver(call.object)) guess(analysis, call, candidates);
  }
}

/** The operations of the clients that have a method for each, by the name of the method. */
function methodsOf(clients: readonly SdkClient[]): ReadonlyMap<string, readonly SdkClient[]> {
  const methods = new Map<string, SdkClient[]>();
  for (const client of clients) {
    const isOld = client.package.startsWith('aws-sdk/');
    if (!isOld && client.name.endsWith('Client')) continue;
    for (const name of operationNames(client.package) ?? []) {
      const method = name.charAt(0).toLowerCase() + name.slice(1);
      const known = methods.get(method);
      if (known) known.push(client);
      else methods.set(method, [client]);
    }
  }
  return methods;
}

/** Nothing of the value is known, or only that a package made it which may hold clients. */
function isUnknownReceiver({ tokens }: Node): boolean {
  if (tokens.size === 0) return true;
  return [...tokens].every(isVague) && [...tokens].some(({ kind }) => kind !== 'undefined');
}

function isVague(token: Token): boolean {
  if (token.kind === 'foreign') return !isWithoutClients(token.package);
  return token.kind === 'unknown' || token.kind === 'undefined';
}

function guess(
  analysis: Analysis,
  { name, call }: MemberCall,
  candidates: readonly SdkClient[],
): void {
  const clients = candidates.filter((client) => mayBeInput(client, call.args[0]));
  const { place, at } = call;
  if (clients.length === 0) return;
  for (const client of clients) {
    const kind = client.package.startsWith('aws-sdk/') ? 'v2' : 'method';
    const inputs = [inputOf(call, kind, 'operation')];
    const use = { kind, package: client.package, name: pascalCase(name) } as const;
    analysis.uses.push({ ...use, at, place, inputs });
  }
  analysis.unresolved.push({
    kind: 'guessed-receiver',
    text: shortText(place.module, at),
    packages: [...new Set(clients.map((client) => client.package))].toSorted(),
    at: place.module.record.source.spanOf(at),
  });
}

/** An input is an object. Short names such as `get` and `query` need one that speaks of a table. */
function mayBeInput(client: SdkClient, input: Node | undefined): boolean {
  const tokens = [...(input?.tokens ?? [])];
  if (tokens.some(({ kind }) => kind === 'text' || kind === 'other' || kind === 'function'))
    return false;
  const isDocument =
    client.package === DOCUMENT_PACKAGE || client.package.endsWith('.DocumentClient');
  if (!isDocument) return true;
  return tokens.some(
    (token) => token.kind === 'object' && TABLE_KEYS.some((key) => token.certain.has(key)),
  );
}

const TABLE_KEYS = ['TableName', 'RequestItems', 'TransactItems', 'Statement', 'Statements'];
