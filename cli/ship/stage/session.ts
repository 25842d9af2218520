// What the steps of one deploy share: the ports, the states, and what they have learned from the cloud.
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cloud, WaitFor } from '../../cloud/cloud.js';
import type {
  DeployedState,
  Desired,
  StepResults,
  Observed,
  Plan,
  ArnPlace,
  CloudAccount,
} from './states.js';

export type Wait = {
  /** Waits. Rejects if the command is aborted. */
  (milliseconds: number): Promise<void>;
  /** Shows what the command is waiting for; if undefined, nothing is shown. */
  readonly for?: WaitFor | undefined;
};

/** Creates a function that waits in real time, and shows what it is waiting for. */
export function createWait(signal: AbortSignal, waitFor: WaitFor | undefined): Wait {
  // Each wait adds a listener to the signal, and Node.js prints a warning for more than ten.
  setMaxListeners(0, signal);
  const wait = (milliseconds: number): Promise<void> => pause(milliseconds, undefined, { signal });
  return Object.assign(wait, { for: waitFor });
}

/** The ports that a step needs to change the cloud. */
export type Ports = { readonly cloud: Cloud; readonly wait: Wait };

export type Session = Ports & {
  readonly desired: Desired;
  readonly observed: Observed;
  readonly plan: Plan;
  /** The record of the last deploy to the same stage and cloud. */
  readonly previous: DeployedState | undefined;
  /** Writes properties to the record before the deploy ends. */
  readonly note: (part: Partial<DeployedState>) => Promise<void>;
  readonly learned: StepResults;
  /** Sends a request, to find out when a new API responds. If undefined, the deploy does not wait for that. */
  readonly ask: AskAddress | undefined;
};

/** Resolves to undefined if there is no response, for example because this machine has no network access. */
export type AskAddress = (url: string) => Promise<string | undefined>;

/** Returns the account, which is known once any resource is known. */
export function accountIn({ learned }: Session): CloudAccount {
  if (!learned.account) throw new Error('No resource has told the account yet');
  return learned.account;
}

/** Returns the account and region of the functions. */
export function arnPlace(session: Session): ArnPlace {
  return { account: accountIn(session), region: session.desired.region };
}
