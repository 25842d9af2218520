// The armed fault of a test: the calls that it strikes, and its wording in each service.
import type { Refusal, Service } from '../service.js';
import type { Fault } from '../test-cloud.js';

export type Faults = {
  readonly arm: (fault: Fault) => void;
  readonly disarm: () => void;
  /** Counts a call; the fault that strikes it. */
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
};

export function serverError(service: ServiceName): Refusal {
  return SERVER_ERRORS[service];
}

export function throttle(service: ServiceName): Refusal {
  return THROTTLES[service];
}

/** The error of a caller without the permission. */
export function denied(service: ServiceName, message: string): Refusal {
  return {
    status: service === 'logs' ? 400 : 403,
    code: service === 'iam' ? 'AccessDenied' : 'AccessDeniedException',
    message,
  };
}

/** A call of an operation that the service does not have, or that this cloud leaves out. */
export function unknownOperation(service: ServiceName, what: string): Refusal {
  return {
    status: service === 'iam' || service === 'logs' ? 400 : 404,
    code: service === 'iam' ? 'InvalidAction' : 'UnknownOperationException',
    message: `Could not find operation ${what}. It may be one that the test cloud leaves out.`,
  };
}
