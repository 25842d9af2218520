// Tells whether a request may pass: checks its authorizer first, then its API key (specification 5).
import { judged, methodArnOf } from '../../../../cli/serve/gateway/authorization.js';
import { headerValue } from '../../../../cli/serve/gateway/index.js';
import type { Access, AuthorizationRequest, Verdict } from '../../../../cli/serve/gateway/index.js';
import { checkUserPool } from '../../../../cli/serve/gateway/authorizers/user-pool.js';
import { findStageKey } from '../control/usage-plans.js';
import type { Store } from '../control/store.js';
import type { ApiRefusal } from './api-errors.js';
import type { DataPlanePorts } from './data-plane.js';
import { checkCaller } from './iam-authorization.js';
import type { RoutedRequest } from './request-handler.js';
import { createTokenAuthorizers } from './token-authorizer.js';

export type Admission = { readonly kind: 'granted'; readonly access?: Access } | ApiRefusal;

export function createAdmission(
  store: Store,
  ports: DataPlanePorts,
): (routed: RoutedRequest) => Promise<Admission> {
  const checkToken = createTokenAuthorizers(store, ports.functions);

  const authorize = (routed: RoutedRequest): Verdict | Promise<Verdict | ApiRefusal> => {
    const { authorization } = routed.route.method;
    const asked = authorizationRequest(routed, store);
    switch (authorization.kind) {
      case 'none':
        return { kind: 'granted' };
      case 'iam':
        return checkCaller(asked, store, ports);
      case 'authorizer': {
        const { authorizers } = routed.served.deployment.definition;
        const authorizer = authorizers.find(({ name }) => name === authorization.name);
        if (!authorizer) return { kind: 'refused', error: 'authorizerConfiguration' };
        return authorizer.kind === 'userPool'
          ? checkUserPool(withScopes(authorizer, authorization.scopes), asked)
          : checkToken(authorizer, asked, routed.served);
      }
    }
  };

  return async (routed) => {
    const verdict = await judged<Verdict | ApiRefusal>(() => authorize(routed));
    if (verdict.kind === 'refused') return verdict;
    if (!routed.route.method.apiKeyRequired) return verdict;
    const key = checkApiKey(routed, store);
    if (key.kind === 'refused') return key;
    return { kind: 'granted', access: merge(verdict.access, key.access) };
  };
}

function withScopes<Pool extends object>(
  pool: Pool,
  scopes: readonly string[],
): Pool & { readonly scopes?: readonly string[] } {
  return scopes.length === 0 ? pool : { ...pool, scopes };
}

function authorizationRequest(
  { request, served }: RoutedRequest,
  { region, account }: Store,
): AuthorizationRequest {
  const { method, query, headers, body, time, path, wholePath } = request;
  return {
    method,
    path: wholePath,
    query,
    headers,
    body,
    time,
    methodArn: methodArnOf({
      region,
      accountId: account,
      apiId: served.api.id,
      stage: served.stage.name,
      method,
      path,
    }),
  };
}

function checkApiKey(
  { request, served }: RoutedRequest,
  store: Store,
): { readonly kind: 'granted'; readonly access: Access } | ApiRefusal {
  const apiKey = headerValue(request.headers, 'x-api-key') ?? '';
  const stage = { apiId: served.api.id, stage: served.stage.name };
  const key = findStageKey(store, stage, apiKey);
  if (!key) return { kind: 'refused', error: 'forbidden' };
  return { kind: 'granted', access: { identity: { apiKey, apiKeyId: key.id } } };
}

function merge(first: Access | undefined, second: Access): Access {
  return { ...first, ...second, identity: { ...first?.identity, ...second.identity } };
}
