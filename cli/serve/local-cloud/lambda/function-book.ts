// The functions of the account with their versions and running changes. A version is immutable; its state depends only on the
// clock.
import { randomUUID } from 'node:crypto';
import type { Caller } from '../server/caller.js';
import type { CloudClock, RoleBook } from '../service.js';
import type { Statement } from './function-policy.js';
import type { FunctionSettings } from './settings.js';

export type Code = {
  readonly zip: Buffer;
  /** base64 of the SHA-256 of the zip. */
  readonly sha256: string;
};

/** A change that takes time. When it is complete, the function has a new revision. */
export type Change = {
  readonly kind: 'creating' | 'updating';
  readonly until: number;
  readonly settledRevision: string;
};

export type Version = {
  /** `$LATEST` or a version number. */
  readonly version: string;
  readonly description: string;
  readonly settings: FunctionSettings;
  readonly code: Code;
  readonly change: Change;
  readonly revision: string;
  readonly modifiedAt: number;
};

export type CloudFunction = {
  readonly name: string;
  readonly arn: string;
  readonly createdAt: number;
  latest: Version;
  /** Published versions, oldest first. */
  versions: readonly Version[];
  /** The number of the next version; numbers are never reused. */
  nextVersion: number;
  readonly tags: Map<string, string>;
  reservedConcurrency: number | undefined;
  /** Policy statements by qualifier; those of the unqualified function are under ''. */
  readonly policies: Map<string, readonly Statement[]>;
};

export type FunctionBook = {
  readonly account: string;
  readonly region: string;
  readonly clock: CloudClock;
  readonly roles: RoleBook;
  readonly caller: Caller;
  readonly functions: Map<string, CloudFunction>;
  /** Real milliseconds until reads find a new function. */
  readonly readsLag: number;
  /** Returns a URL that serves the zip for a limited time. */
  readonly codeUrl: (code: Code) => string;
  /** Frees the resources of a deleted function. */
  readonly forget: (functionArn: string) => void;
};

const CREATING = 3_000;
const UPDATING = 1_500;

export function beginChange(kind: Change['kind'], clock: CloudClock): Change {
  const duration = clock.scaled(kind === 'creating' ? CREATING : UPDATING);
  return { kind, until: clock.now() + duration, settledRevision: randomUUID() };
}

/** Returns the kind of the running change; undefined if there is none. */
export function runningChange(version: Version, clock: CloudClock): Change['kind'] | undefined {
  return clock.now() < version.change.until ? version.change.kind : undefined;
}

export function revisionOf(version: Version, clock: CloudClock): string {
  return runningChange(version, clock) ? version.revision : version.change.settledRevision;
}

/** Returns the same version with a new revision. */
export function withNewRevision(version: Version): Version {
  const change = { ...version.change, settledRevision: randomUUID() };
  return { ...version, change, revision: randomUUID() };
}

/** True if reads already find the function. */
export function isVisible(
  { createdAt }: CloudFunction,
  { clock, readsLag }: FunctionBook,
): boolean {
  return clock.now() - createdAt >= clock.scaled(readsLag);
}

export function functionArn(
  { region, account }: Pick<FunctionBook, 'region' | 'account'>,
  name: string,
): string {
  return `arn:aws:lambda:${region}:${account}:function:${name}`;
}
