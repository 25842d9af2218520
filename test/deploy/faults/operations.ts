// The operations that the fault matrix disturbs.
import { AFTER, BEFORE } from './fault-apps.js';
import type { Operation } from './operation.js';

export const FIRST_DEPLOY: Operation = {
  name: 'first deploy',
  command: 'deploy',
  before: undefined,
  after: BEFORE,
  leastCalls: 14,
  leastEnds: 6,
};

export const REDEPLOY: Operation = {
  name: 'redeploy',
  // A function goes.
  command: 'deploy --allow-delete',
  before: BEFORE,
  after: AFTER,
  leastCalls: 17,
  leastEnds: 5,
};

export const DELETE: Operation = {
  name: 'delete',
  command: 'delete',
  before: BEFORE,
  after: undefined,
  leastCalls: 7,
  leastEnds: 5,
};

export const OPERATIONS: readonly Operation[] = [FIRST_DEPLOY, REDEPLOY, DELETE];
