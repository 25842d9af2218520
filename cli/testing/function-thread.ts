// The thread of one function of an application, as `framework local` runs it: with its own environment, and ended by
// force when it does not give back control.
import { pathToFileURL } from 'node:url';
import type { FunctionConfig } from '../config/stage-config.js';
import { type FunctionFacts, GATEWAY_TIMEOUT } from '../gateway/index.js';
import { type AppEvent, type Application, startApplication } from '../local/application.js';
import { functionEnvironment } from '../local/function-environment.js';
import { startThread } from '../local/thread-link.js';
import type { Surroundings } from '../local/surroundings.js';

export type FunctionThreadOptions = {
  /** The folder of the bundle. */
  readonly directory: string;
  readonly surroundings: Surroundings;
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  readonly config: FunctionConfig;
  readonly facts: FunctionFacts;
  readonly onEvent: (event: AppEvent) => void;
};

/** Where the build puts the thread's program, seen from where it puts this file. */
const WORKER = new URL('../cli/worker.js', import.meta.url);

/** Starts the thread, which loads the bundle. */
export function startFunctionThread(options: FunctionThreadOptions): Application {
  const { directory, surroundings, config, facts, onEvent } = options;
  const { identity, functions } = surroundings;
  return startApplication({
    startLink: startThread,
    script: WORKER,
    bundled: Promise.resolve(true),
    setup: {
      bundle: pathToFileURL(`${directory}/index.mjs`).href,
      identity,
      apiFunction: surroundings.apiFunction,
      functions,
    },
    environment: functionEnvironment({
      // How the test runner was started does not concern the application.
      environment: { ...options.processEnvironment, NODE_OPTIONS: '' },
      config,
      facts,
      directory,
    }),
    heapLimit: facts.memorySize,
    timeout: Math.min(facts.timeout, GATEWAY_TIMEOUT),
    functionTimeout: () => facts.timeout,
    onEvent,
  });
}
