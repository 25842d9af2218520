// One build with its gateway and its application.
import { pathToFileURL } from 'node:url';
import { createAuthorize, createGateway, type Gateway, GATEWAY_TIMEOUT } from '../gateway/index.js';
import type { BuiltApp } from './builder.js';
import { type AppEvent, type Application, startApplication } from './application.js';
import { functionEnvironment } from './function-environment.js';
import type { LocalAccess } from './local-access.js';
import type { StartLink } from './worker-link.js';
import { deploymentNamesOf } from './deployment-names.js';

export type GenerationOptions = {
  readonly app: BuiltApp;
  /** Resolves with true when the bundle has been written, with false when that failed. */
  readonly bundled: Promise<boolean>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly port: number;
  readonly access: LocalAccess;
  /** True for `--no-auth`: requests pass without keys, tokens and signatures. */
  readonly isOpen: boolean;
  /** True for `--inspect`: the application has no limit of time and memory. */
  readonly isInspected: boolean;
  readonly workerScript: URL;
  readonly startLink: StartLink;
  readonly onEvent: (event: AppEvent) => void;
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
  const { app, environment, isOpen, isInspected, port } = options;
  const { manifest, config } = app;
  const { identity, functionPrefix, apiFunction, functions } = deploymentNamesOf(app, {
    environment,
    address: { apiId: 'local', scheme: 'http', port },
    timeout: isInspected ? INSPECTED_TIMEOUT : undefined,
  });
  const limit = (timeout: number): number | undefined =>
    isInspected ? undefined : Math.min(timeout, GATEWAY_TIMEOUT);
  const setup = {
    bundle: pathToFileURL(`${app.directory}/index.mjs`).href,
    identity,
    apiFunction,
    functions,
  };
  const application = startApplication({
    startLink: options.startLink,
    script: options.workerScript,
    setup: options.bundled.then((isWritten) => (isWritten ? setup : undefined)),
    environment: functionEnvironment({
      environment,
      config: config.apiHandler,
      facts: apiFunction,
      directory: app.directory,
    }),
    heapLimit: isInspected ? undefined : apiFunction.memorySize,
    timeout: limit(apiFunction.timeout),
    functionTimeout: (name) => limit(functions[name]?.timeout ?? GATEWAY_TIMEOUT),
    onEvent: options.onEvent,
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
