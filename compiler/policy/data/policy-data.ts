// The generated tables of AWS (tools/update-policy-data.mjs), typed. Every table has a row for a package, without
// `@aws-sdk/client-`, and the row is names between spaces: that loads faster than lists, and most rows are never read.
import data from './policy-data.json' with { type: 'json' };

export type PolicyTable = Readonly<Record<string, string | undefined>>;

/** The day of the newest names of actions, for example `2026-09-26`. */
export const DATA_DATE: string = data.date;

/** The prefix of the actions of a package. */
export const PREFIXES: PolicyTable = data.prefixes;

export const OPERATIONS: PolicyTable = data.operations;

/** Operations that anybody may call. */
export const UNSIGNED: PolicyTable = data.unsigned;

/** `Waiter=Operation`. */
export const WAITERS: PolicyTable = data.waiters;

/** `Operation=Action`, where the two have other capital letters. */
export const SPELLINGS: PolicyTable = data.spellings;

/** Operations for which no action of their name is known. */
export const WITHOUT_ACTION: PolicyTable = data.withoutAction;

/** `Operation=VERB` of the packages whose actions are the verbs of HTTP. */
export const VERBS: PolicyTable = data.verbs;

/** The package of a class of version 2: `StepFunctions` is `sfn`. */
export const OLD_NAMES: PolicyTable = data.v2;

/** The names of a row; none when the table has no such row. */
export function namesOf(table: PolicyTable, name: string): readonly string[] {
  return (Object.hasOwn(table, name) ? table[name]?.split(' ') : undefined) ?? [];
}

/** What stands behind `key=` in a row of pairs. */
export function pairIn(table: PolicyTable, name: string, key: string): string | undefined {
  const pair = namesOf(table, name).find((text) => text.startsWith(`${key}=`));
  return pair?.slice(key.length + 1);
}
