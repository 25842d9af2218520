// Runs a graph of deploy steps. Each step starts when the steps that it depends on are done, so independent steps run
// concurrently. After a failure or an abort, no further step starts; running steps finish.
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { CloudError } from '../../cloud/cloud-error.js';
import type { Cloud, WaitFor } from '../../cloud/cloud.js';
import type {
  ArnPlace,
  CloudAccount,
  DeployedState,
  Desired,
  Observed,
  Plan,
  StepResults,
} from './states.js';

export type StepEvent = {
  readonly kind: 'started' | 'done' | 'nothing' | 'failed' | 'stopped';
  readonly id: string;
  readonly label: StepLabel;
};

export type RunOptions = {
  readonly signal: AbortSignal;
  readonly onEvent: (event: StepEvent) => void;
};

export type StepFailure = {
  readonly label: StepLabel;
  readonly problem: CloudError | Diagnostic;
};

export type StepsResult =
  | ({ readonly kind: 'done' } & Unfinished)
  | ({ readonly kind: 'failed'; readonly failures: readonly StepFailure[] } & Unfinished)
  | ({ readonly kind: 'interrupted' } & Unfinished);

export type Unfinished = {
  readonly done: readonly StepLabel[];
  readonly stopped: readonly StepLabel[];
  /** Steps that did not start, because an earlier one failed or the signal was aborted. */
  readonly left: readonly StepLabel[];
};

