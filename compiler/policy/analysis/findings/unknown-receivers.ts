// Finds calls to a method of an unknown value if an operation of one of the application's clients has the method's name. Such a
// call counts as that operation, because a missing permission would break the application.
import { addTo } from '../../../groups.js';
import type { Analysis, Call, Node, SdkClient, Token } from '../model.js';
import {
  isWithoutClients,
  DOCUMENT_PACKAGE,
  operationNames,
  pascalCase,
} from '../sdk/sdk-names.js';
import { shortText } from '../../../facts/environment.js';
import { inputOf } from '../sdk/sdk-values.js';

export type Guess = {
  readonly call: Pick<Call, 'frame' | 'at' | 'name' | 'args' | 'spread'>;
  readonly clients: readonly SdkClient[];
};

export function findGuesses(analysis: Analysis): readonly Guess[] {
  return [...analysis.memberCalls].flatMap(([call, object]) => {
    const clients = guessedClients(analysis, call, object);
    return clients.length === 0 ? [] : [{ call, clients }];
  });
}

export function isGuess(analysis: Analysis, call: Call): boolean {
  const object = analysis.memberCalls.get(call);
  return object !== undefined && guessedClients(analysis, call, object).length > 0;
}

function guessedClients(analysis: Analysis, call: Call, object: Node): readonly SdkClient[] {
  const candidates = knownMethods(analysis).get(call.name ?? '') ?? [];
  if (candidates.length === 0 || !isUnknownReceiver(object)) return [];
  return candidates.filter((client) => mayBeInput(client, call.args[0]));
}

const METHODS = new WeakMap<Analysis, { readonly count: number; readonly methods: Methods }>();

/** Returns the methods of the application's clients. They are recomputed only if clients have been added. */
export function knownMethods(analysis: Analysis): Methods {
  const { size: count } = analysis.clients;
  const known = METHODS.get(analysis);
  if (known?.count === count) return known.methods;
  const methods = new Map<string, SdkClient[]>();
  for (const client of analysis.clients) {
    if (client.kind !== 'client') continue;
    const isOld = client.package.startsWith('aws-sdk/');
    if (!isOld && client.name.endsWith('Client')) continue;
    for (const name of operationNames(client.package) ?? []) {
      addTo(methods, name.charAt(0).toLowerCase() + name.slice(1), client);
    }
  }
  METHODS.set(analysis, { count, methods });
  return methods;
}

/** The name of each method, with the clients that have an operation of this name. */
type Methods = ReadonlyMap<string, readonly SdkClient[]>;

/** Tells whether nothing is known about the value, except possibly that it comes from a package that may contain clients. */
function isUnknownReceiver({ tokens }: Node): boolean {
  if (tokens.length === 0) return true;
  return tokens.some(isVague) && tokens.every((one) => one.kind === 'undefined' || isVague(one));
}

export function isVague(token: Token): boolean {
  return token.kind === 'foreign' ? !isWithoutClients(token.package) : token.kind === 'unknown';
}

export function noteGuess(analysis: Analysis, { call, clients }: Guess): void {
  const { frame, at, name = '' } = call;
  for (const client of clients) {
    const kind = client.package.startsWith('aws-sdk/') ? 'v2' : 'method';
    const inputs = [inputOf(call, kind, 'operation')];
    const use = { kind, package: client.package, name: pascalCase(name) } as const;
    analysis.uses.push({ ...use, at, frame, inputs });
  }
  analysis.unresolved.push({
    kind: 'guessed-receiver',
    text: shortText(frame.module, at),
    packages: [...new Set(clients.map((client) => client.package))].toSorted(),
    at: frame.module.record.source.spanOf(at),
  });
}

/** An input is an object. For a client with short method names such as `get` and `query`, it must also name a table. */
export function mayBeInput(
  client: SdkClient,
  input: Node | undefined,
  /** Whether a completely unknown input is accepted. */
  isOpen = false,
): boolean {
  const tokens = [...(input?.tokens ?? [])];
  if (isOpen && tokens.some(({ kind }) => kind === 'unknown')) return true;
  if (tokens.some(({ kind }) => kind === 'text' || kind === 'other' || kind === 'function'))
    return false;
  if (!isDocumentClient(client)) return true;
  return tokens.some(
    (token) => token.kind === 'object' && TABLE_KEYS.some((key) => token.certain.has(key)),
  );
}

/** Tells whether a client is a document client, whose operations have short names. */
export function isDocumentClient({ package: name }: SdkClient): boolean {
  return name === DOCUMENT_PACKAGE || name.endsWith('.DocumentClient');
}

const TABLE_KEYS = ['TableName', 'RequestItems', 'TransactItems', 'Statement', 'Statements'];

export const TABLE_WORD: RegExp = new RegExp(`\\b(?:${TABLE_KEYS.join('|')})\\b`);
