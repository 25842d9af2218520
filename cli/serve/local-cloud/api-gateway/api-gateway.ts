// API Gateway's REST APIs for the test cloud. `control/` implements the management API, and `data/` serves the imported and
// deployed APIs. This module knows an application only from the imported document.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CloudClock, FunctionInvoker, RoleBook, Service } from '../service.js';
import { createControlPlane } from './control/control-plane.js';
import type { Store } from './control/store.js';
import { createDataPlane } from './data/data-plane.js';
import type { CallerCredentials } from './data/admission.js';

export type ApiGatewayPorts = {
  readonly account: string;
  readonly region: string;
  readonly clock: CloudClock;
  readonly functions: FunctionInvoker;
  /** The stored resources; empty by default. */
  readonly resources?: Pick<Store, 'apis' | 'keys' | 'plans' | 'domains'>;
  readonly roles: RoleBook;
  /** True to reject management calls that arrive faster than the real service allows. */
  readonly quotas?: boolean;
  /** Returns how long to wait for a function, given the integration timeout, in milliseconds; defaults to that timeout. */
  readonly patience?: (milliseconds: number) => number;
  /**
   * Returns the owner of an access key, for IAM authorization. By default, only the key `test` with the secret `test` is known.
   */
  readonly credentialsOf?: (accessKeyId: string) => CallerCredentials | undefined;
};

export type ApiGateway = {
  readonly service: Service;
  /** Returns true if a request is addressed to a deployed API, by its path or its host. */
  readonly isForApi: (request: IncomingMessage) => boolean;
  /** Returns true if that API is in this region. */
  readonly hasApi: (request: IncomingMessage) => boolean;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

export function createApiGateway(ports: ApiGatewayPorts): ApiGateway {
  const store: Store = {
    account: ports.account,
    region: ports.region,
    clock: ports.clock,
    ...(ports.resources ?? {
      apis: new Map(),
      keys: new Map(),
      plans: new Map(),
      domains: new Map(),
    }),
  };
  return {
    service: createControlPlane(store, ports.quotas ?? false),
    ...createDataPlane(store, {
      functions: ports.functions,
      roles: ports.roles,
      patience: ports.patience ?? ((milliseconds) => milliseconds),
      credentialsOf: ports.credentialsOf ?? testCredentials,
    }),
  };
}

function testCredentials(accessKeyId: string): CallerCredentials | undefined {
  return accessKeyId === 'test' ? { accessKeyId, secretAccessKey: 'test' } : undefined;
}
