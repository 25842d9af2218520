// TOKEN authorizers: the function is invoked if its policy allows it, the policy in its result is evaluated for each method,
// and the result is cached for the TTL of the authorizer
// (docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html).
import { evaluatePolicy } from '../../../gateway/authorizers/policy.js';
import { headerValue } from '../../../gateway/index.js';
import type { AuthorizationRequest, Verdict } from '../../../gateway/index.js';
import type { FunctionInvoker, InvocationOutcome } from '../../service.js';
import type { Store } from '../control/store.js';
import type { Authorizer } from '../definition/definition.js';
import { matchesWhole } from '../definition/expression.js';
import { isFields, textAt } from '../fields.js';
import type { Fields } from '../fields.js';
import { authorizerId } from '../identifiers.js';
import { GATEWAY_PRINCIPAL } from './lambda-integration.js';
import type { ServedStage } from './served-stage.js';

type TokenAuthorizer = Extract<Authorizer, { kind: 'token' }>;

export function createTokenAuthorizers(
  { clock, region, account }: Store,
  functions: FunctionInvoker,
): (
  authorizer: TokenAuthorizer,
  request: AuthorizationRequest,
  served: ServedStage,
) => Promise<Verdict> {
  const kept = new Map<string, { readonly until: number; readonly result: AuthorizerResult }>();
  return async (authorizer, request, { api, deployment }) => {
    const token = headerValue(request.headers, authorizer.header.toLowerCase());
    if (!token || !isTokenFor(authorizer, token)) return UNAUTHORIZED;
    const key = JSON.stringify([deployment.id, authorizer.name, token]);
    const known = kept.get(key);
    if (known && known.until > clock.now()) return judge(known.result, request);
    const id = authorizerId(api.id, authorizer.name);
    const outcome = await functions.invoke({
      arn: authorizer.functionArn,
      event: { type: 'TOKEN', methodArn: request.methodArn, authorizationToken: token },
      principal: GATEWAY_PRINCIPAL,
      sourceArn: `arn:aws:execute-api:${region}:${account}:${api.id}/authorizers/${id}`,
    });
    const result = readOutcome(outcome);
    if ('kind' in result) return result;
    const verdict = judge(result, request);
    if (verdict.kind === 'granted' || verdict.error === 'accessDenied') {
      kept.set(key, { until: clock.now() + clock.scaled(authorizer.resultTtl * 1000), result });
    }
    return verdict;
  };
}

const UNAUTHORIZED: Verdict = { kind: 'refused', error: 'unauthorized' };
const MISCONFIGURED: Verdict = { kind: 'refused', error: 'authorizerConfiguration' };

function isTokenFor({ validation }: TokenAuthorizer, token: string): boolean {
  return validation === undefined || matchesWhole(validation, token);
}

type AuthorizerResult = {
  readonly principalId: string;
  readonly policy: unknown;
  readonly context: Fields;
};

/** Reads the result of the function, or returns the verdict if there is no result. */
function readOutcome(outcome: InvocationOutcome): AuthorizerResult | Verdict {
  switch (outcome.kind) {
    case 'failed':
      return /"errorMessage":\s*"Unauthorized"/.test(outcome.payload)
        ? UNAUTHORIZED
        : MISCONFIGURED;
    case 'returned': {
      const value: unknown = JSON.parse(outcome.payload);
      if (!isFields(value)) return MISCONFIGURED;
      const principalId = textAt(value, 'principalId') ?? '';
      const context = readContext(value['context'] ?? {});
      if (principalId === '' || !context) return MISCONFIGURED;
      return { principalId, policy: value['policyDocument'], context };
    }
    case 'forbidden':
    case 'missing':
    case 'tooLong':
    case 'throttled':
      return MISCONFIGURED;
  }
}

function judge(
  { principalId, policy, context }: AuthorizerResult,
  request: AuthorizationRequest,
): Verdict {
  const effect = evaluatePolicy(policy, request.methodArn);
  if (!effect) return MISCONFIGURED;
  if (effect !== 'allow') return { kind: 'refused', error: 'accessDenied' };
  return {
    kind: 'granted',
    access: { authorizer: { ...context, principalId, integrationLatency: 0 } },
  };
}

/** Converts every value to a string; lists and objects are not allowed. */
function readContext(context: unknown): Fields | undefined {
  if (!isFields(context)) return undefined;
  const entries = Object.entries(context);
  if (!entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))) {
    return undefined;
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
