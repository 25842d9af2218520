// Finds the code that ran before the last deploy. Every deploy of code publishes a version. So does every rollback, with a
// record of the version that it went back to. The code before a deploy is that of the preceding version.
import type { DescribedVersion, FunctionHistory } from '../../../cloud/services/lambda-function.js';
import { ownDescription } from '../../stage/own-tag.js';
import type { Owner } from '../../stage/states.js';

export type CodeHistory = {
  /** The deploy whose code runs; undefined for code that was never published. */
  readonly current: DescribedVersion | undefined;
  /** The previous deploy; undefined when there is none, or when it is unknown. */
  readonly before: DescribedVersion | undefined;
  readonly newest: string | undefined;
  /** The deploy that an interrupted rollback was going back to. Only that rollback is to be finished. */
  readonly unfinished: DescribedVersion | undefined;
};

export function readCodeHistory({ latest, versions }: FunctionHistory): CodeHistory {
  const [newest] = versions;
  const running = latest && versions.find((one) => isSameCode(one, latest));
  const current = running && deployOf(running, versions);
  return {
    current,
    // Manually uploaded code is newer than every version.
    before: running
      ? current && deployBefore(current, versions)
      : newest && heldBy(newest, versions),
    newest: newest?.version,
    unfinished:
      newest && newest.description === latest?.description && isReturn(newest, versions)
        ? (deployOf(newest, versions) ?? targetOf(newest, versions))
        : undefined,
  };
}

/** The deploy whose code the version with this number holds. */
export function deployOfNumber(
  number: string,
  { versions }: FunctionHistory,
): DescribedVersion | undefined {
  const found = versions.find(({ version }) => version === number);
  return found && deployOf(found, versions);
}

type Versions = readonly DescribedVersion[];

/**
 * The version itself or, for a version of a rollback, the deploy that it went back to. Undefined when that version was deleted.
 */
function deployOf(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  if (!isReturn(one, versions)) return one;
  const target = targetOf(one, versions);
  return target && deployOf(target, versions);
}

/** The deploy that a rollback went back to. */
function targetOf(
  { description }: DescribedVersion,
  versions: Versions,
): DescribedVersion | undefined {
  const to = readReturnRecord(description)?.to;
  return versions.find(({ version }) => version === to);
}

/** The deploy whose code a version holds; the version itself when that deploy's version was deleted. */
function heldBy(one: DescribedVersion, versions: Versions): DescribedVersion {
  return deployOf(one, versions) ?? one;
}

/**
 * Whether a rollback published the version. A later version may inherit the description, but the version before it is not
 * `after`.
 */
function isReturn(one: DescribedVersion, versions: Versions): boolean {
  const record = readReturnRecord(one.description);
  if (!record || Number(record.to) >= Number(one.version)) return false;
  if (record.after !== versionBefore(one, versions)?.version) return false;
  const to = targetOf(one, versions);
  // A rollback was interrupted before it changed the code, and then other code was deployed.
  return !to || isSameCode(to, one);
}

function deployBefore(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  const previous = versionBefore(one, versions);
  if (!previous) return undefined;
  if (!isSameCode(previous, one)) return heldBy(previous, versions);
  // The same code was uploaded again, for example after an update that Lambda could not finish.
  const deploy = deployOf(previous, versions);
  return deploy && deployBefore(deploy, versions);
}

type Code = Pick<DescribedVersion, 'codeSha256' | 'architecture'>;

/** The same package for another architecture is other code. */
function isSameCode(one: Code, other: Code): boolean {
  return one.codeSha256 === other.codeSha256 && one.architecture === other.architecture;
}

function versionBefore(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  return versions.find(({ version }) => Number(version) < Number(one.version));
}

/**
 * The record of a rollback in the description of a function. The rollback writes it before the code, so that publishing
 * saves both. Later versions may inherit the description; their numbers show that.
 */
export type ReturnRecord = {
  /** The version that the rollback goes back to. */
  readonly to: string;
  /** The newest version before the rollback. */
  readonly after: string;
};

export function writeReturnRecord({ to, after }: ReturnRecord): string {
  return `Back to version ${to} after version ${after}, by framework`;
}

/** Undefined for any other description. */
function readReturnRecord(description: string): ReturnRecord | undefined {
  const [, to, after] = /^Back to version (\d+) after version (\d+), by /.exec(description) ?? [];
  return to === undefined || after === undefined ? undefined : { to, after };
}

/** True when the deploys of a function, and the rollbacks between them, leave records. */
export function isOnRecord(description: string, owner: Owner): boolean {
  return description === ownDescription(owner) || readReturnRecord(description) !== undefined;
}
