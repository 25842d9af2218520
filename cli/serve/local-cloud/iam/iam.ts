// IAM: the query protocol with XML responses.
import { randomUUID } from 'node:crypto';
import { RefusedCall } from '../refused-call.js';
import type { Caller } from '../server/caller.js';
import type {
  CloudClock,
  RoleBook,
  Refusal,
  Service,
  ServiceAnswer,
  ServiceRequest,
} from '../service.js';
import type { IamOperation } from './operation.js';
import { readParameters } from './parameters.js';
import { ROLE_OPERATIONS } from './role-operations.js';
import { ROLE_POLICY_OPERATIONS } from './role-policy-operations.js';
import { createRoles, type Roles } from './roles.js';
import { writeAnswer, writeError } from './xml.js';

const VERSION = '2010-05-08';
const OPERATIONS: ReadonlyMap<string, IamOperation> = new Map(
  [...ROLE_OPERATIONS, ...ROLE_POLICY_OPERATIONS].map((operation) => [operation.name, operation]),
);

export type Iam = { readonly service: Service; readonly roles: RoleBook };

export function createIam(ports: {
  readonly account: string;
  readonly clock: CloudClock;
  readonly caller: Caller;
  readonly readsLag: number;
  readonly roleQuota: number;
  readonly byName: Roles['byName'];
}): Iam {
  const { account, caller } = ports;
  const roles = createRoles(ports);
  const roleArn = (name: string): string =>
    roles.byName.get(name)?.arn ?? `arn:aws:iam::${account}:role/${name}`;
  const service: Service = {
    name: 'iam',
    operationOf: (request) => {
      const form = readForm(request);
      const operation = OPERATIONS.get(form.get('Action') ?? '');
      if (!operation || form.get('Version') !== VERSION) return undefined;
      const { name, isWrite } = operation;
      return {
        name,
        isWrite,
        action: `iam:${name}`,
        resource: roleArn(form.get('RoleName') ?? ''),
      };
    },
    answer: ({ name }, request) => {
      const operation = OPERATIONS.get(name);
      if (!operation) throw new Error(`iam has no ${name}`);
      try {
        const parameters = readParameters(readForm(request), operation.parameters);
        const result = operation.run({ roles, caller, parameters });
        return answer(200, (requestId) => writeAnswer(name, result, requestId));
      } catch (error) {
        if (error instanceof RefusedCall) return refuse(error.refusal);
        throw error;
      }
    },
    refuse,
    inventory: () => [...roles.byName.keys()].map((name) => `role ${name}`),
  };
  return { service, roles: roles.book };
}

function refuse({ status, code, message, headers }: Refusal): ServiceAnswer {
  const error = { isServer: status >= 500, code, message };
  const { headers: own, ...rest } = answer(status, (requestId) => writeError(error, requestId));
  return { ...rest, headers: { ...own, ...headers } };
}

function answer(status: number, write: (requestId: string) => string): ServiceAnswer {
  const requestId = randomUUID();
  return {
    status,
    headers: { 'Content-Type': 'text/xml', 'x-amzn-RequestId': requestId },
    body: write(requestId),
  };
}

function readForm({ body }: ServiceRequest): URLSearchParams {
  return new URLSearchParams(body.toString());
}
