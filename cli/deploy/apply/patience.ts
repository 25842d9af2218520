// Waiting for what the cloud does in its own time: a new role that cannot be assumed yet, a function that is being changed.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import { type CloudErrorKind, isCloudError } from '../../cloud/cloud-error.js';
import type { CloudFunction } from '../../cloud/lambda-calls.js';
import { functionFailed, neverReady } from './apply-catalogue.js';
import { DeployProblem } from './deploy-problem.js';
import type { Session, Wait } from './session.js';

/** Chalice found 15 s too short and waits 150; Terraform 60. */
const ROLE_READY_WITHIN = 120_000;
/** A network interface in a VPC takes a minute or more. */
const FUNCTION_READY_WITHIN = 600_000;

const LONGEST_PAUSE = 2000;

/** Makes the call again while it ends in one of the kinds, for about two minutes. */
export async function patiently<Result>(
  call: () => Promise<Result>,
  wait: Wait,
  kinds: readonly CloudErrorKind[] = ['role-not-ready', 'busy'],
): Promise<Result> {
  for (let waited = 0, pause = 250; ; pause = longer(pause)) {
    try {
      return await call();
    } catch (error) {
      if (!isCloudError(error, ...kinds) || waited >= ROLE_READY_WITHIN) throw error;
    }
    await wait(pause);
    waited += pause;
  }
}

/** The function as it is when Lambda has ended what it does with it. */
export async function untilReady(
  seen: CloudFunction,
  { cloud, wait }: Pick<Session, 'cloud' | 'wait'>,
): Promise<CloudFunction> {
  const { name } = seen;
  let current: CloudFunction = seen;
  for (let waited = 0, pause = 100; current.progress.kind === 'working'; pause = longer(pause)) {
    if (waited >= FUNCTION_READY_WITHIN) {
      const minutes = FUNCTION_READY_WITHIN / 60_000;
      throw new DeployProblem(diagnose(neverReady, { name, minutes }, { at: undefined }));
    }
    await wait(pause);
    waited += pause;
    // A read may come too early to see a function that was just made.
    current = (await cloud.lambda.getFunctionConfiguration(name)) ?? current;
  }
  return current;
}

/** As {@link untilReady}; a failure of Lambda is a problem. */
export async function ready(
  seen: CloudFunction,
  session: Pick<Session, 'cloud' | 'wait'>,
): Promise<CloudFunction> {
  const current = await untilReady(seen, session);
  if (current.progress.kind !== 'failed') return current;
  const { reason } = current.progress;
  throw new DeployProblem(diagnose(functionFailed, { name: seen.name, reason }, { at: undefined }));
}

function longer(pause: number): number {
  return Math.min(pause * 1.6, LONGEST_PAUSE);
}
