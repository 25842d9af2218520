// Sends invocations to the test, which has loaded the application itself.
import { randomUUID } from 'node:crypto';
import { createEventMaker, GATEWAY_TIMEOUT, timeoutError, toAnswer } from '../gateway/index.js';
import { describeEvent } from '../local/app-report.js';
import type { DeploymentNames } from '../local/deployment-names.js';
import type { Backend } from './backend.js';
import type { Call, Outcome } from './messages.js';
import { within } from '../../program/time-limit.js';

/** Sends a call to the test and resolves with its outcome. */
export type CallTest = (call: Omit<Call, 'number' | 'app'>) => Promise<Outcome>;

/** Makes the backend. */
export function createTestBackend(deploymentNames: DeploymentNames, callTest: CallTest): Backend {
  const { apiFunction, functions, identity } = deploymentNames;
  const toEvent = createEventMaker(identity);
  return {
    serve: async (invocation) => {
      const { requestId } = invocation;
      const limit = Math.min(apiFunction.timeout, GATEWAY_TIMEOUT);
      const outcome = await within(
        limit,
        callTest({
          name: undefined,
          event: toEvent(invocation),
          provided: invocation.provided ?? [],
          facts: apiFunction,
          requestId,
        }),
      );
      if (!outcome) {
        const event = { kind: 'timed-out', invocation, milliseconds: limit } as const;
        return { kind: timeoutError(limit), reason: describeEvent(event, apiFunction) };
      }
      if (outcome.kind === 'refused') {
        return {
          kind: 'integrationFailed',
          reason: outcome.refusal.stack ?? outcome.refusal.message,
        };
      }
      const answer = toAnswer(outcome.value, invocation);
      if ('kind' in answer) return { kind: 'integrationFailed', reason: answer.reason };
      return { kind: 'answered', answer };
    },
    call: async (name, event) => {
      const facts = functions[name] ?? apiFunction;
      const outcome = await within(
        facts.timeout,
        callTest({ name, event, provided: [], facts, requestId: randomUUID() }),
      );
      if (!outcome) return { kind: 'failed', message: `timed out after ${facts.timeout / 1000} s` };
      if (outcome.kind === 'done') return { kind: 'returned', value: outcome.value };
      const { name: type, message, stack } = outcome.refusal;
      return { kind: 'failed', message, type, ...(stack !== undefined && { trace: stack }) };
    },
    stop: () => Promise.resolve(),
  };
}
