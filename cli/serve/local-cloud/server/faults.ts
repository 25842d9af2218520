// The fault that a test has armed: which calls it affects, and the error that it causes in each service.
import type { Refusal, Service } from '../service.js';
import type { Fault } from '../test-cloud.js';

export type Faults = {
  readonly arm: (fault: Fault) => void;
  readonly disarm: () => void;
  readonly isArmed: () => boolean;
  /** Counts a call. Returns the fault if it affects this call. */
  readonly next: () => Fault | undefined;
};

export function createFaults(): Faults {
  let armed: Fault | undefined;
  let count = 0;
  return {
    arm: (fault) => {
      armed = fault;
      count = 0;
    },
    disarm: () => {
      armed = undefined;
    },
    isArmed: () => armed !== undefined && count + 1 < armed.at + (armed.times ?? 1),
    next: () => {
      if (!armed) return undefined;
      count += 1;
      const isStruck = count >= armed.at && count < armed.at + (armed.times ?? 1);
      return isStruck ? armed : undefined;
    },
  };
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

export function serverError(service: ServiceName): Refusal {
  const [code, message] = SERVER_ERRORS[service];
  return { status: 500, code, message };
}

export function throttle(service: ServiceName): Refusal {
  const [status, code, message] = THROTTLES[service];
  const headers = code === 'TooManyRequestsException' ? { 'Retry-After': '1' } : {};
  return { status, code, message, headers };
}

/** Services with XML responses. The names of their errors do not end in `Exception`. */
const IN_XML: readonly ServiceName[] = ['iam', 'sns', 's3', 'sts'];
/** Services that use status 400 for all client errors. */
const WITH_400: readonly ServiceName[] = ['logs', 'events', 'ssm'];

export function denied(service: ServiceName, message: string): Refusal {
  const code = IN_XML.includes(service) ? 'AccessDenied' : 'AccessDeniedException';
  const status = WITH_400.includes(service) ? 400 : 403;
  return { status, code: service === 'sns' ? 'AuthorizationError' : code, message };
}

export function unknownOperation(service: ServiceName, what: string): Refusal {
  const isXml = IN_XML.includes(service);
  return {
    status: isXml || WITH_400.includes(service) ? 400 : 404,
    code: isXml ? 'InvalidAction' : 'UnknownOperationException',
    message: `The local cloud does not support the operation ${what} of ${service}. Run \`framework cloud\` to see what it supports, or use a stage in an AWS account.`,
  };
}
