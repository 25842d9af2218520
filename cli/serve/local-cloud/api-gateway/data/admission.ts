// Decides whether a request may pass: checks its authorizer first, then its API key (specification 5).
import { judged, methodArnOf } from '../../../gateway/authorization.js';
import { headerValue } from '../../../gateway/index.js';
import type { Access, AuthorizationRequest, Verdict } from '../../../gateway/index.js';
import { checkUserPool } from '../../../gateway/authorizers/user-pool.js';
import {
  createUsageMeter,
  type UsageLimits,
  type UsageMeter,
} from '../../../gateway/usage-meter.js';
import { findStageKey } from '../control/usage-plans.js';
import type { Store, UsagePlan } from '../control/store.js';
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
  const meter = createUsageMeter();
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
    const key = checkApiKey(routed, store, meter);
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
  meter: UsageMeter,
): { readonly kind: 'granted'; readonly access: Access } | ApiRefusal {
  const apiKey = headerValue(request.headers, 'x-api-key') ?? '';
  const stage = { apiId: served.api.id, stage: served.stage.name };
  const found = findStageKey(store, stage, apiKey);
  if (!found) return { kind: 'refused', error: 'forbidden' };
  const { key, plan } = found;
  const error = meter(`${plan.id} ${key.id}`, limitsOf(plan), request.time);
  if (error) return { kind: 'refused', error };
  return { kind: 'granted', access: { identity: { apiKey, apiKeyId: key.id } } };
}

function limitsOf({ throttle, quota }: UsagePlan): UsageLimits {
  const { rateLimit = 0, burstLimit = 0 } = throttle ?? {};
  return {
    ...(throttle && { rate: rateLimit, burst: burstLimit }),
    ...(quota && { quota: { limit: quota.limit ?? 0, period: periodOf(quota.period) } }),
  };
}

function periodOf(period: string | undefined): 'day' | 'week' | 'month' {
  return period === 'DAY' ? 'day' : period === 'WEEK' ? 'week' : 'month';
}

function merge(first: Access | undefined, second: Access): Access {
  return { ...first, ...second, identity: { ...first?.identity, ...second.identity } };
}
