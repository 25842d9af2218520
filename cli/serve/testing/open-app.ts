// An opened application in the engine: a gateway in front of processes that run the bundle, or in front of a test that has
// loaded the application itself.
import { withVariables } from '../../config/environment-files.js';
import { within } from '../../program/time-limit.js';
import {
  createAuthorize,
  createGateway,
  headerValue,
  type HttpAnswer,
  type AuthorizationRequest,
  type Authorize,
  type Verdict,
} from '../gateway/index.js';
import { findSources } from '../events/bound-sources.js';
import type { DeploymentNames } from '../local/deployment-names.js';
import { localKeys, readLocalAccess, createKeyAccess } from '../local/local-access.js';
import { noteOf } from '../local/nearest-route.js';
import type { StreamedAnswer } from '../local/application.js';
import { createChunkQueue } from '../local/chunk-queue.js';
import { errorOf, Streamed } from '../local/rpc.js';
import type { AppBuilder, CheckedApp } from './app-builder.js';
import {
  type Backend,
  createTestBackend,
  type ProcessBackendOptions,
  startProcesses,
} from './backends.js';
import { readsOf, testedNames } from './early-process.js';
import type { OpenedApp, OpenRequest, RawAnswer, RawHead, RawRequest, Sender } from './messages.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type AuthorizerEntry, routeAuthorizer } from '../../../runtime/contract/manifest.js';
import { createCustomAuthorizers } from '../gateway/authorizers/custom.js';
import { hasBody } from '../gateway/proxy-result.js';
import { buildResourceTree } from '../gateway/resources.js';
import type { AuthorizerResult, Caller, IamIdentity } from './test-client.js';

export type OpenApp = OpenedApp & {
  readonly request: (request: RawRequest, sender: Sender) => Promise<RawAnswer>;
  readonly stream: (request: RawRequest, sender: Sender) => Promise<Streamed<RawHead>>;
  readonly invoke: (name: string, event: unknown) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

export type OpenPorts = {
  readonly builder: AppBuilder;
  readonly onText: ProcessBackendOptions['onText'];
  readonly callTest: Parameters<typeof createTestBackend>[1];
};

export async function openApp(request: OpenRequest, ports: OpenPorts): Promise<OpenApp> {
  const checked = await ports.builder.check(request);
  const { processEnvironment, environment } = request;
  const config = withVariables(checked.config, (variables) => ({ ...variables, ...environment }));
  const deploymentNames = testedNames({ ...checked, config }, request);
  const backend = request.isLoadedByTest
    ? createTestBackend(deploymentNames, ports.callTest)
    : await startProcesses({
        bundled: checked.bundle(),
        reads: readsOf(checked.root),
        config,
        deploymentNames,
        processEnvironment,
        onText: ports.onText,
      });
  return {
    functions: Object.keys(deploymentNames.functions),
    sources: findSources(checked.manifest, config),
    files: checked.files,
    apiKeys: localKeys(config.settings.api_keys),
    ...createFront(checked, deploymentNames, backend),
    invoke: async (name, event) => {
      const outcome = await backend.call(name, event);
      if (outcome.kind === 'returned') return outcome.value;
      const { message, type, trace } = outcome;
      throw type === undefined
        ? errorOf({ name: 'Error', message: `\`${name}\` failed: ${message}.` })
        : errorOf({ name: type, message, stack: trace });
    },
    close: backend.stop,
  };
}

function createFront(
  checked: CheckedApp,
  { identity, functionPrefix, functions }: DeploymentNames,
  backend: Backend,
): Pick<OpenApp, 'request' | 'stream'> {
  const { manifest } = checked;
  const { accountId } = identity;
  const authorize = createAuthorize({
    functionNames: Object.keys(functions),
    functionPrefix,
    invokeFunction: backend.call,
    now: Date.now,
    credentials: readLocalAccess({}).credentials,
    accountId,
  });
  const access = createCallerAccess(checked, accountId, authorize);
  const gateway = createGateway({ manifest, identity, ...access });
  const host = `${identity.apiId}.execute-api.${identity.region}.amazonaws.com`;
  const admit = (request: RawRequest) =>
    gateway.admit({
      ...request,
      headers:
        headerValue(request.headers, 'host') === undefined
          ? ['Host', host, ...request.headers]
          : request.headers,
      sourceIp: '127.0.0.1',
      protocol: 'HTTP/1.1',
      time: Date.now(),
    });
  const serve = async (
    request: RawRequest,
    { caller, provided }: Sender,
  ): Promise<RawAnswer | StreamedAnswer> => {
    const decision = await access.as(caller, request, admit);
    if (decision.kind === 'answer') {
      const note = noteOf(decision.refusal, manifest, request);
      return rawAnswer(request, decision.answer, note);
    }
    const { invocation, isStreamed } = decision;
    const outcome = await backend.serve({ ...invocation, provided }, isStreamed);
    if (outcome.kind === 'streamed') return outcome.answer;
    if (outcome.kind === 'answered') return rawAnswer(request, outcome.answer, undefined);
    return rawAnswer(request, gateway.error(outcome.kind, invocation), outcome.reason);
  };
  return {
    request: async (request, sender) => {
      const answer = await serve(request, sender);
      if (!('head' in answer)) return answer;
      const chunks: Uint8Array[] = [];
      for await (const chunk of readable(request, answer)) chunks.push(new Uint8Array(chunk));
      return { ...answer.head, note: undefined, chunks };
    },
    stream: async (request, sender) => {
      const answer = await serve(request, sender);
      if ('head' in answer) {
        return new Streamed({ ...answer.head, note: undefined }, readable(request, answer));
      }
      const { chunks, ...head } = answer;
      const queue = createChunkQueue(() => undefined);
      for (const chunk of chunks) queue.push(chunk);
      queue.end();
      return new Streamed(head, queue);
    },
  };
}

/** How long a test waits for a view to end after it has stopped the view's stream, in milliseconds. */
const LONGEST_END = 1000;

/** Returns the chunks of a stream. If it fails, the error names the request. */
function readable(
  { method, target }: RawRequest,
  { chunks }: StreamedAnswer,
): StreamedAnswer['chunks'] {
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      return await chunks.next();
    } catch (error) {
      const { name, message, stack } = error as Error; // because streams only fail with errors
      const text = `The response to ${method} ${target} was cut: ${message}`;
      throw errorOf({ name, message: text, stack });
    }
  };
  const own: StreamedAnswer['chunks'] = {
    next,
    return: async () => {
      await within(LONGEST_END, Promise.resolve(chunks.return?.()));
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => own,
  };
  return own;
}

