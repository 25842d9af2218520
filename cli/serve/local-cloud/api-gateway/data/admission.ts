// Decides whether a request is accepted: checks its authorizer first, then its API key (specification 5).
import { judged, methodArnOf } from '../../../gateway/authorization.js';
import {
  type Access,
  type AuthorizationRequest,
  type Verdict,
  headerValue,
} from '../../../gateway/index.js';
import { judge } from '../../../gateway/authorizers/custom.js';
import { checkUserPool } from '../../../gateway/authorizers/user-pool.js';
import {
  type UsageLimits,
  type UsageMeter,
  createUsageMeter,
} from '../../../gateway/usage-meter.js';
import { findStageKey } from '../control/usage-plans.js';
import type { Store, UsagePlan } from '../control/store.js';
import type { ApiRefusal } from './api-errors.js';
import { readSignature } from '../../../gateway/authorizers/signature-parts.js';
import { checkSignature } from '../../../gateway/authorizers/signature.js';
import { evaluatePolicies } from '../../policy/evaluate-policies.js';
import type { FunctionInvoker, RoleBook } from '../../service.js';
import { type Authorizer, matchesWhole } from '../definition/definition.js';
import { authorizerId } from '../fields.js';
import { GATEWAY_PRINCIPAL, type RoutedRequest, type ServedStage } from './integrations.js';

/** The owner of an access key. A role needs permission for a call; any other owner acts as the account and needs none. */
export type CallerCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly roleArn?: string;
};

export type DataPlanePorts = {
  readonly functions: FunctionInvoker;
  readonly roles: RoleBook;
  /** Returns how long to wait for a function, given the integration timeout, in milliseconds. */
  readonly patience: (milliseconds: number) => number;
  /** Returns the owner of an access key, for IAM authorization. */
  readonly credentialsOf: (accessKeyId: string) => CallerCredentials | undefined;
};

type Admission = { readonly kind: 'granted'; readonly access?: Access } | ApiRefusal;

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
        if (authorizer.kind === 'token') return checkToken(authorizer, asked, routed.served);
        const { scopes } = authorization;
        return checkUserPool({ ...authorizer, ...(scopes.length > 0 && { scopes }) }, asked);
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

function authorizationRequest(routed: RoutedRequest, store: Store): AuthorizationRequest {
  const { method, query, headers, body, time, wholePath } = routed.request;
  const methodArn = arnOf(routed, store);
  return { method, path: wholePath, query, headers, body, time, methodArn };
}

function arnOf({ request, served }: RoutedRequest, { region, account }: Store): string {
  const { method, path } = request;
  const stage = { apiId: served.api.id, stage: served.stage.name };
  return methodArnOf({ region, accountId: account, ...stage, method, path });
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

async function checkCaller(
  request: AuthorizationRequest,
  { account, region }: Store,
  { credentialsOf, roles }: DataPlanePorts,
): Promise<Verdict | ApiRefusal> {
  const parts = readSignature(request);
  if (parts.kind === 'absent') return { kind: 'refused', error: 'missingAuthenticationToken' };
  if (parts.kind === 'incomplete')
    return { kind: 'refused', error: 'incompleteSignature', message: parts.message };
  const credentials = credentialsOf(parts.accessKeyId);
  if (!credentials) return { kind: 'refused', error: 'unknownAccessKey' };
  if (parts.region !== region) {
    const message = `Credential should be scoped to a valid region, not '${parts.region}'. `;
    return { kind: 'refused', error: 'invalidSignature', message };
  }
  const verdict = await checkSignature(request, credentials, account);
  const { roleArn } = credentials;
  if (verdict.kind === 'refused' || roleArn === undefined) return verdict;
  if (roles.allows(roleArn, ACTION, request.methodArn)) return verdict;
  const message = `User: ${roleArn} is not authorized to perform: ${ACTION} on resource: ${request.methodArn}`;
  return { kind: 'refused', error: 'accessDenied', message };
}

const ACTION = 'execute-api:Invoke';

// Checks who can call an API at all, using its resource policy and, for a private API, the VPC endpoint
// (docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-authorization-flow.html).

/** Returns undefined if the request may proceed. The VPC endpoint of a request is in a header, as with real endpoints. */
export function refusedByPolicy(routed: RoutedRequest, store: Store): ApiRefusal | undefined {
  const { request, served } = routed;
  const { api, deployment } = served;
  const endpoint = headerValue(request.headers, 'x-amzn-vpce-id');
  if (api.endpointType === 'PRIVATE') {
    const isThere = api.vpcEndpointIds.length === 0 || api.vpcEndpointIds.includes(endpoint ?? '');
    if (endpoint === undefined || !isThere) return { kind: 'refused', error: 'forbidden' };
  }
  const { policy } = deployment.definition;
  if (policy === undefined) return undefined;
  const resource = arnOf(routed, store);
  const context = endpoint === undefined ? {} : { 'aws:SourceVpce': endpoint };
  const verdict = evaluatePolicies([JSON.parse(policy)], { action: ACTION, resource, context });
  if (verdict === 'allowed') return undefined;
  const message = `User: anonymous is not authorized to perform: ${ACTION} on resource: ${resource}`;
  return { kind: 'refused', error: 'accessDenied', message };
}

// TOKEN authorizers: the function is invoked if its policy allows it, the policy in its result is evaluated for each method,
// and the result is cached for the authorizer's TTL
// (docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html).

type TokenAuthorizer = Extract<Authorizer, { kind: 'token' }>;

function createTokenAuthorizers(
  { clock, region, account }: Store,
  functions: FunctionInvoker,
): (
  authorizer: TokenAuthorizer,
  request: AuthorizationRequest,
  served: ServedStage,
) => Promise<Verdict> {
  const kept = new Map<string, { readonly until: number; readonly value: unknown }>();
  return async (authorizer, request, { api, deployment }) => {
    const token = headerValue(request.headers, authorizer.header.toLowerCase());
    const { validation } = authorizer;
    if (!token || (validation !== undefined && !matchesWhole(validation, token)))
      return UNAUTHORIZED;
    const key = JSON.stringify([deployment.id, authorizer.name, token]);
    const known = kept.get(key);
    if (known && known.until > clock.now()) return judge(known.value, request);
    const id = authorizerId(api.id, authorizer.name);
    const outcome = await functions.invoke({
      arn: authorizer.functionArn,
      event: { type: 'TOKEN', methodArn: request.methodArn, authorizationToken: token },
      principal: GATEWAY_PRINCIPAL,
      sourceArn: `arn:aws:execute-api:${region}:${account}:${api.id}/authorizers/${id}`,
    });
    if (outcome.kind === 'failed' && /"errorMessage":\s*"Unauthorized"/.test(outcome.payload))
      return UNAUTHORIZED;
    if (outcome.kind !== 'returned') return { kind: 'refused', error: 'authorizerConfiguration' };
    const value: unknown = JSON.parse(outcome.payload);
    const verdict = judge(value, request);
    if (verdict.kind === 'granted' || verdict.error === 'accessDenied')
      kept.set(key, { until: clock.now() + clock.scaled(authorizer.resultTtl * 1000), value });
    return verdict;
  };
}

const UNAUTHORIZED: Verdict = { kind: 'refused', error: 'unauthorized' };
