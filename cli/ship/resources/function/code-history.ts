// Finds the code that ran before the last deploy. Every deploy of code publishes a version. So does every rollback; its version
// records which version it restored. The code before a deploy is the code of the preceding version.
import type { DescribedVersion, FunctionHistory } from '../../../cloud/services/lambda-function.js';
import { ownDescription } from '../../stage/own-tag.js';
import type { Owner } from '../../stage/states.js';

export type CodeHistory = {
  /** The deploy whose code is running; undefined for code that was never published. */
  readonly current: DescribedVersion | undefined;
  /** The previous deploy; undefined if there is none, or if it is unknown. */
  readonly before: DescribedVersion | undefined;
  readonly newest: string | undefined;
  /** The deploy that an interrupted rollback was restoring. That rollback must be completed before another one starts. */
  readonly unfinished: DescribedVersion | undefined;
};

export function readCodeHistory({ latest, versions }: FunctionHistory): CodeHistory {
  const [newest] = versions;
  const running = latest && versions.find((one) => isSameCode(one, latest));
  const current = running && deployOf(running, versions);
  return {
    current,
    // Manually uploaded code is newer than any version.
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

/** Returns the deploy whose code is in the version with this number. */
export function deployOfNumber(
  number: string,
  { versions }: FunctionHistory,
): DescribedVersion | undefined {
  const found = versions.find(({ version }) => version === number);
  return found && deployOf(found, versions);
}

type Versions = readonly DescribedVersion[];

/**
 * Returns the version itself or, for a version that a rollback published, the deploy that the rollback restored; undefined if
 * the version of that deploy was deleted.
 */
function deployOf(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  if (!isReturn(one, versions)) return one;
  const target = targetOf(one, versions);
  return target && deployOf(target, versions);
}

/** Returns the deploy that a rollback restored. */
function targetOf(
  { description }: DescribedVersion,
  versions: Versions,
): DescribedVersion | undefined {
  const to = readReturnRecord(description)?.to;
  return versions.find(({ version }) => version === to);
}

/** Returns the deploy whose code is in a version, or the version itself if the version of that deploy was deleted. */
function heldBy(one: DescribedVersion, versions: Versions): DescribedVersion {
  return deployOf(one, versions) ?? one;
}

/**
 * True if a rollback published the version. A later version may inherit the description, but then the preceding version is not
 * `after`.
 */
function isReturn(one: DescribedVersion, versions: Versions): boolean {
  const record = readReturnRecord(one.description);
  if (!record || Number(record.to) >= Number(one.version)) return false;
  if (record.after !== versionBefore(one, versions)?.version) return false;
  const to = targetOf(one, versions);
  // The code differs if a rollback was interrupted before it changed the code, and other code was deployed afterwards.
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

/** True for the same code. The same package for another architecture is different code. */
function isSameCode(one: Code, other: Code): boolean {
  return one.codeSha256 === other.codeSha256 && one.architecture === other.architecture;
}

function versionBefore(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  return versions.find(({ version }) => Number(version) < Number(one.version));
}

/**
 * The record of a rollback, in the description of a function. The rollback writes the record before the code, so that the
 * published version contains both. Later versions may inherit the description; their numbers show this.
 */
export type ReturnRecord = {
  /** The version that the rollback restores. */
  readonly to: string;
  /** The newest version before the rollback. */
  readonly after: string;
};

export function writeReturnRecord({ to, after }: ReturnRecord): string {
  return `Back to version ${to} after version ${after}, by framework`;
}

/** Returns undefined for any other description. */
function readReturnRecord(description: string): ReturnRecord | undefined {
  const [, to, after] = /^Back to version (\d+) after version (\d+), by /.exec(description) ?? [];
  return to === undefined || after === undefined ? undefined : { to, after };
}

/** True if a deploy or a rollback of this stage wrote the description. */
export function isOnRecord(description: string, owner: Owner): boolean {
  return description === ownDescription(owner) || readReturnRecord(description) !== undefined;
}
