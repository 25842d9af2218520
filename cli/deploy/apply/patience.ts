// Waiting for what the cloud does in its own time: a new role that cannot be assumed yet, a function that is being changed.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import { type CloudErrorKind, isCloudError } from '../../cloud/cloud-error.js';
import { SILENT } from '../../cloud/waiting.js';
import type { CloudFunction } from '../../cloud/lambda-calls.js';
import { functionFailed, neverReady } from './apply-catalogue.js';
import { DeployProblem } from './deploy-problem.js';
import type { Session, Wait } from './session.js';

/** Of a new role Chalice found 15 s too short and waits 150; Terraform 60. */
export const READY_WITHIN = 120_000;
/** A network interface in a VPC takes a minute or more. */
const FUNCTION_READY_WITHIN = 600_000;

const LONGEST_PAUSE = 2000;

/** Milliseconds for which a call is made again that ends so. */
export type Limits = Readonly<Partial<Record<CloudErrorKind, number>>>;

/** Makes the call again while it ends in one of the kinds, for about two minutes. */
export function patiently<Result>(
  call: () => Promise<Result>,
  wait: Wait,
  kinds: readonly CloudErrorKind[] = ['busy'],
): Promise<Result> {
  const limits = kinds.map((kind) => [kind, READY_WITHIN] as const);
  return patientlyWithin(call, wait, () => Promise.resolve(Object.fromEntries(limits)));
}

/** As {@link patiently}; the limits are looked up when the call fails first. */
export async function patientlyWithin<Result>(
  call: () => Promise<Result>,
  wait: Wait,
  limitsOf: () => Promise<Limits>,
): Promise<Result> {
  let limits: Limits | undefined;
  const ends = new Map<CloudErrorKind, () => void>();
  try {
    for (let waited = 0, pause = 250; ; pause = longer(pause)) {
      try {
        return await call();
      } catch (error) {
        if (!isCloudError(error) || WAIT_TEXTS[error.facts.kind] === undefined) throw error;
        const { kind, operation } = error.facts;
        limits ??= await limitsOf();
        if (waited >= (limits[kind] ?? 0)) throw error;
        const what = `${WAIT_TEXTS[kind] ?? ''} (${operation})`;
        if (!ends.has(kind)) ends.set(kind, wait.for?.(what) ?? SILENT(what));
      }
      await wait(pause);
      waited += pause;
    }
  } finally {
    for (const end of ends.values()) end();
  }
}

/** What another attempt waits for; a call that ends in another kind is made once. */
const WAIT_TEXTS: Readonly<Partial<Record<CloudErrorKind, string>>> = {
  'role-not-ready': 'Lambda to learn of the role that was just made',
  busy: 'AWS to end an earlier change',
  missing: 'AWS to show what was just made',
};

/** The function as it is when Lambda has ended what it does with it. */
export async function untilReady(
  seen: CloudFunction,
  { cloud, wait }: Pick<Session, 'cloud' | 'wait'>,
): Promise<CloudFunction> {
  if (seen.progress.kind !== 'working') return seen;
  const end = wait.for?.(`Lambda to end what it does with the function ${seen.name}`);
  try {
    return await pollUntilReady(seen, { cloud, wait });
  } finally {
    end?.();
  }
}

async function pollUntilReady(
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
