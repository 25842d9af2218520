// One build with its gateway and its application, and how it handles a request.
import {
  createAuthorize,
  createGateway,
  type Gateway,
  GATEWAY_TIMEOUT,
  type HttpAnswer,
  type Invocation,
  timeoutError,
} from '../gateway/index.js';
import type { StartProcess } from './app-process.js';
import type { BuiltApp } from './builder.js';
import { type AppEvent, type Application, startApplication } from './application.js';
import type { IncomingRequest } from './http-server.js';
import type { LocalAccess } from './local-access.js';
import { deploymentNamesOf, functionEnvironment } from './deployment-names.js';
import { noteOf } from './nearest-route.js';

export type GenerationOptions = {
  readonly app: BuiltApp;
  /** Resolves with true when the bundle has been written, with false when that failed. */
  readonly bundled: Promise<boolean>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly port: number;
  readonly access: LocalAccess;
  /** True for `--no-auth`: requests pass without keys, tokens and signatures. */
  readonly isOpen: boolean;
  /** The port for debuggers, with `--inspect`. The application then has no limit of time and memory. */
  readonly inspectorPort: number | undefined;
  readonly workerScript: URL;
  readonly startProcess: StartProcess;
  readonly onEvent: (event: AppEvent) => void;
  /** Called each time that a process has loaded the application. */
  readonly onLoaded: () => void;
};

export type Generation = {
  readonly app: BuiltApp;
  readonly gateway: Gateway;
  readonly application: Application;
};

/** The time-out of a function with `--inspect`, in milliseconds. */
const INSPECTED_TIMEOUT = GATEWAY_TIMEOUT * 1000;

/** Starts an application and puts a gateway in front of it. */
export function startGeneration(options: GenerationOptions): Generation {
  const { app, environment, isOpen, inspectorPort, port } = options;
  const isInspected = inspectorPort !== undefined;
  const { manifest, config } = app;
  const { identity, functionPrefix, apiFunction, functions } = deploymentNamesOf(app, {
    environment,
    address: { apiId: 'local', scheme: 'http', port },
    timeout: isInspected ? INSPECTED_TIMEOUT : undefined,
  });
  const limit = (timeout: number): number | undefined =>
    isInspected ? undefined : Math.min(timeout, GATEWAY_TIMEOUT);
  const application = startApplication({
    startProcess: options.startProcess,
    script: options.workerScript,
    bundled: options.bundled.then((isWritten) => (isWritten ? app.directory : undefined)),
    setup: { identity, apiFunction, functions, inspectorPort },
    environment: functionEnvironment({
      environment,
      config: config.apiHandler,
      facts: apiFunction,
    }),
    heapLimit: isInspected ? undefined : apiFunction.memorySize,
    timeout: limit(apiFunction.timeout),
    functionTimeout: (name) => limit(functions[name]?.timeout ?? GATEWAY_TIMEOUT),
    onEvent: options.onEvent,
    onLoaded: options.onLoaded,
  });
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
      apiKeyId: (key: string) => (key === apiKey ? 'local' : undefined),
    }),
  });
  return { app, gateway, application };
}

/** `note` is the reason when the application was not called, `invocation` what it was called with. */
export type ServedAnswer = {
  readonly answer: HttpAnswer;
  readonly note?: string | undefined;
  readonly invocation?: Invocation;
};

/** Handles a request: the gateway decides, and the application responds. */
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
  const { invocation } = decision;
  const outcome = await application.invoke(invocation);
  if (typeof outcome !== 'string') return { answer: outcome, invocation };
  const error =
    outcome === 'failed'
      ? 'integrationFailed'
      : timeoutError(app.config.apiHandler.settings.lambda_timeout * 1000);
  return { answer: gateway.error(error, invocation), invocation };
}
