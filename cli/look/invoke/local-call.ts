// Calls a function on this machine. The application is built and loaded in the same kind of worker as for `framework local`,
// but without a port, and is stopped after the call.
import {
  type Diagnostic,
  nearestName,
  diagnose,
} from '../../../compiler/diagnostics/diagnostic.js';
import { mappingOf, throughJson } from '../../../compiler/json-values.js';
import { appNameOf, baseName, functionNameOf } from '../../config/cloud-names.js';
import { API_HANDLER, STREAM_HANDLER } from '../../config/stage-config.js';
import { sampleEvent, findSources } from '../../serve/events/bound-sources.js';
import type { GatewayIdentity, Invocation } from '../../serve/gateway/index.js';
import { describeEvent, wholeAnswer } from '../../serve/local/app-report.js';
import { type Application, startApplication } from '../../serve/local/application.js';
import { startProcess } from '../../serve/local/app-process.js';
import {
  type BuiltApp,
  claimOutDirectory,
  createBuilder,
  removeOutDirectory,
} from '../../serve/local/builder.js';
import { functionEnvironment } from '../../serve/local/deployment-names.js';
import {
  type Call,
  type RouteCall,
  admitRequest,
  noSource,
  noSuchFunction,
} from './call-options.js';
import { type InvokeResult, showAnswer } from './outcome.js';

export type LocalCallOptions = {
  /** Absolute path of the project, with forward slashes. */
  readonly root: string;
  readonly stage: string;
  readonly call: Call;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workerScript: URL;
  /** Called with the text that the application prints, and with messages about the application. */
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
};

