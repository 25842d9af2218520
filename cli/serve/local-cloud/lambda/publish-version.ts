// Publishes a version: a snapshot of a function under a permanent number.
import { randomUUID } from 'node:crypto';
import { type CloudFunction, type Version, withNewRevision } from './function-book.js';

/** Publishes `$LATEST`, which then gets a new revision. If nothing has changed since the last version, returns that version. */
export function publishVersion(owner: CloudFunction, description: string): Version {
  const { latest } = owner;
  const last = owner.versions.at(-1);
  if (last && isSame(last, latest)) return last;
  const version: Version = {
    ...latest,
    version: String(owner.nextVersion),
    description,
    revision: randomUUID(),
    change: { ...latest.change, settledRevision: randomUUID() },
  };
  owner.versions = [...owner.versions, version];
  owner.nextVersion += 1;
  owner.latest = withNewRevision(latest);
  return version;
}

function isSame(one: Version, other: Version): boolean {
  return (
    one.code.sha256 === other.code.sha256 &&
    JSON.stringify(one.settings) === JSON.stringify(other.settings)
  );
}
