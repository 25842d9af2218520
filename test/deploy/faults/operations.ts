// The operations that the fault matrix disturbs.
import { AFTER, BEFORE } from './fault-apps.js';
import type { Operation } from './operation.js';

export const FIRST_DEPLOY: Operation = {
  name: 'first deploy',
  command: 'deploy',
  before: undefined,
  after: BEFORE,
};

export const REDEPLOY: Operation = {
  name: 'redeploy',
  // A function goes.
  command: 'deploy --allow-delete',
  before: BEFORE,
  after: AFTER,
};

export const DELETE: Operation = {
  name: 'delete',
  command: 'delete',
  before: BEFORE,
  after: undefined,
};

export const OPERATIONS: readonly Operation[] = [FIRST_DEPLOY, REDEPLOY, DELETE];
