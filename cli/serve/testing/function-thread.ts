// Runs one function of an application in a thread, as `framework local` does: with its own environment, and ended by
// force when it blocks.
import { pathToFileURL } from 'node:url';
import type { FunctionConfig } from '../../config/stage-config.js';
import { type FunctionFacts, GATEWAY_TIMEOUT } from '../gateway/index.js';
import { type AppEvent, type Application, startApplication } from '../local/application.js';
import { functionEnvironment } from '../local/function-environment.js';
import type { DeploymentNames } from '../local/deployment-names.js';
import { startNextThread, WORKER } from './early-thread.js';

export type FunctionThreadOptions = {
  /** The folder of the bundle. The thread is started before it exists. */
  readonly directory: Promise<string>;
  /** File URLs of modules that the thread may read before the bundle exists. */
  readonly reads: readonly string[];
  readonly deploymentNames: DeploymentNames;
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  readonly config: FunctionConfig;
  readonly facts: FunctionFacts;
  readonly onEvent: (event: AppEvent) => void;
};

/** Starts the thread, which loads the bundle. */
export function startFunctionThread(options: FunctionThreadOptions): Application {
  const { directory, deploymentNames, config, facts, onEvent } = options;
  const { identity, functions } = deploymentNames;
  return startApplication({
    startLink: (link, events) => startNextThread({ ...link, reads: options.reads }, events),
    script: WORKER,
    reads: options.reads,
    setup: directory.then(
      (folder) => ({
        bundle: pathToFileURL(`${folder}/index.mjs`).href,
        environment: { LAMBDA_TASK_ROOT: folder },
        identity,
        apiFunction: deploymentNames.apiFunction,
        functions,
      }),
      () => undefined,
    ),
    environment: functionEnvironment({
      // The Node.js options of the test runner's process do not apply to the application.
      environment: { ...options.processEnvironment, NODE_OPTIONS: '' },
      config,
      facts,
      directory: undefined,
    }),
    heapLimit: facts.memorySize,
    timeout: Math.min(facts.timeout, GATEWAY_TIMEOUT),
    functionTimeout: () => facts.timeout,
    onEvent,
  });
}
