// One build being served: its gateway in front, its application behind.
import { pathToFileURL } from 'node:url';
import { createAuthorize, createGateway } from '../gateway/index.js';
import type { FunctionFacts, Gateway, GatewayIdentity } from '../gateway/index.js';
import type { FunctionConfig } from '../config/stage-config.js';
import type { BuiltApp } from './builder.js';
import { startApplication } from './application.js';
import type { AppEvent, Application } from './application.js';
import { functionEnvironment } from './function-environment.js';
import type { LocalAccess } from './local-access.js';

export type GenerationOptions = {
  readonly app: BuiltApp;
  /** True when its bundle has been written, false when that failed. */
  readonly bundled: Promise<boolean>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly port: number;
  readonly access: LocalAccess;
  /** Requests pass without keys, tokens and signatures. */
  readonly isOpen: boolean;
  /** A debugger may hold the application: it has all the time and memory. */
  readonly isInspected: boolean;
  readonly workerScript: URL;
  readonly onEvent: (event: AppEvent) => void;
};

export type Generation = {
  readonly app: BuiltApp;
  readonly gateway: Gateway;
  readonly application: Application;
};

/** The longest a REST API waits for its function, in milliseconds. */
const GATEWAY_TIMEOUT = 29_000;
/** The account of the vendor's documentation. */
const ACCOUNT_ID = '123456789012';

/** Puts a gateway in front of an application that begins to start. */
export function startGeneration(options: GenerationOptions): Generation {
  const { app, environment, isOpen, isInspected } = options;
  const { manifest, config } = app;
  const functionPrefix = functionPrefixOf(app);
  const region = environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const identity: GatewayIdentity = {
    stage: config.apiGatewayStage,
    accountId: ACCOUNT_ID,
    apiId: 'local',
    region,
    scheme: 'http',
    port: options.port,
  };
  const factsOf = (
    functionName: string,
    { memorySize, timeout }: FunctionConfig,
  ): FunctionFacts => ({
    functionName,
    region,
    accountId: ACCOUNT_ID,
    memorySize,
    timeout: isInspected ? GATEWAY_TIMEOUT * 1000 : timeout * 1000,
  });
  const apiFunction = factsOf(functionPrefix, config.apiHandler);
  const functions = manifest.functions.map(
    ({ name }) =>
      [name, factsOf(`${functionPrefix}-${name}`, config.functionConfig(name))] as const,
  );
  const application = startApplication({
    script: options.workerScript,
    bundled: options.bundled,
    setup: {
      bundle: pathToFileURL(`${app.directory}/index.mjs`).href,
      identity,
      apiFunction,
      functions: Object.fromEntries(functions),
    },
    environment: functionEnvironment({
      environment,
      config: config.apiHandler,
      facts: apiFunction,
      directory: app.directory,
    }),
    heapLimit: isInspected ? undefined : apiFunction.memorySize,
    timeout: isInspected ? undefined : Math.min(apiFunction.timeout, GATEWAY_TIMEOUT),
    functionTimeout: (name) =>
      isInspected
        ? undefined
        : Math.min(config.functionConfig(name).timeout * 1000, GATEWAY_TIMEOUT),
    onEvent: options.onEvent,
  });
  const authorize = createAuthorize({
    functionNames: functions.map(([name]) => name),
    functionPrefix,
    invokeFunction: application.call,
    now: Date.now,
    credentials: options.access.credentials,
    accountId: ACCOUNT_ID,
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

/** `<app>-<stage>`: the name of the API function, and what the names of the others begin with. */
export function functionPrefixOf({ manifest, config }: BuiltApp): string {
  return `${manifest.app.name}-${config.stage}`;
}
