// Selects the check for the authorizer of a route. Each check is loaded by the first request that needs it, so that an
// application without authorizers does not load their libraries.
import type { Authorize } from '../authorization.js';
import { createCustomAuthorizers, type CustomAuthorizerPorts } from './custom.js';
import type { Credentials } from './signature.js';

export type AuthorizePorts = CustomAuthorizerPorts & {
  /** The access key and the secret key that signatures are checked with. */
  readonly credentials: Credentials;
  readonly accountId: string;
};

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
