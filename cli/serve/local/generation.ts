// One build with its gateway and its application. Together they handle requests.
import { type FunctionConfig, STREAM_HANDLER } from '../../config/stage-config.js';
import {
  createAuthorize,
  createGateway,
  type Gateway,
  type FunctionFacts,
  GATEWAY_TIMEOUT,
  type HttpAnswer,
  idleLimit,
  type Invocation,
  timeoutError,
} from '../gateway/index.js';
import { valueFor } from '../../../compiler/groups.js';
import { startProcess, type StartProcess } from './app-process.js';
import type { BuiltApp } from './builder.js';
import {
  type AppEvent,
  type Application,
  type ApplicationOptions,
  startApplication,
  type StreamedAnswer,
} from './application.js';
import type { IncomingRequest } from './http-server.js';
import { createKeyAccess, type LocalAccess } from './local-access.js';
import { deploymentNamesOf, functionEnvironment } from './deployment-names.js';
import { noteOf } from './nearest-route.js';

export type GenerationOptions = {
  readonly app: BuiltApp;
  /** Resolves to false if the bundle could not be written. */
  readonly bundled: Promise<boolean>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly port: number;
  readonly access: LocalAccess;
  /** True for `--no-auth`: requests are accepted without keys, tokens or signatures. */
  readonly isOpen: boolean;
  /** The port for debuggers, with `--inspect`. The application then has no time or memory limits. */
  readonly inspectorPort: number | undefined;
  readonly workerScript: URL;
  readonly startProcess: StartProcess;
  /** `memorySize` is the memory of the function in MB. */
  readonly onEvent: (event: AppEvent, memorySize: number) => void;
  readonly onLoaded: () => void;
};

export type Generation = {
  readonly app: BuiltApp;
  readonly gateway: Gateway;
  readonly application: Application;
};

/** The timeout of a function with `--inspect`, in milliseconds. */
const INSPECTED_TIMEOUT = GATEWAY_TIMEOUT * 1000;

/** Uses separate applications for streaming routes and, with `isApart`, for other functions. They start on first use. */
function withOthers(
  api: Application,
  start: (key: string) => Application,
  isApart: boolean,
): Application {
  const others = new Map<string, Application>();
  const other = (key: string): Application => valueFor(others, key, () => start(key));
  return {
    ...api,
    stream: (invocation) => other(STREAM_HANDLER).stream(invocation),
    ...(isApart && { call: (name, event) => other(name).call(name, event) }),
    retire: () => {
      for (const one of [api, ...others.values()]) one.retire();
    },
    stop: async () => {
      await Promise.all([api, ...others.values()].map((one) => one.stop()));
    },
  };
}

export function startGeneration(options: GenerationOptions): Generation {
  const { app, environment, isOpen, inspectorPort, port } = options;
  const isInspected = inspectorPort !== undefined;
  const { manifest, config, cloud } = app;
  const names = deploymentNamesOf(app, {
    environment,
    address: { apiId: 'local', scheme: 'http', port },
    timeout: isInspected ? INSPECTED_TIMEOUT : undefined,
    account: cloud?.account,
  });
  const { identity, functionPrefix, apiFunction, streamFunction, functions } = names;
  const limit = (timeout: number): number | undefined =>
    isInspected ? undefined : Math.min(timeout, GATEWAY_TIMEOUT);
  const start = (
    facts: FunctionFacts,
    own: FunctionConfig,
    ports: Pick<ApplicationOptions, 'startProcess' | 'onLoaded'>,
  ): Application =>
    startApplication({
      ...ports,
      script: options.workerScript,
      bundled: options.bundled.then((isWritten) => (isWritten ? app.directory : undefined)),
      setup: { ...names, inspectorPort },
      environment: functionEnvironment({ environment, config: own, facts }),
      variables: cloud?.variablesOf(facts.functionName),
      heapLimit: isInspected ? undefined : facts.memorySize,
      timeout: limit(apiFunction.timeout),
      functionTimeout: (name) => {
        const { timeout = GATEWAY_TIMEOUT } = functions[name] ?? {};
        // No client waits for a response to an event, so the gateway's timeout does not apply.
        return cloud && !isInspected ? timeout : limit(timeout);
      },
      streamLimits: {
        time: isInspected ? undefined : streamFunction.timeout,
        idle: idleLimit(config.settings.api_gateway_endpoint_type),
      },
      onEvent: (event) => options.onEvent(event, facts.memorySize),
    });
  const api = start(apiFunction, config.apiHandler, options);
  const application = isInspected
    ? api
    : withOthers(
        api,
        (key) =>
          start(functions[key] ?? streamFunction, config.functionConfig(key), { startProcess }),
        cloud?.isApart === true,
      );
  const authorize = createAuthorize({
    functionNames: Object.keys(functions),
    functionPrefix,
    invokeFunction: application.call,
    now: Date.now,
    credentials: options.access.credentials,
    accountId: identity.accountId,
  });
  const { apiKey } = options.access;
  const gateway = createGateway({
    manifest,
    identity,
    ...(!isOpen && {
      authorize,
      ...createKeyAccess(config.settings.api_keys, (value) => value === apiKey),
    }),
  });
  return { app, gateway, application };
}

/** `note` is the reason if the application was not called, otherwise `invocation` is the argument of the call. */
export type ServedAnswer = {
  readonly answer: HttpAnswer | StreamedAnswer;
  readonly note?: string | undefined;
  readonly invocation?: Invocation;
};

export async function serve(
  { gateway, application, app }: Generation,
  request: IncomingRequest,
): Promise<ServedAnswer> {
  const { body, time } = request;
  if (body === 'too-long') {
    return { answer: gateway.error('requestTooLong', { requestId: gateway.newId(), time }) };
  }
  const decision = await gateway.admit({ ...request, body });
  if (decision.kind === 'answer') {
    return { answer: decision.answer, note: noteOf(decision.refusal, app.manifest, request) };
  }
  const { invocation, isStreamed } = decision;
  const outcome = await application[isStreamed ? 'stream' : 'invoke'](invocation);
  if (typeof outcome !== 'string') return { answer: outcome, invocation };
  const timeout = app.config.apiHandler.settings.lambda_timeout * 1000;
  // For a stream, the gateway's timeout comes first: it is as long as the function's, but starts earlier.
  const timedOut = isStreamed ? 'integrationTimedOut' : timeoutError(timeout);
  const error = outcome === 'failed' ? 'integrationFailed' : timedOut;
  return { answer: gateway.error(error, invocation), invocation };
}
