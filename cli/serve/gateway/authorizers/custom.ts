// Checks custom (TOKEN) authorizers. The function is called at most once per token every five minutes, and its policy is
// evaluated for each request (docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html).
import type { AuthorizerEntry, Manifest } from '../../../../runtime/contract/manifest.js';
import type { AuthorizationRequest, Verdict } from '../authorization.js';
import { headerValue } from '../request.js';
import { evaluatePolicy } from './policy.js';

export type CustomAuthorizerEntry = Extract<AuthorizerEntry, { kind: 'custom' }>;

/** The result of calling a Lambda function of this application by name. */
export type FunctionOutcome =
  | { readonly kind: 'returned'; readonly value: unknown }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** The name of the error, for the terminal. */
      readonly type?: string;
      /** The error with its stack, mapped to the source. */
      readonly trace?: string;
    };

export type CustomAuthorizerPorts = {
  readonly functionNames: readonly string[];
  /** The name prefix of this application's Lambda functions: `<app>-<stage>`. */
  readonly functionPrefix: string;
  readonly invokeFunction: (name: string, event: unknown) => Promise<FunctionOutcome>;
  readonly now: () => number;
};

export type CustomAuthorizers = (
  entry: CustomAuthorizerEntry,
  request: AuthorizationRequest,
) => Promise<Verdict>;

/** How long the gateway caches an authorizer's result by default, in seconds. */
const TIME_TO_LIVE = 300;
const MAX_CACHED = 1000;

/** Returns a check that caches each result for as long as the gateway does. */
export function createCustomAuthorizers(ports: CustomAuthorizerPorts): CustomAuthorizers {
  const cache = new Map<string, { readonly until: number; readonly value: unknown }>();
  return async (entry, request) => {
    const token = headerValue(request.headers, entry.header.toLowerCase());
    if (!token)
      return { kind: 'refused', error: 'unauthorized', note: `no ${entry.header} header` };
    const key = `${entry.name} ${token}`;
    const known = cache.get(key);
    if (known && known.until > ports.now()) return judge(known.value, request);
    const name = findFunction(entry.authorizerUri, ports);
    if (name === undefined) return refuseForeign(entry);
    const event = { type: 'TOKEN', methodArn: request.methodArn, authorizationToken: token };
    const outcome = await ports.invokeFunction(name, event);
    if (outcome.kind === 'failed') {
      if (outcome.message === 'Unauthorized') {
        return { kind: 'refused', error: 'unauthorized', note: `${name} raised Unauthorized` };
      }
      return misconfigured(`${name} failed: ${outcome.message}`);
    }
    const verdict = judge(outcome.value, request);
    const { ttl = TIME_TO_LIVE } = entry;
    if (ttl > 0 && (verdict.kind === 'granted' || verdict.error === 'accessDenied')) {
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(key, { until: ports.now() + ttl * 1000, value: outcome.value });
    }
    return verdict;
  };
}

/** Returns the function that an `authorizerUri` names: `<app>-<stage>-<name>`, or a name that ends with `-<name>`. */
export function findFunction(
  uri: string,
  application: Pick<CustomAuthorizerPorts, 'functionNames' | 'functionPrefix'>,
): string | undefined {
  const deployed = /:function:([^:/]+)/.exec(uri)?.[1] ?? uri;
  const { functionNames, functionPrefix } = application;
  const exact = functionNames.find((name) => deployed === `${functionPrefix}-${name}`);
  const endings = functionNames.filter(
    (name) => deployed === name || deployed.endsWith(`-${name}`),
  );
  return exact ?? endings.sort((a, b) => b.length - a.length)[0];
}

export function foreignAuthorizers(
  manifest: Manifest,
  functionPrefix: string,
): readonly CustomAuthorizerEntry[] {
  const functionNames = manifest.functions.map(({ name }) => name);
  return manifest.authorizers.filter(
    (entry): entry is CustomAuthorizerEntry =>
      entry.kind === 'custom' &&
      findFunction(entry.authorizerUri, { functionNames, functionPrefix }) === undefined,
  );
}

function refuseForeign(entry: CustomAuthorizerEntry): Verdict {
  return misconfigured(
    `${entry.name} calls ${entry.authorizerUri}, which is not a function of this application`,
  );
}

function misconfigured(note: string): Verdict {
  return { kind: 'refused', error: 'authorizerConfiguration', note };
}

/** Returns whether the result of an authorizer's function allows the request. */
export function judge(value: unknown, request: AuthorizationRequest): Verdict {
  const result = readResult(value, request.methodArn);
  if (typeof result === 'string')
    return misconfigured(`the authorizer's result is not valid: ${result}`);
  if (result.effect !== 'allow') {
    const note =
      result.effect === 'deny' ? 'denied by the policy' : 'the policy does not allow this method';
    return { kind: 'refused', error: 'accessDenied', note: `${note} (${request.methodArn})` };
  }
  return { kind: 'granted', access: { authorizer: result.authorizer } };
}

type Fields = Readonly<Record<string, unknown>>;

type Result = { readonly effect: 'allow' | 'deny' | 'none'; readonly authorizer: Fields };

/** Returns a sentence that says what is wrong if the value is invalid. */
function readResult(value: unknown, methodArn: string): Result | string {
  if (typeof value !== 'object' || value === null) return 'it is not an object';
  const fields: Fields = { ...value };
  const principalId = fields['principalId'];
  if (typeof principalId !== 'string' || principalId === '') return 'principalId is not a string';
  const effect = evaluatePolicy(fields['policyDocument'], methodArn);
  if (!effect) return 'policyDocument is not a policy';
  const context = readContext(fields['context'] ?? {});
  if (!context) return 'context contains something other than strings, numbers and booleans';
  return { effect, authorizer: { ...context, principalId, integrationLatency: 0 } };
}

/** Returns the context as the gateway passes it: every value is a string. A list or an object makes the result invalid. */
function readContext(context: unknown): Record<string, string> | undefined {
  if (typeof context !== 'object' || context === null || Array.isArray(context)) return undefined;
  const values: [string, unknown][] = Object.entries(context);
  if (!values.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)))
    return undefined;
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}
