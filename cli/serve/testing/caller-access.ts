// Authorizes the callers of a test. Depending on the caller, it creates a token, accepts an API key, or uses the given identity
// or authorizer result instead of verifying a signature or calling the authorizer's function. The gateway then applies its
// usual rules.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AuthorizerEntry,
  type Manifest,
  routeAuthorizer,
} from '../../../runtime/contract/manifest.js';
import { createCustomAuthorizers } from '../gateway/authorizers/custom.js';
import type { AuthorizationRequest, Authorize, Verdict } from '../gateway/index.js';
import { buildResourceTree } from '../gateway/resources.js';
import { createKeyAccess } from '../local/local-access.js';
import { errorOf } from '../local/rpc.js';
import type { RawRequest } from './messages.js';
import type { AuthorizerResult, Caller, IamIdentity } from './test-client.js';

export type CallerAccessPorts = {
  readonly manifest: Manifest;
  readonly accountId: string;
  /** Authorizes requests whose caller specifies no authorization. */
  readonly authorize: Authorize;
  /** An API key that is always valid. */
  readonly apiKey: string;
  /** The `api_keys` of the stage. */
  readonly keys: Parameters<typeof createKeyAccess>[0];
};

export type CallerAccess = ReturnType<typeof createKeyAccess> & {
  readonly authorize: Authorize;
  /** Runs `work` with the request as the caller sends it. Until it ends, `authorize` and `apiKeyId` use this caller. */
  readonly as: <T>(
    caller: Caller | undefined,
    request: RawRequest,
    work: (request: RawRequest) => T | Promise<T>,
  ) => Promise<T>;
};

export function createCallerAccess(ports: CallerAccessPorts): CallerAccess {
  const { manifest, accountId, apiKey } = ports;
  const callers = new AsyncLocalStorage<Caller>();
  const tree = buildResourceTree(manifest);
  const keys = createKeyAccess(
    ports.keys,
    (value) => value === apiKey || value === callers.getStore()?.apiKey,
  );

  const headersOf = async (caller: Caller, request: RawRequest): Promise<string[]> => {
    const [path = ''] = request.target.split('?');
    const route = tree.find(path)?.resource.routes.get(request.method);
    const entry = route && routeAuthorizer(route, manifest.authorizers);
    if (route) checkFit(caller, entry, `${request.method} ${route.path}`);
    const { claims } = caller;
    const headers = caller.apiKey === undefined ? [] : ['X-Api-Key', caller.apiKey];
    if (!claims || entry?.kind !== 'userPool') return headers;
    // Loaded only when a caller has claims, because the token library has many files.
    const { makeIdToken } = await import('../gateway/authorizers/user-pool.js');
    return [...headers, entry.header, makeIdToken(entry, { sub: 'test-user', ...claims })];
  };
  return {
    authorize: (entry, request) => {
      const caller = callers.getStore();
      if (entry.kind === 'iam' && caller?.iam) return grantIdentity(caller.iam, accountId);
      if (entry.kind === 'custom' && caller?.authorizer)
        return judgeResult(entry, request, caller.authorizer);
      return ports.authorize(entry, request);
    },
    apiKeyId: (key) => {
      const id = keys.apiKeyId(key);
      return id === 'local' ? 'test' : id;
    },
    countRequest: keys.countRequest,
    as: async (caller, request, work) => {
      if (!caller) return work(request);
      const headers = [...request.headers, ...(await headersOf(caller, request))];
      return callers.run(caller, () => work({ ...request, headers }));
    },
  };
}

/** The kind of authorizer that each member of `Caller` applies to. */
const KINDS = {
  claims: { kind: 'userPool', name: 'UserPoolAuthorizer' },
  iam: { kind: 'iam', name: 'IAMAuthorizer' },
  authorizer: { kind: 'custom', name: 'CustomAuthorizer' },
} as const;

function checkFit(caller: Caller, entry: AuthorizerEntry | undefined, route: string): void {
  for (const part of ['claims', 'iam', 'authorizer'] as const) {
    if (caller[part] === undefined || entry?.kind === KINDS[part].kind) continue;
    const had = entry
      ? `the authorizer \`${entry.name}\`, which is of another kind`
      : 'no authorizer';
    const message = `\`as.${part}\` is for a route with \`${KINDS[part].name}\`; ${route} has ${had}.`;
    throw errorOf({ name: 'TypeError', message });
  }
}

function grantIdentity(iam: true | IamIdentity, accountId: string): Verdict {
  const given = iam === true ? {} : iam;
  const account = given.accountId ?? accountId;
  const user = given.user ?? 'AIDATESTFRAMEWORKUSER';
  return {
    kind: 'granted',
    access: {
      identity: {
        accountId: account,
        accessKey: given.accessKey ?? 'test-access-key',
        caller: given.caller ?? user,
        user,
        userArn: given.userArn ?? `arn:aws:iam::${account}:user/test`,
      },
    },
  };
}

/** Evaluates a result as if the authorizer's function had returned it for a new token. */
function judgeResult(
  entry: Extract<AuthorizerEntry, { kind: 'custom' }>,
  request: AuthorizationRequest,
  { principalId = 'test-user', effect = 'Allow', context = {} }: AuthorizerResult,
): Promise<Verdict> {
  const Statement = [{ Action: 'execute-api:Invoke', Effect: effect, Resource: '*' }];
  const value = { principalId, policyDocument: { Version: '2012-10-17', Statement }, context };
  const judge = createCustomAuthorizers({
    functionNames: ['given'],
    functionPrefix: '',
    invokeFunction: () => Promise.resolve({ kind: 'returned', value }),
    now: Date.now,
  });
  return judge(
    { ...entry, authorizerUri: 'given' },
    { ...request, headers: [...request.headers, entry.header, 'given'] },
  );
}
