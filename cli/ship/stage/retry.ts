// Makes a call again while AWS is not ready for it: a new role that cannot be assumed yet, a function that is being changed.
import { type CloudErrorKind, isCloudError } from '../../cloud/cloud-error.js';
import { SILENT } from '../../cloud/cloud.js';
import type { Wait } from './session.js';

/** Milliseconds. Chalice found 15 s too short for a new role and waits 150 s; Terraform waits 60 s. */
export const READY_WITHIN = 120_000;
const LONGEST_PAUSE = 2000;

/** How long AWS may not find what was just made: IAM and API Gateway show it within seconds. */
const SHOWN_WITHIN = 30_000;

/** For each kind of error, the milliseconds during which the call is repeated. */
export type Limits = Readonly<Partial<Record<CloudErrorKind, number>>>;

/** Only a resource that this deploy has just made may not be found yet. */
export function notShown(isNew: boolean): readonly CloudErrorKind[] {
  return isNew ? ['missing'] : [];
}

/** Makes the call again while it ends in one of the kinds, for about two minutes. */
export function retry<Result>(
  call: () => Promise<Result>,
  wait: Wait,
  kinds: readonly CloudErrorKind[] = ['busy'],
): Promise<Result> {
  const limits = kinds.map(
    (kind) => [kind, kind === 'missing' ? SHOWN_WITHIN : READY_WITHIN] as const,
  );
  return retryWithin(call, wait, () => Promise.resolve(Object.fromEntries(limits)));
}

/** As {@link retry}. `limits` are read only when the first attempt fails. */
export async function retryWithin<Result>(
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

/** What the next attempt waits for, in words. Errors of other kinds are not retried. */
const WAIT_TEXTS: Readonly<Partial<Record<CloudErrorKind, string>>> = {
  'role-not-ready': 'Lambda to learn of the role that was just made',
  busy: 'AWS to end an earlier change',
  missing: 'AWS to show what was just made',
};

/** The next pause, in milliseconds. */
export function longer(pause: number): number {
  return Math.min(pause * 1.6, LONGEST_PAUSE);
}
