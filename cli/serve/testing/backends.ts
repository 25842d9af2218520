// Runs the functions of an opened application behind its gateway: in processes that have loaded the bundle, as in `framework
// local`, or in the test, which has loaded the application itself.
import { randomUUID } from 'node:crypto';
import {
  type FunctionConfig,
  type StageConfig,
  STREAM_HANDLER,
} from '../../config/stage-config.js';
import { within } from '../../program/time-limit.js';
import {
  type AnswerHead,
  createEventMaker,
  type FunctionFacts,
  type FunctionOutcome,
  GATEWAY_TIMEOUT,
  type HttpAnswer,
  idleLimit,
  type Invocation,
  type MalformedResult,
  timeoutError,
  toAnswer,
} from '../gateway/index.js';
import type { ProcessEnd } from '../local/app-process.js';
import { describeEvent } from '../local/app-report.js';
import {
  type AppEvent,
  type Application,
  startApplication,
  type StreamedAnswer,
} from '../local/application.js';
import type { DeploymentNames } from '../local/deployment-names.js';
import { errorOf, type Received } from '../local/rpc.js';
import { valueFor } from '../../../compiler/groups.js';
import { earlyProcess, processOptions } from './early-process.js';
import type { Call } from './messages.js';

/** The outcome of a request. If the function failed or timed out, the gateway creates the response. */
type ServeOutcome =
  | { readonly kind: 'answered'; readonly answer: HttpAnswer }
  | { readonly kind: 'streamed'; readonly answer: StreamedAnswer }
  | { readonly kind: 'integrationFailed' | 'integrationTimedOut'; readonly reason: string };

export type Backend = {
  readonly serve: (invocation: Invocation, isStreamed: boolean) => Promise<ServeOutcome>;
  readonly call: (name: string, event: unknown) => Promise<FunctionOutcome>;
  readonly stop: () => Promise<void>;
};

export type ProcessBackendOptions = {
  /** Resolves to the folder of the bundle. Processes are started before the bundle exists. */
  readonly bundled: Promise<string>;
  /** The file URLs of modules that a process may read before the bundle exists. */
  readonly reads: readonly string[];
  readonly deploymentNames: DeploymentNames;
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  readonly config: StageConfig;
  readonly onText: (stream: 'out' | 'err', text: string) => void;
};

/** The maximum time that Lambda allows for loading a function, in milliseconds. */
const LOADING_TIMEOUT = 10_000;

/**
 * Starts the process of the API function. Each Lambda function gets its own process when it is first called, because functions
 * in Lambda share neither environment variables nor modules. Rejects if the application cannot be bundled or loaded.
 */
export async function startProcesses(options: ProcessBackendOptions): Promise<Backend> {
  const { config, deploymentNames, onText } = options;
  const { apiFunction, streamFunction, functions } = deploymentNames;
  /** The reasons why requests failed, by request id. Each is removed when the response is sent. */
  const reasons = new Map<string, string>();
  let end: ProcessEnd | undefined;
  let isLoaded = false;
  const report = (event: AppEvent, facts: FunctionFacts): void => {
    if (event.kind === 'text') {
      onText(event.stream, event.text);
      return;
    }
    const text = describeEvent(event, facts);
    if ('invocation' in event) reasons.set(event.invocation.requestId, text);
    onText('err', `${text}\n`);
  };
  const start = (
    own: FunctionConfig,
    facts: FunctionFacts,
    onEvent = (event: AppEvent): void => report(event, facts),
  ): Application =>
    startApplication({
      ...processOptions(own, facts, options.processEnvironment),
      startProcess: earlyProcess.start,
      reads: options.reads,
      bundled: options.bundled.catch(() => undefined),
      setup: deploymentNames,
      timeout: Math.min(facts.timeout, GATEWAY_TIMEOUT),
      functionTimeout: () => facts.timeout,
      streamLimits: {
        time: facts.timeout,
        idle: idleLimit(config.settings.api_gateway_endpoint_type),
      },
      onEvent,
    });
  const api = start(config.apiHandler, apiFunction, (event) => {
    if (event.kind === 'ended' && !isLoaded) ({ end } = event);
    else report(event, apiFunction);
  });
  try {
    await options.bundled;
    isLoaded = (await within(LOADING_TIMEOUT, api.started)) ?? false;
    if (!isLoaded) throw loadingError(end, apiFunction.memorySize);
  } catch (error) {
    await api.stop();
    throw error;
  }

  const others = new Map<string, Application>();
  const other = (key: string, facts: FunctionFacts): Application =>
    valueFor(others, key, () => start(config.functionConfig(key), facts));
  return {
    serve: async (invocation, isStreamed) => {
      const { requestId } = invocation;
      const outcome = await (isStreamed
        ? other(STREAM_HANDLER, streamFunction).stream(invocation)
        : api.invoke(invocation));
      const reason = reasons.get(requestId) ?? 'the application ended';
      reasons.delete(requestId);
      if (typeof outcome !== 'string') {
        return 'chunks' in outcome
          ? { kind: 'streamed', answer: outcome }
          : { kind: 'answered', answer: outcome };
      }
      if (outcome === 'failed') return { kind: 'integrationFailed', reason };
      if (isStreamed) return { kind: 'integrationTimedOut', reason };
      return { kind: timeoutError(apiFunction.timeout), reason };
    },
    call: async (name, event) => {
      const called = other(name, functions[name] ?? apiFunction);
      const outcome = await called.call(name, event);
      // The function did not throw: it timed out, or its process ended. As in Lambda, the next call gets a new process.
      const isLost = outcome.kind === 'failed' && outcome.type === undefined;
      if (isLost && others.get(name) === called) {
        others.delete(name);
        called.retire();
      }
      return outcome;
    },
    stop: async () => {
      await Promise.all([api, ...others.values()].map((application) => application.stop()));
    },
  };
}

