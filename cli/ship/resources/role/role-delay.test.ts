// How long a deploy waits for a role that Lambda does not accept.
import { expect, test } from 'vitest';
import { CloudError } from '../../../cloud/cloud-error.js';
import { READY_WITHIN } from '../../stage/repeated-calls.js';
import { whenRoleIsReady } from './role-steps.js';
import type { FunctionRole } from './policy-changes.js';
import type { Session } from '../../stage/run-steps.js';

const NAME = 'helloworld-dev';

type Case = {
  readonly role?: FunctionRole;
  readonly createdAt?: number;
  readonly action?: 'create' | 'unchanged';
};

/** Returns the seconds of waiting until Lambda's error is reported. */
async function patienceWith({ role, createdAt, action = 'unchanged' }: Case): Promise<number> {
  let waited = 0;
  const session = {
    cloud: { iam: { getRole: () => Promise.resolve({ name: NAME, createdAt }) } },
    desired: { hasRolePerFunction: false },
    plan: { roles: [{ action, role: { name: NAME } }] },
    wait: (milliseconds: number) => {
      waited += milliseconds;
      return Promise.resolve();
    },
  } as unknown as Session; // because nothing else of a session is read
  const refusal = new CloudError(
    {
      kind: 'role-not-ready',
      operation: 'lambda:CreateFunction',
      message: 'The provided execution role does not have permissions',
      name: 'InvalidParameterValueException',
      status: 400,
      requestId: undefined,
    },
    undefined,
  );
  const subject = { role: role ?? { kind: 'managed', name: NAME } } as const;
  await expect(whenRoleIsReady(() => Promise.reject(refusal), subject, session)).rejects.toBe(
    refusal,
  );
  return waited;
}

test('a role that is given is not waited for', async () => {
  const arn = 'arn:aws:iam::123456789012:role/mine';
  expect(await patienceWith({ role: { kind: 'given', arn } })).toBe(0);
});

test('a role that this deploy made is waited for as long as IAM may take', async () => {
  expect(await patienceWith({ action: 'create' })).toBeGreaterThanOrEqual(READY_WITHIN);
});

test('a role that an interrupted deploy made a minute ago is too', async () => {
  const createdAt = Date.now() - 60_000;
  expect(await patienceWith({ createdAt })).toBeGreaterThanOrEqual(READY_WITHIN);
});

test('an old role is waited for some seconds: its policy may have been changed', async () => {
  const waited = await patienceWith({ createdAt: 0 });
  expect(waited).toBeGreaterThanOrEqual(15_000);
  expect(waited).toBeLessThan(20_000);
});
