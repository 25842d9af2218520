// One deploy against a cloud in memory: observed, planned and applied, as the command does it.
import type { Cloud } from '../../cloud/cloud.js';
import type { StepsResult } from '../stage/run-steps.js';
import { applyPlan } from './apply-plan.js';
import type { Desired } from '../stage/states.js';
import type { FakeCloud } from './fake-cloud.fixture.js';
import { observe } from './observe.js';
import { planDeploy } from './plan-deploy.js';
import type { DeployedState } from '../stage/states.js';

/** A machine with its record of the last deploy. */
export type Machine = { state: DeployedState | undefined; readonly signal?: AbortSignal };

export type RunResult = {
  readonly outcome: StepsResult | { readonly kind: 'refused' };
  /** Names of the calls that were made. */
  readonly calls: readonly string[];
  readonly events: readonly string[];
};

export async function deployOnce(
  cloud: Cloud & Pick<FakeCloud, 'calls'>,
  wanted: Desired,
  machine: Machine,
): Promise<RunResult> {
  const { signal = new AbortController().signal } = machine;
  cloud.calls.length = 0;
  const events: string[] = [];
  const observation = await observe({ cloud, desired: wanted, state: machine.state });
  if (observation.kind === 'refused') {
    return { outcome: { kind: 'refused' }, calls: [...cloud.calls], events };
  }
  const { desired, observed } = observation;
  const outcome = await applyPlan({
    cloud,
    desired,
    observed,
    plan: planDeploy(desired, observed),
    state: machine.state,
    saveState: (state) => {
      machine.state = state;
      return Promise.resolve([]);
    },
    onEvent: ({ kind, label }) => events.push(`${kind} ${label.verb} ${label.object}`),
    signal,
    wait: () => {
      signal.throwIfAborted();
      return Promise.resolve();
    },
  });
  return { outcome, calls: [...cloud.calls], events };
}