/** A problem in a step, for the user. It is thrown to end nested calls; `runSteps` returns it, like a CloudError. */
export class DeployProblem extends Error {
  override readonly name = 'DeployProblem';
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** Expected failures are returned as values; a bug throws. */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<StepsResult> {
  const { failed, ...rest } = await runAll(steps, options);
  const failures = failed.map(({ label, error }) => ({ label, problem: problemOf(error) }));
  if (failures.length > 0) return { kind: 'failed', failures, ...rest };
  const isWhole = rest.stopped.length + rest.left.length === 0;
  return { kind: isWhole ? 'done' : 'interrupted', ...rest };
}

/** Returns the problem that an expected error describes. Rethrows any other error, which is a bug. */
export function problemOf(error: unknown): CloudError | Diagnostic {
  if (error instanceof CloudError) return error;
  if (error instanceof DeployProblem) return error.diagnostic;
  throw error;
}

type FailedStep = { readonly label: StepLabel; readonly error: unknown };

type StepVerb =
  'create' | 'update' | 'delete' | 'import' | 'permit' | 'publish' | 'await' | 'return';

export type StepLabel = {
  readonly verb: StepVerb;
  /** For example, `function helloworld-dev`. */
  readonly object: string;
};

export type Step = {
  readonly id: string;
  readonly label: StepLabel;
  /** The ids of steps that must be done first; defaults to none. An id without a step is considered done. */
  readonly dependsOn?: readonly string[];
  /** The ids of steps of other resource types that wait for this step without naming it. */
  readonly before?: readonly string[];
  /** True if only one of two simultaneous deploys can complete the step, because it creates a unique name. */
  readonly isExclusive?: boolean;
  /** Resolves to {@link NOTHING} if there was nothing to do. */
  readonly run: () => Promise<unknown>;
};

export const NOTHING = 'nothing';

/** A placeholder in `dependsOn` for the deploy's first exclusive step. */
export const FIRST_EXCLUSIVE = 'the first exclusive step';

/** Replaces `before` and `FIRST_EXCLUSIVE` with ids in `dependsOn`. */
export function linkSteps(steps: readonly Step[]): readonly Step[] {
  const exclusive = steps.find(({ isExclusive }) => isExclusive === true);
  return steps.map(({ dependsOn = [], ...step }) => {
    const earlier = steps.filter(({ before = [] }) => before.includes(step.id));
    const own = dependsOn.flatMap((id) =>
      id === FIRST_EXCLUSIVE ? (exclusive ? [exclusive.id] : []) : [id],
    );
    return { ...step, dependsOn: [...own, ...idsOf(earlier)] };
  });
}

export function idsOf(steps: readonly Step[]): readonly string[] {
  return steps.map(({ id }) => id);
}

/** Returns the steps; each one also waits for all of `others`. */
export function stepsAfter(steps: readonly Step[], others: readonly Step[]): readonly Step[] {
  return steps.map(({ dependsOn = [], ...step }) => ({
    ...step,
    dependsOn: [...dependsOn, ...idsOf(others)],
  }));
}

/** Returns `Creating function helloworld-dev`. */
export function doingText({ verb, object }: StepLabel): string {
  return `${WORDS[verb].doing} ${object}`;
}

export function doneText({ verb, object }: StepLabel): string {
  return `${WORDS[verb].done} ${object}`;
}

export function failedText(label: StepLabel): string {
  return `Could not ${todoText(label)}`;
}

/** Returns `Stopped creating function helloworld-dev`: it is unknown whether AWS has created it. */
export function stoppedText({ verb, object }: StepLabel): string {
  return `Stopped ${WORDS[verb].doing.toLowerCase()} ${object}`;
}

export function todoText({ verb, object }: StepLabel): string {
  return `${WORDS[verb].infinitive} ${object}`;
}

async function runAll(
  steps: readonly Step[],
  { signal, onEvent }: RunOptions,
): Promise<Unfinished & { readonly failed: readonly FailedStep[] }> {
  const done: StepLabel[] = [];
  const failed: FailedStep[] = [];
  const stopped: StepLabel[] = [];
  const left: StepLabel[] = [];
  const byId = new Map(steps.map((step) => [step.id, step]));
  const ends = new Map<string, Promise<boolean>>();

  // This is a function, because TypeScript does not expect the signal to be aborted while a step runs.
  const isStopped = (): boolean => signal.aborted;

  const end = (step: Step): Promise<boolean> => {
    const known = ends.get(step.id);
    if (known) return known;
    const own = run(step);
    ends.set(step.id, own);
    return own;
  };

  const run = async (step: Step): Promise<boolean> => {
    const { id, label, dependsOn = [] } = step;
    const before = dependsOn.flatMap((name) => byId.get(name) ?? []);
    const areDone = (await Promise.all(before.map(end))).every(Boolean);
    if (!areDone || failed.length > 0 || isStopped()) {
      left.push(label);
      return false;
    }
    onEvent({ kind: 'started', id, label });
    let outcome: unknown;
    try {
      outcome = await step.run();
    } catch (error) {
      // An error after the abort does not mean that the step failed.
      if (signal.aborted && isAbort(error, signal)) stopped.push(label);
      else failed.push({ label, error });
      onEvent({
        kind: failed.some((one) => one.error === error) ? 'failed' : 'stopped',
        id,
        label,
      });
      return false;
    }
    if (outcome !== NOTHING) done.push(label);
    onEvent({ kind: outcome === NOTHING ? 'nothing' : 'done', id, label });
    return true;
  };

  await Promise.all(steps.map(end));
  return { done, failed, stopped, left };
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}

type Words = { readonly doing: string; readonly done: string; readonly infinitive: string };

const WORDS: Readonly<Record<StepVerb, Words>> = {
  create: { doing: 'Creating', done: 'Created', infinitive: 'create' },
  update: { doing: 'Updating', done: 'Updated', infinitive: 'update' },
  delete: { doing: 'Deleting', done: 'Deleted', infinitive: 'delete' },
  import: { doing: 'Importing', done: 'Imported', infinitive: 'import' },
  permit: { doing: 'Allowing', done: 'Allowed', infinitive: 'allow' },
  publish: { doing: 'Publishing', done: 'Published', infinitive: 'publish' },
  await: { doing: 'Waiting for', done: 'Waited for', infinitive: 'wait for' },
  return: { doing: 'Returning', done: 'Returned', infinitive: 'return' },
};

export type Wait = {
  /** Waits. Rejects if the command is aborted. */
  (milliseconds: number): Promise<void>;
  /** Shows what the command is waiting for; if undefined, nothing is shown. */
  readonly for?: WaitFor | undefined;
};

export function createWait(signal: AbortSignal, waitFor: WaitFor | undefined): Wait {
  // Each wait adds a listener to the signal, and Node.js prints a warning for more than ten.
  setMaxListeners(0, signal);
  const wait = (milliseconds: number): Promise<void> => pause(milliseconds, undefined, { signal });
  return Object.assign(wait, { for: waitFor });
}

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
  /** Sends a request to find out whether a new API responds yet. If undefined, the deploy does not wait until it does. */
  readonly ask: AskAddress | undefined;
};

/** Resolves to undefined if there is no response, for example because this machine has no network access. */
export type AskAddress = (url: string) => Promise<string | undefined>;

/** Returns the account, which is known once any resource is known. */
export function accountIn({ learned }: Session): CloudAccount {
  if (!learned.account) throw new Error('No resource has provided the account yet');
  return learned.account;
}

export function arnPlace(session: Session): ArnPlace {
  return { account: accountIn(session), region: session.desired.region };
}
