// The operations that the fault matrix disturbs.
import { sampleOf } from '../../support/sample.js';
import { AFTER, BEFORE, BUFFERED, STREAMED, STREAMED_OTHERWISE } from './fault-apps.js';
import type { Operation } from './operation.js';

const FIRST_DEPLOY: Operation = {
  name: 'first deploy',
  command: 'deploy',
  before: undefined,
  after: BEFORE,
  leastCalls: 14,
  leastEnds: 6,
};

const REDEPLOY: Operation = {
  name: 'redeploy',
  // Removes a function.
  command: 'deploy --allow-delete',
  before: BEFORE,
  after: AFTER,
  leastCalls: 17,
  leastEnds: 5,
};

const DELETE: Operation = {
  name: 'delete',
  command: 'delete',
  before: BEFORE,
  after: undefined,
  leastCalls: 7,
  leastEnds: 5,
};

export const OPERATIONS: readonly Operation[] = [FIRST_DEPLOY, REDEPLOY, DELETE];

/**
 * The function for streaming routes is created, then serves another route with its own role, and is then deleted. It is deleted
 * together with the shared role: if the record is lost too, only `framework delete` finds a role that no function uses.
 */
export const OF_STREAMS: readonly Operation[] = [
  {
    name: 'deploy of the first stream',
    command: 'deploy',
    before: BUFFERED,
    after: STREAMED,
    leastCalls: 10,
    leastEnds: 5,
  },
  {
    name: 'deploy of routes that change their mode',
    command: 'deploy',
    before: STREAMED,
    after: STREAMED_OTHERWISE,
    leastCalls: 10,
    leastEnds: 5,
  },
  {
    name: 'deploy without the last stream',
    command: 'deploy --allow-delete',
    before: STREAMED,
    after: BUFFERED,
    leastCalls: 10,
    leastEnds: 5,
  },
];

/** The operations in which the whole program is disturbed; the program is started anew for each disturbance. */
export const OF_PROGRAM: readonly Operation[] = sampleOf(
  'operations of the program',
  [...OPERATIONS, ...OF_STREAMS],
  6,
);
