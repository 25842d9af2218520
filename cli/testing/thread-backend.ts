// Runs the bundle of an application in a thread of its own, as `framework local` does: with its own environment, and
// ended by force when it does not give back control.
import { pathToFileURL } from 'node:url';
import type { StageConfig } from '../config/stage-config.js';
import { describeEvent } from '../local/app-report.js';
import { type AppEvent, startApplication } from '../local/application.js';
import { functionEnvironment } from '../local/function-environment.js';
import { type ApiOutcome, type Backend, GATEWAY_TIMEOUT } from './backend.js';
import { RefusedByApp } from './refused-by-app.js';
import type { AppSurroundings } from './surroundings.js';
import { within } from './time-limit.js';

export type ThreadOptions = {
  /** The folder of the bundle. */
  readonly directory: string;
  readonly config: StageConfig;
  readonly surroundings: AppSurroundings;
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  readonly onText: (stream: 'out' | 'err', text: string) => void;
};

/** Where the build puts the thread's program, seen from where it puts this file. */
const WORKER = new URL('../cli/worker.js', import.meta.url);
/** Lambda's own limit for loading a function, in milliseconds. */
const LOADING_TIMEOUT = 10_000;

/** Starts the thread; rejects when the application cannot be loaded. */
export async function startThread(options: ThreadOptions): Promise<Backend> {
  const { directory, config, surroundings, onText } = options;
  const { apiFunction, functions, identity } = surroundings;
  /** Why a request failed, by its id, until it is answered. */
  const reasons = new Map<string, string>();
  let trace: string | undefined;
  let isLoaded = false;
  const onEvent = (event: AppEvent): void => {
    if (event.kind === 'text') {
      onText(event.stream, event.text);
      return;
    }
    if (event.kind === 'ended' && event.end.kind === 'broken' && !isLoaded) {
      ({ trace } = event.end);
      return;
    }
    const text = describeEvent(event, apiFunction);
    if ('invocation' in event) reasons.set(event.invocation.requestId, text);
    onText('err', `${text}\n`);
  };
  const application = startApplication({
    script: WORKER,
    bundled: Promise.resolve(true),
    setup: {
      bundle: pathToFileURL(`${directory}/index.mjs`).href,
      identity,
      apiFunction,
      functions,
    },
    environment: functionEnvironment({
      // How the test runner was started does not concern the application.
      environment: { ...options.processEnvironment, NODE_OPTIONS: '' },
      config: config.apiHandler,
      facts: apiFunction,
      directory,
    }),
    heapLimit: apiFunction.memorySize,
    timeout: Math.min(apiFunction.timeout, GATEWAY_TIMEOUT),
    functionTimeout: (name) => functions[name]?.timeout,
    onEvent,
  });
  const started = await within(LOADING_TIMEOUT, application.started);
  if (started !== true) {
    await application.stop();
    throw loadingRefused(started === undefined ? undefined : (trace ?? ''));
  }
  isLoaded = true;
  return {
    serve: (invocation) =>
      new Promise<ApiOutcome>((resolve) => {
        application.invoke(invocation, (outcome) => {
          const reason = reasons.get(invocation.requestId) ?? 'the application ended';
          reasons.delete(invocation.requestId);
          if (typeof outcome === 'string') resolve({ kind: outcome, reason });
          else resolve({ kind: 'answered', answer: outcome });
        });
      }),
    call: application.call,
    stop: application.stop,
  };
}

/** `trace` is undefined when it took too long. */
function loadingRefused(trace: string | undefined): RefusedByApp {
  if (trace === undefined) {
    const message = `The application did not finish loading within ${LOADING_TIMEOUT / 1000} s: a top-level await of it waits.`;
    return new RefusedByApp({ name: 'AppNotLoaded', message });
  }
  const [first = ''] = trace.split('\n');
  const message = `The application threw while it was loaded: ${first}`;
  return new RefusedByApp({
    name: 'AppNotLoaded',
    message,
    stack: `AppNotLoaded: ${message}\n${trace}`,
  });
}
