// Runs the bundle of an application. The API function has a thread, and each lambda function gets its own at its first
// call, as in Lambda, where functions share neither environment variables nor modules.
import type { StageConfig } from '../../config/stage-config.js';
import { type FunctionFacts, timeoutError } from '../gateway/index.js';
import { describeEvent } from '../local/app-report.js';
import type { WorkerEnd } from '../local/worker-link.js';
import type { AppEvent, Application } from '../local/application.js';
import type { ApiOutcome, Backend } from './backend.js';
import { type FunctionThreadOptions, startFunctionThread } from './function-thread.js';
import { LOADING_TIMEOUT, loadingRefused } from './loading-refused.js';
import { within } from '../../program/time-limit.js';

export type ThreadOptions = Pick<
  FunctionThreadOptions,
  'directory' | 'reads' | 'deploymentNames' | 'processEnvironment'
> & {
  readonly config: StageConfig;
  readonly onText: (stream: 'out' | 'err', text: string) => void;
};

/** Starts the thread of the API function; rejects when the application cannot be bundled or loaded. */
export async function startThreads(options: ThreadOptions): Promise<Backend> {
  const { config, deploymentNames, onText } = options;
  const { apiFunction } = deploymentNames;
  /** The reasons of failed requests, by request id, until they are answered. */
  const reasons = new Map<string, string>();
  let end: WorkerEnd | undefined;
  let isLoaded = false;
  const tell = (event: AppEvent, facts: FunctionFacts): void => {
    if (event.kind === 'text') {
      onText(event.stream, event.text);
      return;
    }
    const text = describeEvent(event, facts);
    if ('invocation' in event) reasons.set(event.invocation.requestId, text);
    onText('err', `${text}\n`);
  };
  const api = startFunctionThread({
    ...options,
    config: config.apiHandler,
    facts: apiFunction,
    onEvent: (event) => {
      if (event.kind === 'ended' && !isLoaded) ({ end } = event);
      else tell(event, apiFunction);
    },
  });
  try {
    await options.directory;
  } catch (error) {
    await api.stop();
    throw error;
  }
  isLoaded = (await within(LOADING_TIMEOUT, api.started)) ?? false;
  if (!isLoaded) {
    await api.stop();
    throw loadingRefused(end, apiFunction.memorySize);
  }

  const threads = new Map<string, Application>();
  const threadOf = (name: string): Application => {
    const known = threads.get(name);
    if (known) return known;
    const facts = deploymentNames.functions[name] ?? apiFunction;
    const started = startFunctionThread({
      ...options,
      config: config.functionConfig(name),
      facts,
      onEvent: (event) => {
        tell(event, facts);
      },
    });
    threads.set(name, started);
    return started;
  };
  return {
    serve: (invocation) =>
      new Promise<ApiOutcome>((resolve) => {
        api.invoke(invocation, (outcome) => {
          const reason = reasons.get(invocation.requestId) ?? 'the application ended';
          reasons.delete(invocation.requestId);
          if (typeof outcome !== 'string') resolve({ kind: 'answered', answer: outcome });
          else if (outcome === 'failed') resolve({ kind: 'integrationFailed', reason });
          else resolve({ kind: timeoutError(apiFunction.timeout), reason });
        });
      }),
    call: async (name, event) => {
      const thread = threadOf(name);
      const outcome = await thread.call(name, event);
      // The function did not throw: it timed out or its thread ended. Its next call gets a new thread, as in Lambda.
      if (outcome.kind === 'failed' && outcome.type === undefined && threads.get(name) === thread) {
        threads.delete(name);
        thread.retire();
      }
      return outcome;
    },
    stop: async () => {
      await Promise.all([api, ...threads.values()].map((thread) => thread.stop()));
    },
  };
}