/** Returns the error for a test whose application could not be loaded. `end` is undefined if loading took too long. */
function loadingError(end: ProcessEnd | undefined, memorySize: number): Error {
  const message = describeLoading(end, memorySize);
  const trace = end !== undefined && 'trace' in end ? end.trace : undefined;
  const name = 'AppNotLoaded';
  return errorOf({ name, message, stack: trace && `${name}: ${message}\n${trace}` });
}

function describeLoading(end: ProcessEnd | undefined, memorySize: number): string {
  switch (end?.kind) {
    case undefined:
      return `The application did not finish loading within ${LOADING_TIMEOUT / 1000} s: a loop or a top-level await does not end.`;
    case 'broken':
      return `The application threw an error while loading: ${firstLine(end.trace)}`;
    case 'uncaught':
      return `An uncaught error stopped the application while it was loading: ${firstLine(end.trace)}`;
    case 'exit':
      return `The application exited with code ${end.code} while it was loading.`;
    case 'killed':
      return `The application was killed by ${end.signal} while it was loading.`;
    case 'out-of-memory':
      return `The application used more than the ${memorySize} MB of its lambda_memory_size while it was loading.`;
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Creates the backend of an application that the test has loaded. `callTest` resolves to the return value of the function. */
export function createTestBackend(
  { apiFunction, streamFunction, functions, identity }: DeploymentNames,
  callTest: (call: Omit<Call, 'app'>) => Promise<unknown>,
): Backend {
  const toEvent = createEventMaker(identity);
  const call = async (limit: number, made: Omit<Call, 'app'>): Promise<FunctionOutcome> => {
    try {
      const returned = callTest(made).then((value) => ({ value }));
      const result = await within(limit, returned);
      if (result) return { kind: 'returned', ...result };
      return { kind: 'failed', message: `timed out after ${limit / 1000} s` };
    } catch (error) {
      const { name: type, message, stack: trace } = error as Error; // because requests only reject with errors
      return { kind: 'failed', message, type, ...(trace !== undefined && { trace }) };
    }
  };
  return {
    serve: async (invocation, isStreamed) => {
      const { requestId, time, method, provided = [] } = invocation;
      const facts = isStreamed ? streamFunction : apiFunction;
      const limit = isStreamed ? facts.timeout : Math.min(facts.timeout, GATEWAY_TIMEOUT);
      const outcome = await call(limit, {
        name: undefined,
        event: toEvent(invocation),
        provided,
        facts,
        requestId,
        ...(isStreamed && { streamed: { requestId, time, method } }),
      });
      if (outcome.kind === 'failed') {
        if (outcome.type !== undefined) {
          return { kind: 'integrationFailed', reason: outcome.trace ?? outcome.message };
        }
        const reason = describeEvent(
          { kind: 'timed-out', invocation, milliseconds: limit, isStream: isStreamed },
          apiFunction,
        );
        return { kind: isStreamed ? 'integrationTimedOut' : timeoutError(limit), reason };
      }
      if (isStreamed) return streamedOutcome(outcome.value, limit);
      const answer = toAnswer(outcome.value, invocation);
      if ('kind' in answer) return { kind: 'integrationFailed', reason: answer.reason };
      return { kind: 'answered', answer };
    },
    call: (name, event) => {
      const facts = functions[name] ?? apiFunction;
      return call(facts.timeout, { name, event, provided: [], facts, requestId: randomUUID() });
    },
    stop: () => Promise.resolve(),
  };
}

/** Returns the stream that a test sends. It is cut off after `limit` milliseconds. */
function streamedOutcome(value: unknown, limit: number): ServeOutcome {
  const result = value as Received<AnswerHead> | MalformedResult; // because the test responds with this type
  if (!('chunks' in result)) return { kind: 'integrationFailed', reason: result.reason };
  const timer = setTimeout(() => result.cut(new Error(`timed out after ${limit / 1000} s`)), limit);
  void result.ended.then(() => clearTimeout(timer));
  return { kind: 'streamed', answer: result };
}
