// One application under test, as the engine holds it: its gateway in front, and behind it a thread that runs the bundle
// or the test that has loaded the application itself.
import type { Manifest } from '../../runtime/contract/manifest.js';
import { createAuthorize, createGateway, type HttpAnswer, type Refusal } from '../gateway/index.js';
import { readLocalAccess } from '../local/local-access.js';
import { describeNearest } from '../local/nearest-route.js';
import type { AppBuilder, CheckedApp } from './app-builder.js';
import type { Backend } from './backend.js';
import { createCallerAccess } from './caller-access.js';
import type { Caller } from './caller.js';
import type { OpenRequest, RawAnswer, RawRequest } from './messages.js';
import { RefusedByApp } from './refused-by-app.js';
import { withOverrides } from './stage-overrides.js';
import { ACCOUNT_ID, type AppSurroundings, surroundingsOf } from './surroundings.js';
import { type CallTest, createTestBackend } from './test-backend.js';
import { startThread, type ThreadOptions } from './thread-backend.js';

export type OpenApp = {
  readonly functions: readonly string[];
  /** Absolute paths of the files that it was built from. */
  readonly files: readonly string[];
  readonly request: (request: RawRequest, caller: Caller | undefined) => Promise<RawAnswer>;
  /** Calls a lambda function that there is. */
  readonly invoke: (name: string, event: unknown) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

export type OpenPorts = {
  readonly builder: AppBuilder;
  readonly onText: ThreadOptions['onText'];
  readonly callTest: CallTest;
};

/** Checks, bundles and starts an application; rejects with what is wrong with it. */
export async function openApp(request: OpenRequest, ports: OpenPorts): Promise<OpenApp> {
  const checked = ports.builder.check(request);
  const { processEnvironment } = request;
  const region = processEnvironment['AWS_REGION'] ?? processEnvironment['AWS_DEFAULT_REGION'];
  const config = withOverrides(checked.config, request);
  const surroundings = surroundingsOf(checked.manifest, config, region ?? 'us-east-1');
  const backend = request.isLoadedByTest
    ? createTestBackend(surroundings, ports.callTest)
    : await startThread({
        directory: await checked.bundle(),
        config,
        surroundings,
        processEnvironment,
        onText: ports.onText,
      });
  return {
    functions: Object.keys(surroundings.functions),
    files: checked.files,
    request: createFront(checked, surroundings, backend),
    invoke: async (name, event) => {
      const outcome = await backend.call(name, event);
      if (outcome.kind === 'returned') return outcome.value;
      const { message, type = 'Error', trace } = outcome;
      throw new RefusedByApp({ name: type, message, ...(trace !== undefined && { stack: trace }) });
    },
    close: backend.stop,
  };
}

/** Puts the gateway in front of a backend. */
function createFront(
  { manifest }: CheckedApp,
  { identity, functionPrefix, functions }: AppSurroundings,
  backend: Backend,
): OpenApp['request'] {
  const { apiKey, credentials } = readLocalAccess({});
  const access = createCallerAccess({
    manifest,
    accountId: ACCOUNT_ID,
    apiKey,
    authorize: createAuthorize({
      functionNames: Object.keys(functions),
      functionPrefix,
      invokeFunction: backend.call,
      now: Date.now,
      credentials,
      accountId: ACCOUNT_ID,
    }),
  });
  const gateway = createGateway({
    manifest,
    identity,
    authorize: access.authorize,
    apiKeyId: access.apiKeyId,
  });
  const host = `${identity.apiId}.execute-api.${identity.region}.amazonaws.com`;
  const admit = (request: RawRequest) =>
    gateway.admit({
      ...request,
      headers: ['Host', host, ...request.headers],
      sourceIp: '127.0.0.1',
      protocol: 'HTTP/1.1',
      time: Date.now(),
    });
  return async (request, caller) => {
    const decision = await access.as(caller, request, admit);
    if (decision.kind === 'answer')
      return rawAnswer(decision.answer, noteOf(decision.refusal, manifest, request));
    const outcome = await backend.serve(decision.invocation);
    if (outcome.kind === 'answered') return rawAnswer(outcome.answer, undefined);
    return rawAnswer(gateway.error(outcome.kind, decision.invocation), outcome.reason);
  };
}

/** What `framework local` prints beside such a request. */
function noteOf(
  refusal: Refusal | undefined,
  manifest: Manifest,
  { method, target }: RawRequest,
): string | undefined {
  if (refusal?.note !== undefined) return refusal.note;
  if (refusal?.error !== 'missingAuthenticationToken') return undefined;
  return describeNearest(manifest, method, target);
}

function rawAnswer({ status, headers, body }: HttpAnswer, note: string | undefined): RawAnswer {
  // A view of a larger buffer would be sent with all of it.
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  return { status, headers, body: bytes, note };
}
