// The generated tables about AWS (tools/update-policy-data.mjs), typed. A table has a row for each package, named
// without `@aws-sdk/client-`. A row is a text of names with spaces, which loads faster than a list.
import data from './policy-data.json' with { type: 'json' };

export type PolicyTable = Readonly<Record<string, string | undefined>>;

/** The date of the newest action names, for example `2026-09-26`. */
export const DATA_DATE: string = data.date;

/** The action prefix of each package. */
export const PREFIXES: PolicyTable = data.prefixes;

export const OPERATIONS: PolicyTable = data.operations;

/** Operations that need no signature. */
export const UNSIGNED: PolicyTable = data.unsigned;

/** Waiters with their operation, as `Waiter=Operation`. */
export const WAITERS: PolicyTable = data.waiters;

/** Actions that differ from their operation in capital letters, as `Operation=Action`. */
export const SPELLINGS: PolicyTable = data.spellings;

/** Operations without an action of the same name. */
export const WITHOUT_ACTION: PolicyTable = data.withoutAction;

/** Operations of packages whose actions are HTTP verbs, as `Operation=VERB`. */
export const VERBS: PolicyTable = data.verbs;

/** The package that replaced a class of version 2: `sfn` for `StepFunctions`. */
export const OLD_NAMES: PolicyTable = data.v2;

/** The names in a row; empty when the table has no such row. */
export function namesOf(table: PolicyTable, name: string): readonly string[] {
  return (Object.hasOwn(table, name) ? table[name]?.split(' ') : undefined) ?? [];
}

/** The value of `key` in a row of `key=value` pairs. */
export function pairIn(table: PolicyTable, name: string, key: string): string | undefined {
  const pair = namesOf(table, name).find((text) => text.startsWith(`${key}=`));
  return pair?.slice(key.length + 1);
}
