// Makes the event of a request to a route, with its captures, as the gateway would. `invoke` calls the function
// directly, so neither API keys nor authorizers are asked.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import {
  createGateway,
  type GatewayIdentity,
  type HttpAnswer,
  type Invocation,
} from '../../serve/gateway/index.js';
import { describeNearest } from '../../serve/local/nearest-route.js';
import type { RouteCall } from './call-options.js';
import { noSuchRoute } from './invoke-catalogue.js';

export type Admitted =
  | { readonly kind: 'invoke'; readonly invocation: Invocation }
  /** The gateway answers itself, for example to OPTIONS of a route with CORS. */
  | { readonly kind: 'answer'; readonly answer: HttpAnswer }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** Finds the route of a request. */
export async function admitRequest(
  { method, target, headers, body }: RouteCall,
  manifest: Manifest,
  identity: GatewayIdentity,
): Promise<Admitted> {
  const host = `${identity.apiId}.execute-api.${identity.region}.amazonaws.com`;
  const decision = await createGateway({ manifest, identity }).admit({
    method,
    target,
    headers: ['Host', host, 'User-Agent', 'framework', ...headers],
    body,
    sourceIp: '127.0.0.1',
    protocol: 'HTTP/1.1',
    time: Date.now(),
  });
  if (decision.kind === 'invoke') return decision;
  if (decision.refusal?.error !== 'missingAuthenticationToken') return decision;
  const data = { method, path: target, nearest: describeNearest(manifest, method, target) };
  return { kind: 'failed', diagnostics: [diagnose(noSuchRoute, data)] };
}
