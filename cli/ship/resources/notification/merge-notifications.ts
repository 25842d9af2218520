// Writes the entries of a stage into the notifications of a bucket and keeps all other entries. S3 offers no version to
// compare. So each write is checked by a read, and repeated when another write came at the same time.
import { isDeepStrictEqual } from 'node:util';
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import { type CloudError, isCloudError } from '../../../cloud/cloud-error.js';
import type { BucketEntry, BucketNotifications } from '../../../cloud/services/s3.js';
import { DeployProblem } from '../../stage/run-steps.js';
import type { Ports } from '../../stage/session.js';
import type { Owner } from '../../stage/states.js';
import { deadNotification } from './notification-catalogue.js';
import { isOwnEntry } from './notification-state.js';

export type Merge = Owner & {
  readonly bucket: string;
  /** All entries of the stage. Other entries of the stage are removed. */
  readonly entries: readonly BucketEntry[];
  readonly usesEventBridge: boolean;
};

const ATTEMPTS = 12;
const PAUSE = 1000;

/** Returns whether it has written. */
export async function mergeNotifications(merge: Merge, { cloud, wait }: Ports): Promise<boolean> {
  const { bucket } = merge;
  let last: unknown;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const read = await cloud.s3.getNotifications(bucket);
    const found = read?.kind === 'found' ? read.notifications : undefined;
    // A bucket that was deleted has no notifications.
    if (!found && merge.entries.length === 0) return attempt > 1;
    if (found && isMerged(found, merge)) return attempt > 1;
    const wanted = merged(found ?? NOTHING, merge);
    try {
      await cloud.s3.putNotifications(bucket, wanted);
    } catch (error) {
      if (!mayPass(error)) throw error;
      last = error;
      await wait(PAUSE);
    }
  }
  throw problemOf(last, merge);
}

const NOTHING: BucketNotifications = { entries: [], hasEventBridge: false, others: {} };

function merged(found: BucketNotifications, merge: Merge): BucketNotifications {
  const foreign = found.entries.filter((one) => !isOwnEntry(one, merge));
  return {
    ...found,
    entries: [...foreign, ...merge.entries],
    hasEventBridge: found.hasEventBridge || merge.usesEventBridge,
  };
}

/** True when the bucket has all entries that the stage wants, and no other entry of the stage. */
function isMerged(found: BucketNotifications, merge: Merge): boolean {
  const own = found.entries.filter((one) => isOwnEntry(one, merge));
  return (
    isDeepStrictEqual(keysOf(own), keysOf(merge.entries)) &&
    (found.hasEventBridge || !merge.usesEventBridge)
  );
}

function keysOf(entries: readonly BucketEntry[]): readonly string[] {
  return entries
    .map(({ id, functionArn, events, prefix, suffix }) =>
      JSON.stringify([id, functionArn, [...events].toSorted(), prefix, suffix]),
    )
    .toSorted();
}

/** True for errors that pass by themselves: another change is under way, or S3 does not see a new permission yet. */
function mayPass(error: unknown): boolean {
  if (isCloudError(error, 'busy')) return true;
  return isCloudError(error, 'rejected') && (isUnreachable(error) || isAmbiguous(error));
}

function isUnreachable({ facts }: CloudError): boolean {
  return facts.message.startsWith('Unable to validate the following destination configurations');
}

function isAmbiguous({ facts }: CloudError): boolean {
  return facts.message.startsWith('Configuration is ambiguously defined');
}

/** S3 checks the destinations of all entries. One of somebody else's entries may no longer exist. */
function problemOf(error: unknown, { bucket, entries }: Merge): unknown {
  if (!isCloudError(error, 'rejected') || !isUnreachable(error)) {
    return error ?? new Error(`The notifications of ${bucket} do not come to rest`);
  }
  const named = /arn:[^\s,\]]+:function:[^\s,\]]+/.exec(error.facts.message)?.[0];
  if (named === undefined || entries.some(({ functionArn }) => functionArn === named)) return error;
  return new DeployProblem(diagnose(deadNotification, { bucket, destination: named }));
}
