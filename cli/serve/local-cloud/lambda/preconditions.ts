// Rejects a change of a function while another change is running, or if the function has a different revision than the caller
// expects.
import type { CloudClock } from '../service.js';
import { type CloudFunction, revisionOf, runningChange, type Version } from './function-book.js';
import { type Members, textOf } from './members.js';
import { conflict, preconditionFailed } from './refusals.js';

export function checkFree({ arn, latest }: CloudFunction, clock: CloudClock): void {
  const change = runningChange(latest, clock);
  const refused = 'The operation cannot be performed at this time.';
  if (change === 'creating')
    throw conflict(`${refused} The function is currently in the following state: Pending`);
  if (change === 'updating')
    throw conflict(`${refused} An update is in progress for resource: ${arn}`);
}

/** Checks the `RevisionId` of the call, if it has one. */
export function checkRevision(members: Members, version: Version, clock: CloudClock): void {
  const expected = textOf(members, 'RevisionId');
  if (expected !== undefined && expected !== revisionOf(version, clock)) throw preconditionFailed();
}
