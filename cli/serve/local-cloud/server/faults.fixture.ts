// The fault that a test has armed: which calls it affects, and the error that it causes in each service.
import type { Refusal, Service } from '../service.js';
import type { Fault } from '../test-cloud.fixture.js';
import { denialText } from './caller.js';
import { denied, type ManagementPorts } from './management.js';
import { expiredToken } from './signature.js';

type Faults = Pick<ManagementPorts, 'intercept'> & {
  readonly arm: (fault: Fault) => void;
  readonly disarm: () => void;
  readonly isArmed: () => boolean;
};

export function createFaults(): Faults {
  let armed: Fault | undefined;
  let count = 0;
  /** Counts a call. Returns the fault if it affects this call. */
  const next = (): Fault | undefined => {
    if (!armed) return undefined;
    count += 1;
    const isStruck = count >= armed.at && count < armed.at + (armed.times ?? 1);
    return isStruck ? armed : undefined;
  };
  return {
    arm: (fault) => {
      armed = fault;
      count = 0;
    },
    disarm: () => {
      armed = undefined;
    },
    isArmed: () => armed !== undefined && count + 1 < armed.at + (armed.times ?? 1),
    intercept: (call, run) => strike(next(), call, run),
  };
}

async function strike(
  fault: Fault | undefined,
  { service, caller, operation }: Parameters<ManagementPorts['intercept']>[0],
  run: Parameters<ManagementPorts['intercept']>[1],
): ReturnType<ManagementPorts['intercept']> {
  const refuse = (refusal: Refusal) =>
    ({ kind: 'answer', answer: service.refuse(refusal) }) as const;
  switch (fault?.kind) {
    case undefined:
      return { kind: 'answer', answer: await run() };
    case 'reset-before':
      return { kind: 'reset' };
    case 'reset-after':
      await run();
      return { kind: 'reset' };
    case 'error-before':
      return refuse(serverError(service.name));
    case 'error-after':
      await run();
      return refuse(serverError(service.name));
    case 'throttle':
      return refuse(throttle(service.name));
    case 'expired':
      return refuse(expiredToken(service.name));
    case 'denied': {
      const { action = 'unknown', resource = '*' } = operation ?? {};
      const text = denialText(caller.arn, { action, resource }, 'not-allowed');
      return refuse(denied(service.name, text));
    }
    case 'kill-before':
      fault.onKill?.();
      return { kind: 'silence' };
    case 'kill-after':
      await run();
      fault.onKill?.();
      return { kind: 'silence' };
    case 'interrupt':
      fault.onKill?.();
      return { kind: 'answer', answer: await run() };
  }
}

type ServiceName = Service['name'];

const SERVER_ERRORS: Readonly<Record<ServiceName, readonly [code: string, message: string]>> = {
  iam: ['ServiceFailure', 'The request processing has failed because of an unknown error.'],
  lambda: ['ServiceException', 'An error occurred, retry.'],
  apigateway: ['InternalFailure', 'Internal server error'],
  logs: ['ServiceUnavailableException', 'Service unavailable.'],
  events: ['InternalException', 'An internal error occurred.'],
  scheduler: ['InternalServerException', 'Internal server error.'],
  sns: ['InternalError', 'Internal error.'],
  s3: ['InternalError', 'We encountered an internal error. Please try again.'],
  sts: ['InternalFailure', 'Internal failure.'],
  sqs: ['InternalError', 'An internal error occurred.'],
  ssm: ['InternalServerError', 'An internal error occurred.'],
  dynamodb: ['InternalServerError', 'Internal server error'],
  kinesis: ['InternalFailureException', 'Internal failure.'],
};

const THROTTLES: Readonly<
  Record<ServiceName, readonly [status: number, code: string, message: string]>
> = {
  iam: [400, 'Throttling', 'Rate exceeded'],
  lambda: [429, 'TooManyRequestsException', 'Rate exceeded'],
  apigateway: [429, 'TooManyRequestsException', 'Too Many Requests'],
  logs: [400, 'ThrottlingException', 'Rate exceeded'],
  events: [400, 'ThrottlingException', 'Rate exceeded'],
  scheduler: [429, 'ThrottlingException', 'Rate exceeded'],
  sns: [400, 'Throttling', 'Rate exceeded'],
  s3: [503, 'SlowDown', 'Please reduce your request rate.'],
  sts: [400, 'Throttling', 'Rate exceeded'],
  sqs: [400, 'RequestThrottled', 'Rate exceeded'],
  ssm: [400, 'ThrottlingException', 'Rate exceeded'],
  dynamodb: [400, 'ThrottlingException', 'Rate of requests exceeds the allowed throughput.'],
  kinesis: [400, 'LimitExceededException', 'Rate exceeded for stream.'],
};

function serverError(service: ServiceName): Refusal {
  const [code, message] = SERVER_ERRORS[service];
  return { status: 500, code, message };
}

export function throttle(service: ServiceName): Refusal {
  const [status, code, message] = THROTTLES[service];
  const headers = code === 'TooManyRequestsException' ? { 'Retry-After': '1' } : {};
  return { status, code, message, headers };
}
