// The AWS services that call functions, one for each kind of event source. Before a source is connected, a statement for it is
// added to the function's policy; after it is disconnected, the statement is removed. A function's policy therefore names every
// source that may be connected, and sources can be found without a record (docs/decisions/event-connections.md).
import type { PolicyDocument } from '../../../../compiler/policy/sdk-use.js';
import type { Permission } from '../../../cloud/services/lambda-function.js';
import type { ResourceSearch } from '../../stage/resource-type.js';
import {
  type DesiredInput,
  type Plan,
  type ArnPlace,
  accountOf,
  callerAccount,
  type CloudAccount,
} from '../../stage/states.js';
import { code, type CatalogueEntry } from '../../../../compiler/diagnostics/diagnostic.js';
import type { AdapterName } from '../../../../runtime/contract/events.js';
import type { EventEntry, SourcePosition } from '../../../../runtime/contract/manifest.js';
import { createHash } from 'node:crypto';
import { NAME_LENGTH } from '../../../config/limits.js';

/** A kind of source that the CLI does not create, with its wording for messages. */
export type SourceWords = {
  readonly kind: string;
  /** A command that creates such a source. */
  readonly make: string;
  /** What to do if the source is in another region or account. */
  readonly move: string;
};

export const missingSource: CatalogueEntry<{
  readonly words: SourceWords;
  readonly name: string;
  readonly region: string;
  readonly declared: SourceDeclaration;
}> = {
  code: 'FW6260',
  severity: 'error',
  title: 'A declared event source is missing',
  message: ({ words, name, region, declared }) =>
    `The ${words.kind} ${code(name)}, which ${declaredText(declared)} names, does not exist in ${region}.`,
  hint: ({ words }) =>
    `Write the name of an existing one, or create it first (\`${words.make}\`). Nothing was changed.`,
};

export const sourceElsewhere: CatalogueEntry<{
  readonly words: SourceWords;
  readonly name: string;
  /** `the region us-east-1` */
  readonly place: string;
  readonly own: string;
  readonly declared: SourceDeclaration;
}> = {
  code: 'FW6261',
  severity: 'error',
  title: 'An event source is in another region or account',
  message: ({ words, name, place, own, declared }) =>
    `The ${words.kind} ${code(name)} is in ${place}, but the stage is in ${own}: ${declaredText(declared)} cannot be connected to it.`,
  hint: ({ words }) => `${words.move} Nothing was changed.`,
};

export type InvokerService = {
  /** The part of a statement id that identifies the service. */
  readonly kind: string;
  readonly principal: string;
  readonly name: string;
  readonly service: string;
  /** True if the service's ARNs contain no account, so that the statement must name the account. */
  readonly isGlobal?: true;
};

export type Invoker = {
  readonly by: InvokerService;
  /** The name of the function in AWS. */
  readonly functionName: string;
  /** The ARN of the source. If region and account are not known yet, only the part after them: `rule/shop-dev-report`. */
  readonly source: string;
};

export type InvokerSource = {
  readonly by: InvokerService;
  readonly desired: (input: DesiredInput) => readonly Invoker[];
  /** Returns the ids of the steps and deletions after which statements may be removed. */
  readonly ends: (plan: Plan) => readonly string[];
  /** For a service that uses its own role to call functions. */
  readonly role?: {
    /** Returns the desired role; undefined if no function needs it. `taken` contains the names of the functions' roles. */
    readonly desired: (input: DesiredInput, taken: readonly string[]) => CallingRole | undefined;
    /** Returns the names that the role may have in a stage. `base` is the prefix of all names of the stage. */
    readonly names: (base: string) => readonly string[];
  };
};

export type CallingRole = {
  readonly name: string;
  readonly trust: PolicyDocument;
  /** The policy. In an export it may contain an `OpenText`. */
  readonly policy: unknown;
};

/** The id contains the kind and a digest of the source. The ids of statements for APIs end with a word instead. */
const STATEMENT_ID = /^framework-([a-z0-9]+)-[0-9a-f]{12}$/;

