// Puts the authorizers together behind the gateway's port. Each is loaded with the first request that needs it, so an
// application without authorizers pays nothing for their libraries.
import type { Authorize } from '../authorization.js';
import { createCustomAuthorizers } from './custom.js';
import type { CustomAuthorizerPorts } from './custom.js';
import type { Credentials } from './signature.js';

export type AuthorizePorts = CustomAuthorizerPorts & {
  /** The pair that signatures are checked against. */
  readonly credentials: Credentials;
  readonly accountId: string;
};

/** Makes the gateway's port from what the authorizers need of the world. */
export function createAuthorize(ports: AuthorizePorts): Authorize {
  const checkCustom = createCustomAuthorizers(ports);
  return async (entry, request) => {
    switch (entry.kind) {
      case 'iam': {
        const { checkSignature } = await import('./signature.js');
        return checkSignature(request, ports.credentials, ports.accountId);
      }
      case 'userPool': {
        const { checkUserPool } = await import('./user-pool.js');
        return checkUserPool(entry, request);
      }
      case 'custom':
        return checkCustom(entry, request);
    }
  };
}
