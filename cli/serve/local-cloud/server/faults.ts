// The fault that a test has armed: the calls that it affects, and its error in each service.
import type { Refusal, Service } from '../service.js';
import type { Fault } from '../test-cloud.js';

export type Faults = {
  readonly arm: (fault: Fault) => void;
  readonly disarm: () => void;
  /** False if no further call is affected. */
  readonly isArmed: () => boolean;
  /** Counts a call, and returns the fault that affects it. */
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

const SERVER_ERRORS: Readonly<Record<ServiceName, Refusal>> = {
  iam: {
    status: 500,
    code: 'ServiceFailure',
    message: 'The request processing has failed because of an unknown error.',
  },
  lambda: { status: 500, code: 'ServiceException', message: 'An error occurred, retry.' },
  apigateway: { status: 500, code: 'InternalFailure', message: 'Internal server error' },
  logs: { status: 500, code: 'ServiceUnavailableException', message: 'Service unavailable.' },
  events: { status: 500, code: 'InternalException', message: 'An internal error occurred.' },
  scheduler: { status: 500, code: 'InternalServerException', message: 'Internal server error.' },
  sns: { status: 500, code: 'InternalError', message: 'Internal error.' },
  s3: {
    status: 500,
    code: 'InternalError',
    message: 'We encountered an internal error. Please try again.',
  },
  sts: { status: 500, code: 'InternalFailure', message: 'Internal failure.' },
  sqs: { status: 500, code: 'InternalError', message: 'An internal error occurred.' },
  ssm: { status: 500, code: 'InternalServerError', message: 'An internal error occurred.' },
  dynamodb: { status: 500, code: 'InternalServerError', message: 'Internal server error' },
  kinesis: { status: 500, code: 'InternalFailureException', message: 'Internal failure.' },
};

const THROTTLES: Readonly<Record<ServiceName, Refusal>> = {
  iam: { status: 400, code: 'Throttling', message: 'Rate exceeded' },
  lambda: {
    status: 429,
    code: 'TooManyRequestsException',
    message: 'Rate exceeded',
    headers: { 'Retry-After': '1' },
  },
  apigateway: {
    status: 429,
    code: 'TooManyRequestsException',
    message: 'Too Many Requests',
    headers: { 'Retry-After': '1' },
  },
  logs: { status: 400, code: 'ThrottlingException', message: 'Rate exceeded' },
  events: { status: 400, code: 'ThrottlingException', message: 'Rate exceeded' },
  scheduler: { status: 429, code: 'ThrottlingException', message: 'Rate exceeded' },
  sns: { status: 400, code: 'Throttling', message: 'Rate exceeded' },
  s3: { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' },
  sts: { status: 400, code: 'Throttling', message: 'Rate exceeded' },
  sqs: { status: 400, code: 'RequestThrottled', message: 'Rate exceeded' },
  ssm: { status: 400, code: 'ThrottlingException', message: 'Rate exceeded' },
  dynamodb: {
    status: 400,
    code: 'ThrottlingException',
    message: 'Rate of requests exceeds the allowed throughput.',
  },
  kinesis: { status: 400, code: 'LimitExceededException', message: 'Rate exceeded for stream.' },
};

export function serverError(service: ServiceName): Refusal {
  return SERVER_ERRORS[service];
}

export function throttle(service: ServiceName): Refusal {
  return THROTTLES[service];
}

/** Services with XML responses name errors without `Exception`. */
const IN_XML: readonly ServiceName[] = ['iam', 'sns', 's3', 'sts'];
/** Services that use status 400 for all client errors. */
const WITH_400: readonly ServiceName[] = ['logs', 'events', 'ssm'];

/** The error of a caller without permission. */
export function denied(service: ServiceName, message: string): Refusal {
  const code = IN_XML.includes(service) ? 'AccessDenied' : 'AccessDeniedException';
  const status = WITH_400.includes(service) ? 400 : 403;
  return { status, code: service === 'sns' ? 'AuthorizationError' : code, message };
}

/** The error of an unknown or unsupported operation. */
export function unknownOperation(service: ServiceName, what: string): Refusal {
  const isXml = IN_XML.includes(service);
  return {
    status: isXml || WITH_400.includes(service) ? 400 : 404,
    code: isXml ? 'InvalidAction' : 'UnknownOperationException',
    message: `The cloud on this machine does not have the operation ${what} of ${service}. \`framework cloud\` says what it has, and a stage in an AWS account has it.`,
  };
}
