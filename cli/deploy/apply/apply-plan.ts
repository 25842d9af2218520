// Applies a plan: its changes become a graph of steps, the steps are run, and the deployed state is kept on the way. What
// was expected to go wrong comes back as values; a bug is thrown.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { CloudError } from '../../cloud/cloud-error.js';
import type { Cloud } from '../../cloud/cloud.js';
import type { Desired } from '../desired/desired.js';
import { accountOf } from '../observed/account-of.js';
import type { Observed } from '../observed/observed.js';
import { isNothing } from '../plan/plan-deploy.js';
import type { Plan } from '../plan/plan.js';
import type { DeployedState } from '../state/deployed-state.js';
import { apiSteps } from './api-steps.js';
import { planDeletions } from './deletion-steps.js';
import { DeployProblem } from './deploy-problem.js';
import { awaitSteps, functionSteps } from './function-steps.js';
import { type AskAddress, liveSteps } from './live-step.js';
import { permissionEndSteps, permissionSteps } from './permission-steps.js';
import { publishSteps } from './publish-step.js';
import { policyEndSteps, roleSteps } from './role-steps.js';
import { type RunOptions, runSteps } from './run-steps.js';
import { createWait, type Learned, type Session, type Wait } from './session.js';
import { createRecorder, type SaveState } from './state-recorder.js';
import type { Step, StepEvent, StepLabel, StepsOutcome } from './step.js';

export type ApplyRequest = {
  readonly cloud: Cloud;
  readonly desired: Desired;
  readonly observed: Observed;
  readonly plan: Plan;
  /** What is on record, of the same stage and cloud. */
  readonly state: DeployedState | undefined;
  readonly saveState: SaveState;
  readonly onEvent: (event: StepEvent) => void;
  /** When it comes, no step starts any more and no wait goes on. */
  readonly signal: AbortSignal;
  /** To wait for a new API to answer; without it nothing is asked. */
  readonly ask?: AskAddress;
  /** For tests; real time unless given. */
  readonly wait?: Wait;
};

export type StepFailure = {
  readonly label: StepLabel;
  readonly problem: CloudError | Diagnostic;
};

/** What running steps came to. */
export type StepsResult =
  | ({ readonly kind: 'done' } & Unfinished)
  | ({ readonly kind: 'failed'; readonly failures: readonly StepFailure[] } & Unfinished)
  | ({ readonly kind: 'interrupted' } & Unfinished);

export type Unfinished = Pick<StepsOutcome, 'done' | 'stopped' | 'left'>;

export async function applyPlan(request: ApplyRequest): Promise<StepsResult> {
  const { plan, signal, onEvent } = request;
  const session = openSession(request);
  const { recorder, learned } = session;
  const unsaved = isNothing(plan) ? undefined : await problemIn(recorder.begin());
  if (unsaved) return { kind: 'failed', failures: [unsaved], done: [], stopped: [], left: [] };
  const result = await runProblemSteps(stepsOf(session, request.ask), { signal, onEvent });
  if (result.kind !== 'done') return result;
  const unfinished = await problemIn(recorder.finish(learned));
  return unfinished ? { ...result, kind: 'failed', failures: [unfinished] } : result;
}

/** Runs steps; what was expected to go wrong comes back as values. */
export async function runProblemSteps(
  steps: readonly Step[],
  options: RunOptions,
): Promise<StepsResult> {
  const { failed, ...rest } = await runSteps(steps, options);
  const failures = failed.map(({ label, error }) => ({ label, problem: problemOf(error) }));
  if (failures.length > 0) return { kind: 'failed', failures, ...rest };
  const isWhole = rest.stopped.length + rest.left.length === 0;
  return { kind: isWhole ? 'done' : 'interrupted', ...rest };
}

async function problemIn(saving: Promise<void>): Promise<StepFailure | undefined> {
  try {
    await saving;
    return undefined;
  } catch (error) {
    return { label: { verb: 'update', object: 'record of the deploy' }, problem: problemOf(error) };
  }
}

function openSession(request: ApplyRequest): Session {
  const { cloud, desired, observed, plan, state, signal } = request;
  const learned: Learned = {
    account: observed.account ?? accountOfGivenRole(desired),
    apiId: observed.api?.id,
    deploymentId: undefined,
    roles: new Map(
      observed.roles.flatMap(({ name, role }) => (role ? [[name, role.arn] as const] : [])),
    ),
    functions: new Map(observed.functions.map((one) => [one.name, one])),
    unsure: new Set(),
    versions: new Map(),
  };
  return {
    cloud,
    desired,
    observed,
    plan,
    codeBefore: codeBefore(request),
    wait: request.wait ?? createWait(signal, cloud.waitFor),
    recorder: createRecorder({
      desired,
      observed,
      previous: state,
      endpoint: cloud.endpoint,
      save: request.saveState,
    }),
    learned,
  };
}

/** Nothing when another machine has published since. */
function codeBefore({ state, observed }: ApplyRequest): string | undefined {
  if (state?.isComplete !== false) return undefined;
  const isStillShown = (state.api?.deploymentId ?? '') === (observed.api?.deployment?.id ?? '');
  return isStillShown ? state.codeBefore : undefined;
}

/** A role that is given is of the account: Lambda takes no other. */
function accountOfGivenRole({ functions }: Desired): Learned['account'] {
  return functions
    .map(({ role }) => (role.kind === 'given' ? accountOf(role.arn) : undefined))
    .find((account) => account !== undefined);
}

/** In the order in which they are shown. */
function stepsOf(session: Session, ask: AskAddress | undefined): readonly Step[] {
  const { plan } = session;
  const making = [
    ...plan.roles.flatMap((change) => roleSteps(change, session)),
    ...plan.functions.flatMap((change) => functionSteps(change, session)),
    ...apiSteps(session),
    ...plan.functions.flatMap((change) => permissionSteps(change, session)),
    ...plan.functions.flatMap((change) => awaitSteps(change, session)),
  ];
  const publishing = publishSteps(session, idsOf(making));
  const answering = liveSteps(session, ask);
  const made = idsOf([...making, ...publishing, ...answering]);
  const ending = [
    ...permissionEndSteps(session, made),
    ...policyEndSteps(session, made),
    ...planDeletions(session, made),
  ];
  return [...making, ...publishing, ...answering, ...ending];
}

function idsOf(steps: readonly Step[]): readonly string[] {
  return steps.map(({ id }) => id);
}

/** Anything else than these two is a bug. */
function problemOf(error: unknown): CloudError | Diagnostic {
  if (error instanceof CloudError) return error;
  if (error instanceof DeployProblem) return error.diagnostic;
  throw error;
}
