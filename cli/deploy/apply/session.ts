// What the steps of one apply share: the ports, and what they learn from the cloud on the way.
import { setTimeout as pause } from 'node:timers/promises';
import type { Cloud } from '../../cloud/cloud.js';
import type { WaitFor } from '../../cloud/waiting.js';
import type { CloudFunction, PublishedFunction } from '../../cloud/lambda-calls.js';
import type { Desired } from '../desired/desired.js';
import type { CloudAccount } from '../observed/account-of.js';
import type { Observed } from '../observed/observed.js';
import type { Plan } from '../plan/plan.js';
import type { StateRecorder } from './state-recorder.js';

export type Wait = {
  /** Waits; rejects when the command is to stop. */
  (milliseconds: number): Promise<void>;
  /** Hears what is waited for; without it waits are silent. */
  readonly for?: WaitFor | undefined;
};

/** Waits in real time, and tells the one who shows it what for. */
export function createWait(signal: AbortSignal, waitFor: WaitFor | undefined): Wait {
  const wait = (milliseconds: number): Promise<void> => pause(milliseconds, undefined, { signal });
  return Object.assign(wait, { for: waitFor });
}

export type Session = {
  readonly cloud: Cloud;
  readonly desired: Desired;
  readonly observed: Observed;
  readonly plan: Plan;
  readonly wait: Wait;
  readonly recorder: StateRecorder;
  /** The code that ran when an interrupted deploy began that this one finishes. */
  readonly codeBefore: string | undefined;
  readonly learned: Learned;
};

/** Filled by the steps; a step reads what those have filled that it depends on. */
export type Learned = {
  account: CloudAccount | undefined;
  apiId: string | undefined;
  deploymentId: string | undefined;
  /** ARNs of roles by name. */
  readonly roles: Map<string, string>;
  /** What a function came to, by name. */
  readonly functions: Map<string, CloudFunction>;
  /** Names of functions that somebody else has changed meanwhile: nobody knows their permissions. */
  readonly unsure: Set<string>;
  /** The version that a function has published, by name. */
  readonly versions: Map<string, string>;
};

/** The account; it is known as soon as any resource is. */
export function accountIn({ learned }: Session): CloudAccount {
  if (!learned.account) throw new Error('No resource has told the account yet');
  return learned.account;
}

/** Keeps the number of a version. */
export function noteVersion({ learned }: Session, { name, version }: PublishedFunction): void {
  if (version !== undefined) learned.versions.set(name, version);
}

export function apiIdIn({ learned }: Session): string {
  if (learned.apiId === undefined) throw new Error('The API is not made yet');
  return learned.apiId;
}
