// The generated tables about AWS (tools/update-policy-data.mjs), with types. A table has a row for each package. The package is
// named without `@aws-sdk/client-`. A row is a string of names separated by spaces, because a string loads faster than a list.
import data from './policy-data.json' with { type: 'json' };

export type PolicyTable = Readonly<Record<string, string | undefined>>;

/** The date of the most recent action names, for example `2026-09-26`. */
export const DATA_DATE: string = data.date;

/** The action prefix of each package. */
export const PREFIXES: PolicyTable = data.prefixes;

export const OPERATIONS: PolicyTable = data.operations;

/** Operations that do not need a signature. */
export const UNSIGNED: PolicyTable = data.unsigned;

/** Waiters and their operations, as `Waiter=Operation`. */
export const WAITERS: PolicyTable = data.waiters;

/** Actions whose capitalization differs from that of the operation, as `Operation=Action`. */
export const SPELLINGS: PolicyTable = data.spellings;

/** Operations for which there is no action with the same name. */
export const WITHOUT_ACTION: PolicyTable = data.withoutAction;

/** Operations of packages whose actions are HTTP verbs, as `Operation=VERB`. */
export const VERBS: PolicyTable = data.verbs;

/** The package that replaced a version 2 class: `sfn` for `StepFunctions`. */
export const OLD_NAMES: PolicyTable = data.v2;

/** Returns the names in a row; empty if the table has no such row. */
export function namesOf(table: PolicyTable, name: string): readonly string[] {
  return (Object.hasOwn(table, name) ? table[name]?.split(' ') : undefined) ?? [];
}

/** Returns the value of `key` in a row of `key=value` pairs. */
export function pairIn(table: PolicyTable, name: string, key: string): string | undefined {
  const pair = namesOf(table, name).find((text) => text.startsWith(`${key}=`));
  return pair?.slice(key.length + 1);
}

// The operations of the SDK's clients. They are used to recognize `client.putItem()` as a call.

/** Tells whether a client, named without `@aws-sdk/client-`, has an operation; undefined if its operations are unknown. */
export function hasOperation(client: string, operation: string): boolean | undefined {
  return operationsOf(`@aws-sdk/client-${client}`)?.has(operation);
}

const known = new Map<string, ReadonlySet<string> | undefined>();

/** Returns the operations of a package such as `aws-sdk/DynamoDB` or `@aws-sdk/client-dynamodb`; undefined if it is unknown. */
export function operationsOf(packageName: string): ReadonlySet<string> | undefined {
  if (!known.has(packageName)) {
    const names = namesOf(OPERATIONS, clientOf(packageName) ?? '');
    known.set(packageName, names.length === 0 ? undefined : new Set(names));
  }
  return known.get(packageName);
}

/** Returns the client of a package, without `@aws-sdk/client-`. For a version 2 class, returns the client that replaced it. */
export function clientOf(packageName: string): string | undefined {
  if (packageName.startsWith('@aws-sdk/client-')) {
    return packageName.slice('@aws-sdk/client-'.length);
  }
  const [root, service] = packageName.split('/');
  return root === 'aws-sdk' && service !== undefined
    ? namesOf(OLD_NAMES, service.split('.')[0] ?? '')[0]
    : undefined;
}