function rawAnswer(
  { method }: RawRequest,
  { status, headers, body }: HttpAnswer,
  note: string | undefined,
): RawAnswer {
  const content = hasBody(status, method) ? body : '';
  const bytes =
    typeof content === 'string'
      ? new TextEncoder().encode(content)
      : // A copy, because sending a view of a larger buffer would send the whole buffer.
        new Uint8Array(content);
  return { status, headers, chunks: [bytes], note };
}

type CallerAccess = ReturnType<typeof createKeyAccess> & {
  readonly authorize: Authorize;
  /** Runs `work` with the request as the caller sends it. Until it ends, `authorize` and `apiKeyId` use this caller. */
  readonly as: <T>(
    caller: Caller | undefined,
    request: RawRequest,
    work: (request: RawRequest) => T | Promise<T>,
  ) => Promise<T>;
};

/** `authorize` authorizes requests whose caller specifies no authorization. */
function createCallerAccess(
  { manifest, config }: CheckedApp,
  accountId: string,
  authorize: Authorize,
): CallerAccess {
  const { apiKey } = readLocalAccess({});
  const callers = new AsyncLocalStorage<Caller>();
  const tree = buildResourceTree(manifest);
  const keys = createKeyAccess(
    config.settings.api_keys,
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
    ...keys,
    authorize: (entry, request) => {
      const caller = callers.getStore();
      if (entry.kind === 'iam' && caller?.iam) return grantIdentity(caller.iam, accountId);
      if (entry.kind === 'custom' && caller?.authorizer)
        return judgeResult(entry, request, caller.authorizer);
      return authorize(entry, request);
    },
    apiKeyId: (key) => {
      const id = keys.apiKeyId(key);
      return id === 'local' ? 'test' : id;
    },
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
    const other = entry && `the authorizer \`${entry.name}\`, which is of another kind`;
    const message = `\`as.${part}\` is for a route with \`${KINDS[part].name}\`; ${route} has ${other ?? 'no authorizer'}.`;
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