export type LocalCall =
  | {
      readonly kind: 'called';
      readonly result: InvokeResult;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** The account id that the AWS documentation uses in examples. */
const ACCOUNT_ID = '123456789012';

export async function callLocally(options: LocalCallOptions): Promise<LocalCall> {
  const { root: directory, stage } = options;
  const outDirectory = claimOutDirectory(directory, process.pid);
  const builder = createBuilder({ directory, stage, outDirectory });
  try {
    const { app, diagnostics } = await builder.build(() => undefined);
    if (!app) return { kind: 'failed', diagnostics };
    const called = await callApp(app, options);
    return { ...called, diagnostics: [...diagnostics, ...called.diagnostics] };
  } finally {
    await builder.dispose();
    removeOutDirectory(outDirectory);
  }
}

async function callApp(app: BuiltApp, options: LocalCallOptions): Promise<LocalCall> {
  const { call, environment } = options;
  const region = environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const identity: GatewayIdentity = {
    stage: app.config.settings.api_gateway_stage,
    accountId: ACCOUNT_ID,
    apiId: 'local',
    region,
    scheme: 'http',
    port: 80,
  };
  const start = (key: string): Started => startFunction(app, { key, identity, options });
  if (call.kind === 'route') return callRoute(app, call, { identity, start });
  const { name, payload } = call;
  const functions = app.manifest.functions.map((one) => one.name);
  const isStreaming = app.manifest.routes.some(({ stream }) => stream);
  const known = [...functions, ...(isStreaming ? [STREAM_HANDLER] : [])];
  if (isStreaming && name === STREAM_HANDLER && payload !== undefined)
    return callStream(start(STREAM_HANDLER), JSON.parse(payload));
  if (!known.includes(name)) {
    const data = { name, nearest: nearestName(name, known), known };
    return { kind: 'failed', diagnostics: [diagnose(noSuchFunction, data)] };
  }
  const parsed = (text: string): unknown => JSON.parse(text);
  const event = payload === undefined ? sampleOf(app, name) : { value: parsed(payload) };
  if ('problem' in event) return { kind: 'failed', diagnostics: [event.problem] };
  const { application, close } = start(name);
  const outcome = await application.call(name, event.value);
  await close();
  if (outcome.kind === 'returned')
    return called({ kind: 'returned', value: outcome.value ?? null });
  const { message, type = 'Error', trace = `${type}: ${message}` } = outcome;
  return called({ kind: 'failed', type, message, trace });
}

/** Returns the sample event for a function's first source. */
function sampleOf(
  { manifest, config, sources: bound }: BuiltApp,
  name: string,
): { readonly value: unknown } | { readonly problem: Diagnostic } {
  const sources = findSources(manifest, config);
  const source = sources.find(({ entry }) => entry.function === name);
  if (source) return { value: throughJson(sampleEvent(source, { bound })) };
  const others = [...new Set(sources.map(({ entry }) => entry.function))];
  return { problem: diagnose(noSource, { name, others }) };
}

type Ports = { readonly identity: GatewayIdentity; readonly start: (key: string) => Started };

async function callRoute(
  { manifest }: BuiltApp,
  call: RouteCall,
  { identity, start }: Ports,
): Promise<LocalCall> {
  const admitted = await admitRequest(call, manifest, identity);
  if (admitted.kind === 'failed') return admitted;
  if (admitted.kind === 'answer')
    return called({ kind: 'answered', answer: showAnswer(admitted.answer) });
  const { invocation, isStreamed } = admitted;
  return answerOf(start(isStreamed ? STREAM_HANDLER : API_HANDLER), { invocation, isStreamed });
}

/** Calls the function for streaming routes with an event in the gateway's format, for example one from a log. */
function callStream(started: Started, event: unknown): Promise<LocalCall> {
  const { httpMethod: method, path, resource } = mappingOf(event);
  const text = (value: unknown, other: string): string =>
    typeof value === 'string' ? value : other;
  const invocation: Invocation = {
    requestId: crypto.randomUUID(),
    resource: text(resource, '/'),
    method: text(method, 'GET'),
    path: text(path, '/'),
    query: '',
    headers: [],
    captures: [],
    body: undefined,
    sourceIp: '127.0.0.1',
    protocol: 'HTTP/1.1',
    time: Date.now(),
    access: undefined,
    event,
  };
  return answerOf(started, { invocation, isStreamed: true });
}

async function answerOf(
  { application, close, takeLastWords }: Started,
  { invocation, isStreamed }: { readonly invocation: Invocation; readonly isStreamed: boolean },
): Promise<LocalCall> {
  const outcome = await (isStreamed
    ? application.stream(invocation)
    : application.invoke(invocation));
  const answer =
    typeof outcome === 'string' || 'status' in outcome
      ? outcome
      : await wholeAnswer(outcome).catch((error: unknown) => String(error));
  if (typeof answer !== 'string') {
    await close();
    return called({ kind: 'answered', answer: showAnswer(answer) });
  }
  const type = answer === 'timed-out' ? 'TimedOut' : 'Failed';
  const message = outcome === answer ? takeLastWords() : answer;
  await close();
  return called({ kind: 'failed', type, message, trace: message });
}

type Started = {
  readonly application: Application;
  /** Stops the application, and prints the messages about it that `takeLastWords` has not returned. */
  readonly close: () => Promise<void>;
  /** Returns the last message about the application for a result that contains it, so that `close` does not print it. */
  readonly takeLastWords: () => string;
};

/** Starts the function with the environment, memory and timeout of its own configuration. */
function startFunction(
  { manifest, config, directory }: BuiltApp,
  {
    key,
    identity,
    options,
  }: {
    readonly key: string;
    readonly identity: GatewayIdentity;
    readonly options: LocalCallOptions;
  },
): Started {
  const own = config.functionConfig(key);
  const base = baseName(appNameOf(config, manifest), config.stage);
  const facts = {
    functionName: functionNameOf(base, key),
    region: identity.region,
    accountId: ACCOUNT_ID,
    memorySize: own.settings.lambda_memory_size,
    timeout: own.settings.lambda_timeout * 1000,
  };
  let last = 'The application ended.';
  let untold: string[] = [];
  const application = startApplication({
    startProcess,
    script: options.workerScript,
    bundled: Promise.resolve(directory),
    setup: { identity, apiFunction: facts, streamFunction: facts, functions: { [key]: facts } },
    environment: functionEnvironment({ environment: options.environment, config: own, facts }),
    heapLimit: facts.memorySize,
    timeout: facts.timeout,
    functionTimeout: () => facts.timeout,
    streamLimits: { time: facts.timeout, idle: Infinity },
    onEvent: (event) => {
      if (event.kind === 'text') {
        options.onText(event.text);
        return;
      }
      last = describeEvent(event, { ...facts, isOneCall: true });
      // The result itself reports these two events, so their messages are not printed.
      if (event.kind !== 'failed' && event.kind !== 'timed-out') untold.push(last);
    },
  });
  const stop = (): void => void application.stop();
  options.signal.addEventListener('abort', stop, { once: true });
  return {
    application,
    close: async () => {
      options.signal.removeEventListener('abort', stop);
      await application.stop();
      for (const text of untold) options.onText(`${text}\n`);
    },
    takeLastWords: () => {
      untold = untold.filter((text) => text !== last);
      return last;
    },
  };
}

function called(result: InvokeResult): LocalCall {
  return { kind: 'called', result, diagnostics: [] };
}
