// Runs a graph of steps: each as soon as what it depends on is done, so independent ones run at the same time. After a
// failure, or when the signal comes, no step starts any more; those that run end by themselves.
import type { FailedStep, Step, StepEvent, StepLabel, StepsOutcome } from './step.js';

export type RunOptions = {
  readonly signal: AbortSignal;
  readonly onEvent: (event: StepEvent) => void;
};

export async function runSteps(
  steps: readonly Step[],
  { signal, onEvent }: RunOptions,
): Promise<StepsOutcome> {
  const done: StepLabel[] = [];
  const failed: FailedStep[] = [];
  const stopped: StepLabel[] = [];
  const left: StepLabel[] = [];
  const byId = new Map(steps.map((step) => [step.id, step]));
  const ends = new Map<string, Promise<boolean>>();

  // The signal may come while a step runs, which the types cannot know.
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
    try {
      await step.run();
    } catch (error) {
      // What an abort tears apart is no failure of the step.
      if (signal.aborted && isAbort(error, signal)) stopped.push(label);
      else failed.push({ label, error });
      onEvent({
        kind: failed.some((one) => one.error === error) ? 'failed' : 'stopped',
        id,
        label,
      });
      return false;
    }
    done.push(label);
    onEvent({ kind: 'done', id, label });
    return true;
  };

  await Promise.all(steps.map(end));
  return { done, failed, stopped, left };
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}
