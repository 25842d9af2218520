// API Gateway's REST APIs for the test cloud. `control/` implements the management API, and `data/` serves the imported and
// deployed APIs. This module knows an application only from the imported document.
import type { Place, FunctionInvoker, RoleBook, Service } from '../service.js';
import { createControlPlane } from './control/control-plane.js';
import type { Store } from './control/store.js';
import { createDataPlane, type DataPlane } from './data/data-plane.js';
import type { CallerCredentials } from './data/admission.js';

export type ApiGatewayPorts = Place & {
  readonly functions: FunctionInvoker;
  readonly resources?: Pick<Store, 'apis' | 'keys' | 'plans' | 'domains'>;
  readonly roles: RoleBook;
  /** Returns how long to wait for a function, given the integration timeout, in milliseconds; defaults to that timeout. */
  readonly patience?: (milliseconds: number) => number;
  /**
   * Returns the owner of an access key, for IAM authorization. By default, only the key `test` with the secret `test` is known.
   */
  readonly credentialsOf?: (accessKeyId: string) => CallerCredentials | undefined;
};

export type ApiGateway = DataPlane & { readonly service: Service };

export function createApiGateway(ports: ApiGatewayPorts): ApiGateway {
  const { account, region, clock } = ports;
  const none = { apis: new Map(), keys: new Map(), plans: new Map(), domains: new Map() };
  const store: Store = { account, region, clock, ...(ports.resources ?? none) };
  return {
    service: createControlPlane(store),
    ...createDataPlane(store, {
      ...ports,
      patience: ports.patience ?? ((milliseconds) => milliseconds),
      credentialsOf: ports.credentialsOf ?? testCredentials,
    }),
  };
}

function testCredentials(accessKeyId: string): CallerCredentials | undefined {
  return accessKeyId === 'test' ? { accessKeyId, secretAccessKey: 'test' } : undefined;
}
