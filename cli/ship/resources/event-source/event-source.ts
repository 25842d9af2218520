// What event sources have in common: their place in the code, their names, and the account that they are in.
import { code } from '../../../../compiler/diagnostics/diagnostic.js';
import type { AdapterName } from '../../../../runtime/contract/events.js';
import type { EventEntry, SourcePosition } from '../../../../runtime/contract/manifest.js';
import { createHash } from 'node:crypto';
import { NAME_LENGTH } from '../../../config/limits.js';
import { accountOf, callerAccount, type CloudAccount } from '../../stage/arn.js';
import type { Search } from '../../stage/resource-type.js';

// The place of an event source in the code, for messages.

export type Declared = {
  readonly at: SourcePosition;
  readonly member: AdapterName;
  /** The name of the function in the code. */
  readonly function: string;
};

export function declaredBy({ at, member, function: key }: EventEntry): Declared {
  return { at, member, function: key };
}

/** `app.ts:12`. */
export function placeText({ at }: Declared): string {
  return `${at.file}:${at.line}`;
}

/** `alert` (`@app.onSnsMessage` in app.ts:12). */
export function declaredText(declared: Declared): string {
  const { function: key, member } = declared;
  return `${code(key)} (${code(`@app.${member}`)} in ${placeText(declared)})`;
}

// The names of rules and schedules. The first of a function has the name of the function.

/**
 * The names of a function's sources: `shop-dev-report`, `shop-dev-report-2`. The second is not used when a function named
 * `report-2` exists.
 */
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

/** 12 hexadecimal digits. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

// The id of the account, for sources given by name. Their ARN is needed before the stage has a resource whose ARN names the
// account.

/** The account of a known ARN. Calls STS only when no ARN is known. */
export async function ownAccount({ cloud, desired, record, all }: Search): Promise<CloudAccount> {
  const given = desired?.functions.flatMap(({ role }) => (role.kind === 'given' ? [role.arn] : []));
  const known = [...(await all.functions).map(({ arn }) => arn), ...(given ?? [])]
    .map(accountOf)
    .find((one) => one !== undefined);
  if (known) return known;
  if (record && record.account !== '') return { id: record.account, partition: record.partition };
  return callerAccount(cloud);
}

/** The name with a number. A name that would be too long is cut and gets a digest. */
function numbered(functionName: string, number: number): string {
  const name = `${functionName}-${number}`;
  if (name.length <= NAME_LENGTH) return name;
  const digest = createHash('sha256').update(functionName).digest('hex').slice(0, 8);
  const end = `-${digest}-${number}`;
  return `${functionName.slice(0, NAME_LENGTH - end.length)}${end}`;
}
