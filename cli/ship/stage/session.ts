// What the steps of one deploy share: the ports, the states, and what they learn from the cloud on the way.
import { setTimeout as pause } from 'node:timers/promises';
import type { Cloud, WaitFor } from '../../cloud/cloud.js';
import type { CloudAccount } from './arn.js';
import type { DeployedState, Desired, Learned, Observed, Plan } from './states.js';

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

/** What a step needs that changes the cloud, whatever it knows of the stage. */
export type Ports = { readonly cloud: Cloud; readonly wait: Wait };

export type Session = Ports & {
  readonly desired: Desired;
  readonly observed: Observed;
  readonly plan: Plan;
  /** What was on record before; of the same stage and cloud. */
  readonly previous: DeployedState | undefined;
  /** Puts something on record before the deploy is done. */
  readonly note: (part: Partial<DeployedState>) => Promise<void>;
  readonly learned: Learned;
  /** Asks an address, to wait for a new API to answer; without it nothing is asked. */
  readonly ask: AskAddress | undefined;
};

/** Undefined when there is no answer, for example because this machine may not go there. */
export type AskAddress = (url: string) => Promise<string | undefined>;

/** The account; it is known as soon as any resource is. */
export function accountIn({ learned }: Session): CloudAccount {
  if (!learned.account) throw new Error('No resource has told the account yet');
  return learned.account;
}
