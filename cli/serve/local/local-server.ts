// The server of `framework local`: the sockets, the current build, and a watcher that rebuilds after changes. Requests wait
// during a build. While the source has errors, every response lists them.
import { once } from 'node:events';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Terminal } from '../../terminal/terminal.js';
import { headerValue } from '../gateway/index.js';
import {
  createLoggedCalls,
  createRequestLogs,
  createViewTraces,
  foldFrames,
  type LoggedOutcome,
} from './app-output.js';
import { createSpareProcess, startProcess } from './app-process.js';
import { describeEvent, followStream, wholeAnswer } from './app-report.js';
import type { AppEvent } from './application.js';
import { type BuildLoop, startBuildLoop } from './build-loop.js';
import type { Builder, LocalBuild } from './builder.js';
import { answerException, answerProblems, createPageReloads, prefersHtml } from './error-page.js';
import {
  type Generation,
  type GenerationOptions,
  serve,
  type ServedAnswer,
  startGeneration,
} from './generation.js';
import {
  createHostCheck,
  createHttpServer,
  type Exchange,
  type IncomingRequest,
  refuseHost,
} from './http-server.js';
import { closeServers, listen } from './listen.js';
import {
  type AccessLine,
  createAccessLog,
  type RequestContents,
  type ServerFeed,
} from './server-feed.js';

export type LocalServerOptions = Omit<
  GenerationOptions,
  'app' | 'bundled' | 'port' | 'inspectorPort' | 'startProcess' | 'onEvent' | 'onLoaded'
> & {
  readonly host: string;
  /** The port; 0 for any free port; undefined for the default port or, if it is in use, the next free one. */
  readonly port: number | undefined;
  readonly root: string;
  readonly isWatching: boolean;
  /** True for `--inspect`: a debugger may attach to the application. */
  readonly isInspected: boolean;
  /** True for `--debug`: stacks are printed with internal frames. */
  readonly isDebug: boolean;
  /** False for `--no-error-page`: a browser gets the same response as from the deployed API. */
  readonly hasErrorPage: boolean;
  readonly builder: Builder;
  readonly terminal: Terminal;
  readonly feed: ServerFeed;
  /** Called if the source of the first build has no errors, before it is bundled. */
  readonly onChecked: (manifest: Manifest) => void;
  readonly onBuild: (build: LocalBuild, facts: BuildFacts) => void;
  /** Called with the generation that is served from now on; undefined while the source has errors. */
  readonly onServe: (generation: Generation | undefined) => void;
};

export type BuildFacts = {
  /** The URL, with `localhost` as the host if both of its addresses are served. */
  readonly url: string;
  readonly milliseconds: number;
  /** The time since the command was started, in milliseconds. */
  readonly uptime: number;
};

export type LocalServer = Pick<BuildLoop, 'compare' | 'failed'> & {
  readonly kind: 'serving';
  readonly port: number;
  readonly url: string;
  readonly firstBuild: LocalBuild;
  /** `stream` sends a streamed response. */
  readonly answer: (request: IncomingRequest, stream: Exchange['stream']) => Promise<Response>;
  readonly call: (name: string, event: unknown) => Promise<LoggedOutcome>;
  readonly stop: () => Promise<void>;
};

export type StartedServer =
  LocalServer | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** `stack` is the stack of an exception that the view did not handle. `log` is what was printed for the request. */
type Response = ServedAnswer & { readonly stack?: string; readonly log: string };

type Built =
  | { readonly kind: 'serving'; readonly generation: Generation }
  | { readonly kind: 'broken'; readonly diagnostics: readonly Diagnostic[] };

