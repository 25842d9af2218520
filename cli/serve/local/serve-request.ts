// Answers a request with one build: its gateway decides, and its application answers.
import {
  type Decision,
  type GatewayErrorKind,
  type HttpAnswer,
  timeoutError,
} from '../gateway/index.js';
import type { Generation } from './generation.js';
import type { IncomingRequest } from './http-server.js';
import { noteOf } from './nearest-route.js';

/** Answers a request. `note` is the reason when the application was not called. */
export function serve(
  { gateway, application, app }: Generation,
  request: IncomingRequest,
  respond: (answer: HttpAnswer, note?: string) => void,
): void {
  const { body, time } = request;
  if (body === 'too-long') {
    respond(gateway.error('requestTooLong', { requestId: gateway.newId(), time }));
    return;
  }
  const errorOf = (outcome: 'failed' | 'timed-out'): GatewayErrorKind =>
    outcome === 'failed'
      ? 'integrationFailed'
      : timeoutError(app.config.apiHandler.settings.lambda_timeout * 1000);
  const carryOut = (decision: Decision): void => {
    if (decision.kind === 'answer') {
      respond(decision.answer, noteOf(decision.refusal, app.manifest, request));
      return;
    }
    const { invocation } = decision;
    application.invoke(invocation, (outcome) => {
      respond(typeof outcome === 'string' ? gateway.error(errorOf(outcome), invocation) : outcome);
    });
  };
  const decision = gateway.admit({ ...request, body });
  if (decision instanceof Promise) void decision.then(carryOut);
  else carryOut(decision);
}