export function statementsFor(
  invokers: readonly Invoker[],
  { account, region }: ArnPlace,
): readonly Permission[] {
  const { partition, id } = account;
  const statements = invokers.map((invoker): Permission => {
    const { source, by } = invoker;
    const { principal, service, isGlobal } = by;
    const statement = { statementId: statementIdOf(invoker), principal };
    const here = `arn:${partition}:${service}:${region}:${id}:${source}`;
    return isGlobal
      ? { ...statement, sourceArn: `arn:${partition}:${service}:::${source}`, sourceAccount: id }
      : { ...statement, sourceArn: source.startsWith('arn:') ? source : here };
  });
  return [...new Map(statements.map((one) => [one.statementId, one])).values()];
}

/** Returns the id of the statement. It is the same in every account and region. */
export function statementIdOf({ by, source }: Invoker): string {
  return `framework-${by.kind}-${shortDigest(source)}`;
}

/** True for a statement that belongs to an event source, false for a statement that belongs to an API. */
export function isOfSource({ statementId }: Permission): boolean {
  return STATEMENT_ID.test(statementId);
}

/** Returns a service's sources in a policy. `hasAnyId` includes statements with other ids, which CloudFormation chooses. */
export function sourceArns(
  statements: readonly Permission[],
  { kind, principal: caller }: InvokerService,
  hasAnyId: boolean,
): readonly string[] {
  const own = statements.filter(({ statementId, principal }) =>
    hasAnyId ? principal === caller : STATEMENT_ID.exec(statementId)?.[1] === kind,
  );
  return [...new Set(own.map(({ sourceArn }) => sourceArn))].toSorted();
}

/** Returns the names of the callers for a plan: `EventBridge`. */
export function callersText(
  principals: readonly string[],
  sources: readonly InvokerSource[],
): string {
  const named = sources.filter(({ by }) => principals.includes(by.principal));
  return named.map(({ by }) => by.name).join(' and ');
}

/** Returns a digest for the record. If the digest changes, the function's policy is read. */
export function invokersDigest(invokers: readonly Invoker[]): string {
  const texts = invokers.map(({ by, source }) => `${by.kind} ${source}`).toSorted();
  return shortDigest(texts.join('\n'));
}

export type SourceDeclaration = {
  readonly at: SourcePosition;
  readonly member: AdapterName;
  /** The name of the function in the code. */
  readonly function: string;
};

export function sourceDeclaration({ at, member, function: key }: EventEntry): SourceDeclaration {
  return { at, member, function: key };
}

/** Returns, for example, `app.ts:12`. */
export function placeText({ at }: SourceDeclaration): string {
  return `${at.file}:${at.line}`;
}

/** Returns, for example, `alert` (`@app.onSnsMessage` in app.ts:12). */
function declaredText(declared: SourceDeclaration): string {
  const { function: key, member } = declared;
  return `${code(key)} (${code(`@app.${member}`)} in ${placeText(declared)})`;
}

/** Names rules and schedules like their function, then with numbers: `shop-dev-report-2`, unless a function has that name. */
export function nameSources(functionNames: readonly string[]): readonly string[] {
  const taken = new Set(functionNames);
  const seen = new Set<string>();
  return functionNames.map((functionName) => {
    if (!seen.has(functionName)) {
      seen.add(functionName);
      return functionName;
    }
    let number = 2;
    while (taken.has(numbered(functionName, number))) number += 1;
    const name = numbered(functionName, number);
    taken.add(name);
    return name;
  });
}

export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Returns the account for the ARNs of sources that are given by name. Calls STS only if no ARN or record contains it. */
export async function ownAccount(search: ResourceSearch): Promise<CloudAccount> {
  const { cloud, desired, record, all } = search;
  const given = desired?.functions.flatMap(({ role }) => (role.kind === 'given' ? [role.arn] : []));
  const known = [...(await all.functions).map(({ arn }) => arn), ...(given ?? [])]
    .map(accountOf)
    .find((one) => one !== undefined);
  if (known) return known;
  if (record && record.account !== '') return { id: record.account, partition: record.partition };
  return callerAccount(cloud);
}

/** Appends a number to the name. A name that would be too long is shortened and ends with a digest. */
function numbered(functionName: string, number: number): string {
  const name = `${functionName}-${number}`;
  if (name.length <= NAME_LENGTH) return name;
  const digest = createHash('sha256').update(functionName).digest('hex').slice(0, 8);
  const end = `-${digest}-${number}`;
  return `${functionName.slice(0, NAME_LENGTH - end.length)}${end}`;
}