/** Listens, builds and serves until it is stopped. The first requests wait for the first build. */
export async function startLocalServer(options: LocalServerOptions): Promise<StartedServer> {
  const { terminal, feed } = options;
  const log = createAccessLog(terminal.err);
  let state: Built | { readonly kind: 'building' } = { kind: 'building' };
  let generation: Generation | undefined;
  let compare = (): void => undefined;
  const held: ((built: Built) => void)[] = [];
  const traces = createViewTraces();
  const calls = createLoggedCalls();
  const logs = createRequestLogs();
  const reloads = createPageReloads();
  const shown = options.isDebug ? (text: string): string => text : foldFrames;

  const print = (stream: 'out' | 'err', text: string): void => {
    log.flush();
    terminal[stream].write(text);
  };
  const onEvent = (event: AppEvent, memorySize: number): void => {
    if (event.kind === 'text') {
      traces.read(event.text);
      const text = shown(event.text);
      calls.read(text);
      if (event.invocation) logs.add(event.invocation, text);
      print(event.stream, text);
      return;
    }
    const text = shown(`${describeEvent(event, { memorySize })}\n`);
    if ('invocation' in event) logs.add(event.invocation, text);
    print('err', text);
  };

  const foreignHost = createHostCheck(options.host);
  const onRequest = (request: IncomingRequest, exchange: Exchange): void => {
    const foreign = foreignHost(request.headers);
    if (foreign !== undefined) {
      const note = `the Host header names ${JSON.stringify(foreign)}`;
      void logged(request, exchange, performance.now())({ answer: refuseHost(), note, log: '' });
    } else if (!reloads.takes(request.target, exchange.respond)) {
      void handle(request, exchange);
    }
  };
  const handle = async (request: IncomingRequest, exchange: Exchange): Promise<Response> => {
    const respond = logged(request, exchange, performance.now());
    return respond(await answer(request, await whenBuilt()));
  };
  /** Sends a response and writes the log line. Resolves to the final response, at the end of a stream. */
  const logged = (request: IncomingRequest, exchange: Exchange, began: number) => {
    const { method, target, time, headers, body } = request;
    return async (response: Response): Promise<Response> => {
      const { answer: sent, note, stack } = response;
      const add = (
        served: Pick<AccessLine, 'status' | 'note' | 'streamed'>,
        contents: Pick<RequestContents, 'answer' | 'log'>,
      ): void => {
        const line = { ...served, method, target, milliseconds: performance.now() - began };
        log.line(line);
        feed.add(
          { ...line, time, ...(stack !== undefined && { stack }) },
          { headers, body, ...contents },
        );
      };
      if ('chunks' in sent) {
        const { answer: begun, ...facts } = await followStream(exchange.stream, sent, began);
        const whole = { ...response, log: logs.of(response.invocation) };
        add({ status: begun.status, ...facts }, { answer: begun, log: whole.log });
        return whole;
      }
      const status = exchange.hasGone() ? 'gone' : sent.status;
      exchange.respond(sent);
      add({ status, ...(note !== undefined && { note }) }, { answer: sent, log: response.log });
      return response;
    };
  };

  /**
   * Resolves when no build is in progress. The files on disk are compared once for all requests in the same turn of the event
   * loop, after the last of them, so that a save before any of them is noticed.
   */
  const whenBuilt = (): Promise<Built> =>
    new Promise((resolve) => {
      const isFirst = held.push(resolve) === 1;
      if (isFirst && state.kind !== 'building') setImmediate(admitHeld);
    });
  const admitHeld = (): void => {
    if (state.kind !== 'building') compare();
    resumeHeld();
  };
  const resumeHeld = (): void => {
    if (state.kind === 'building') return;
    for (const resume of held.splice(0)) resume(state);
  };

  const answer = async (request: IncomingRequest, built: Built): Promise<Response> => {
    const { method, target, headers } = request;
    const { root } = options;
    // A page is reloaded automatically only if its request has a method that changes nothing.
    const reloadPath = options.isWatching && method === 'GET' ? reloads.path() : undefined;
    if (built.kind === 'broken') {
      return { answer: answerProblems(built.diagnostics, { headers, root, reloadPath }), log: '' };
    }
    const outcome = await serve(built.generation, request);
    const { answer } = outcome;
    const { status } = 'chunks' in answer ? answer.head : answer;
    const [path = ''] = target.split('?', 1);
    const raised = status === 500 ? traces.take(`${method} ${path}`) : undefined;
    const log = logs.of(outcome.invocation);
    if (raised === undefined) return { ...outcome, log };
    // An exception before the first chunk results in an ordinary response, which is short enough to read completely.
    const whole = await ('chunks' in answer
      ? wholeAnswer(answer).catch(() => ({ ...answer.head, body: '' }))
      : answer);
    const served = { ...outcome, log, answer: whole };
    const stack = shown(raised);
    if (options.hasErrorPage && prefersHtml(headerValue(headers, 'accept') ?? '')) {
      return { ...served, answer: answerException({ stack, root, reloadPath }), stack };
    }
    // With `app.debug`, the body of the response is the stack.
    const isStack = served.answer.body === raised;
    return { ...served, ...(isStack && { answer: { ...served.answer, body: stack } }), stack };
  };

  const inspectorPort = options.isInspected ? await findInspectorPort() : undefined;
  const onBadRequest = (status: number, reason: string): void =>
    print('err', `A request gets a ${status} response: ${reason}.\n`);
  const listening = await listen({
    host: options.host,
    port: options.port,
    createServer: () => createHttpServer({ onRequest, onBadRequest }),
  });
  if (listening.kind === 'failed') return listening;
  const { port, servers, insteadOf } = listening;
  if (insteadOf) {
    const holder = insteadOf.holder === undefined ? '' : ` by ${insteadOf.holder}`;
    print('err', `Port ${insteadOf.port} is in use${holder}; using port ${port}\n`);
  }
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;

  // Without reloads, no spare process is needed.
  const spare = options.isWatching ? createSpareProcess(process.execArgv) : undefined;

  /** Releases the debugger's port for the process that loads the new bundle. */
  const releaseInspector = async (isWritten: boolean): Promise<boolean> => {
    if (isWritten) await generation?.application.closeInspector();
    return isWritten;
  };

  let isFirst = true;
  const loop = await startBuildLoop({
    ...options,
    start: (app, bundled) => {
      if (isFirst) options.onChecked(app.manifest);
      return startGeneration({
        ...options,
        app,
        bundled: options.isInspected ? bundled.then(releaseInspector) : bundled,
        port,
        inspectorPort,
        startProcess: spare?.start ?? startProcess,
        onEvent,
        onLoaded: () => spare?.launchNext(),
      });
    },
    onStir: () => {
      state = { kind: 'building' };
      feed.setState({ kind: 'building' });
    },
    onBuild: ({ build, generation: next, milliseconds }) => {
      generation?.application.retire();
      generation = next;
      spare?.willRead(build.needs);
      state = next
        ? { kind: 'serving', generation: next }
        : { kind: 'broken', diagnostics: build.diagnostics };
      const { diagnostics } = build;
      options.onServe(next);
      feed.setState({ kind: state.kind, diagnostics, ...(build.app && { app: build.app }) });
      const report = (): void => {
        log.flush();
        options.onBuild(build, { url, milliseconds, uptime: performance.now() });
      };
      // A reload is reported once the application has been loaded. A failure to load has already been reported.
      if (isFirst || !next) report();
      else void next.application.started.then((isLoaded) => isLoaded && report());
      isFirst = false;
      resumeHeld();
      reloads.tell();
    },
  });
  ({ compare } = loop);

  return {
    kind: 'serving',
    port,
    url,
    firstBuild: loop.first,
    compare,
    failed: loop.failed,
    answer: (request, stream) =>
      handle(request, { respond: () => undefined, stream, hasGone: () => false }),
    call: async (name, event) => {
      const built = await whenBuilt();
      if (built.kind === 'broken') throw new Error('The application has errors.');
      return calls.during(() => built.generation.application.call(name, event));
    },
    stop: async () => {
      closeServers(servers);
      spare?.stop();
      await Promise.all([loop.stop(), generation?.application.stop()]);
      log.flush();
    },
  };
}

const INSPECTOR_PORT = 9229;

/** Returns the default port for debuggers or the next free one. Reloads keep it, so that a debugger can attach again. */
async function findInspectorPort(): Promise<number> {
  const found = await listen({
    host: '127.0.0.1',
    port: undefined,
    usualPort: INSPECTOR_PORT,
    createServer: () =>
      createHttpServer({ onRequest: () => undefined, onBadRequest: () => undefined }),
  });
  if (found.kind === 'failed') return INSPECTOR_PORT;
  await Promise.all(found.servers.map((server) => once(server.close(), 'close')));
  return found.port;
}
