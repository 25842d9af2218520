// Which code ran before which. Every deploy of code publishes a version, and so does every rollback, with a record of where
// it went back to; what ran before a deploy is what the version before it holds, wherever that came from.
import type { DescribedVersion, FunctionHistory } from '../../cloud/lambda-calls.js';
import { readReturnRecord } from './return-record.js';

export type CodeHistory = {
  /** The deploy whose code runs; undefined for code that was never published. */
  readonly current: DescribedVersion | undefined;
  /** The deploy that ran before; undefined when there is none, or nobody knows. */
  readonly before: DescribedVersion | undefined;
  /** The number that the next version is published after. */
  readonly newest: string | undefined;
  /** The deploy that a rollback went back to and was interrupted before it was done; nothing else is left to do. */
  readonly unfinished: DescribedVersion | undefined;
};

export function readCodeHistory({ latest, versions }: FunctionHistory): CodeHistory {
  const [newest] = versions;
  const running = versions.find(({ codeSha256 }) => codeSha256 === latest?.codeSha256);
  const current = running && deployOf(running, versions);
  return {
    current,
    // Code that somebody put there by hand came after everything that was published.
    before: running
      ? current && deployBefore(current, versions)
      : newest && deployOf(newest, versions),
    newest: newest?.version,
    unfinished:
      newest && newest.description === latest?.description && isReturn(newest, versions)
        ? deployOf(newest, versions)
        : undefined,
  };
}

/** The deploy that a version of this number holds the code of. */
export function deployOfNumber(
  number: string,
  { versions }: FunctionHistory,
): DescribedVersion | undefined {
  const found = versions.find(({ version }) => version === number);
  return found && deployOf(found, versions);
}

type Versions = readonly DescribedVersion[];

/** The version itself, or the deploy that a rollback published it for. Undefined when that is gone. */
function deployOf(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  if (!isReturn(one, versions)) return one;
  const to = readReturnRecord(one.description)?.to;
  const found = versions.find(({ version }) => version === to);
  return found && deployOf(found, versions);
}

/** A version that was published by a rollback: any later one may have the same description, and comes after another. */
function isReturn(one: DescribedVersion, versions: Versions): boolean {
  const record = readReturnRecord(one.description);
  if (!record || Number(record.to) >= Number(one.version)) return false;
  if (record.after !== versionBefore(one, versions)?.version) return false;
  const to = versions.find(({ version }) => version === record.to);
  // A deploy of other code overtook a rollback that was interrupted before its code.
  return !to || to.codeSha256 === one.codeSha256;
}

function deployBefore(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  const previous = versionBefore(one, versions);
  const deploy = previous && deployOf(previous, versions);
  if (deploy?.codeSha256 !== one.codeSha256) return deploy;
  // The same code was put again, for example after Lambda could not carry out an update.
  return deployBefore(deploy, versions);
}

function versionBefore(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  return versions.find(({ version }) => Number(version) < Number(one.version));
}
