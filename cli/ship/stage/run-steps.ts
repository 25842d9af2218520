// Runs a graph of steps. Each step starts when the steps that it depends on are done, so independent steps run at the same
// time. After a failure or an abort, no further step starts; running steps go on to their end.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { CloudError } from '../../cloud/cloud-error.js';
import { NOTHING, type Step, type StepLabel } from './step.js';

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

/** The outcome of running steps. */
export type StepsResult =
  | ({ readonly kind: 'done' } & Unfinished)
  | ({ readonly kind: 'failed'; readonly failures: readonly StepFailure[] } & Unfinished)
  | ({ readonly kind: 'interrupted' } & Unfinished);

export type Unfinished = {
  readonly done: readonly StepLabel[];
  /** Steps that were interrupted by the abort. */
  readonly stopped: readonly StepLabel[];
  /** Steps that did not start, because an earlier one failed or the signal was aborted. */
  readonly left: readonly StepLabel[];
};

/**
 * A problem in the middle of a step, for the user. Like a CloudError it is thrown, because it ends nested calls. `runSteps`
 * turns both into values.
 */
export class DeployProblem extends Error {
  override readonly name = 'DeployProblem';
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** Runs steps. Expected failures are returned as values; a bug is thrown. */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<StepsResult> {
  const { failed, ...rest } = await runAll(steps, options);
  const failures = failed.map(({ label, error }) => ({ label, problem: problemOf(error) }));
  if (failures.length > 0) return { kind: 'failed', failures, ...rest };
  const isWhole = rest.stopped.length + rest.left.length === 0;
  return { kind: isWhole ? 'done' : 'interrupted', ...rest };
}

/** Undefined for any other error, which is a bug. */
export function problemOf(error: unknown): CloudError | Diagnostic {
  if (error instanceof CloudError) return error;
  if (error instanceof DeployProblem) return error.diagnostic;
  throw error;
}

type FailedStep = { readonly label: StepLabel; readonly error: unknown };

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

  // A function, because the signal may be aborted while a step runs, which TypeScript would not see.
  const isStopped = (): boolean => signal.aborted;

  const end = (step: Step): Promise<boolean> => {
    const known = ends.get(step.id);
    if (known) return known;
    const own = run(step);
    ends.set(step.id, own);
    return own;
  };

  const run = async (step: Step): Promise<boolean> => {
    const { id, label } = step;
    const before = step.dependsOn.flatMap((name) => byId.get(name) ?? []);
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
      // An error after the abort is not a failure of the step.
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
