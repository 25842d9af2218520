// The server of `framework local`: sockets, the current build, and a watcher that replaces it. Requests wait while a
// build is under way. While the source has errors, they are answered with those.
import process from 'node:process';
import { type AccessLine, createAccessLog } from './access-log.js';
import type { AppEvent } from './application.js';
import { startBuildLoop } from './build-loop.js';
import type { Builder, LocalBuild } from './builder.js';
import { createHostCheck, refuseHost } from './host-check.js';
import { createHttpServer, type Exchange, type IncomingRequest } from './http-server.js';
import { type Generation, type GenerationOptions, startGeneration } from './generation.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { headerValue, type HttpAnswer } from '../gateway/index.js';
import type { Terminal } from '../../terminal/terminal.js';
import { describeEvent } from './app-report.js';
import { listen } from './listen.js';
import { createLoggedCalls, type LoggedOutcome } from './logged-calls.js';
import { answerException, prefersHtml } from './error-page.js';
import { foldFrames } from './fold-frames.js';
import { createPageReloads } from './page-reloads.js';
import { answerProblems } from './problem-answer.js';
import { startProcess } from './process-link.js';
import { createSpareWorker } from './spare-worker.js';
import { startThread } from './thread-link.js';
import { serve } from './serve-request.js';
import type { ServerFeed } from './server-feed.js';
import { createViewTraces } from './view-traces.js';

export type LocalServerOptions = Omit<
  GenerationOptions,
  'app' | 'bundled' | 'port' | 'startLink' | 'onEvent'
> & {
  readonly host: string;
  /** The port; 0 for any free one, undefined for the usual one or the next that is free. */
  readonly port: number | undefined;
  /** Absolute path of the project, with forward slashes. */
  readonly root: string;
  readonly isWatching: boolean;
  /** True for `--debug`: stacks are shown with internal frames. */
  readonly isDebug: boolean;
  /** False for `--no-error-page`: a browser gets what the deployed API answers. */
  readonly hasErrorPage: boolean;
  readonly builder: Builder;
  readonly terminal: Terminal;
  /** Is told of builds and requests. */
  readonly feed: ServerFeed;
  /** Called when the source of the first build has no errors, before it is bundled. */
  readonly onChecked: (manifest: Manifest) => void;
  /** Called with every build. */
  readonly onBuild: (build: LocalBuild, facts: BuildFacts) => void;
  /** Called with what is served from now on; with undefined while the source has errors. */
  readonly onServe: (generation: Generation | undefined) => void;
};

export type BuildFacts = {
  /** The address; `localhost` when both of its addresses are served. */
  readonly url: string;
  readonly milliseconds: number;
  /** Milliseconds since the command was started. */
  readonly uptime: number;
};

export type LocalServer = {
  readonly kind: 'serving';
  readonly port: number;
  /** The address; `localhost` when both of its addresses are served. */
  readonly url: string;
  readonly firstBuild: LocalBuild;
  /** Answers a request as one that a socket has brought. */
  readonly answer: (request: IncomingRequest) => Promise<HttpAnswer>;
  /** Calls a function by its name. */
  readonly call: (name: string, event: unknown) => Promise<LoggedOutcome>;
  /** Rejects when a later build fails with an unexpected error. */
  readonly failed: Promise<never>;
  /** Closes the sockets and ends the application. */
  readonly stop: () => Promise<void>;
};

export type StartedServer =
  LocalServer | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** Answers a request. `note` is added to its line in the terminal; `stack` is that of a view's exception. */
type Respond = (answer: HttpAnswer, note?: string, stack?: string) => void;

type State =
  | { readonly kind: 'building' }
  | { readonly kind: 'serving'; readonly generation: Generation }
  | { readonly kind: 'broken'; readonly diagnostics: readonly Diagnostic[] };

/** Listens, builds and serves until it is stopped. The first requests wait for the first build. */
export async function startLocalServer(options: LocalServerOptions): Promise<StartedServer> {
  const { terminal, feed } = options;
  const log = createAccessLog(terminal.err);
  let state: State = { kind: 'building' };
  let generation: Generation | undefined;
  let held: (() => void)[] = [];
  let compare = (): void => undefined;
  const traces = createViewTraces();
  const calls = createLoggedCalls();
  const reloads = createPageReloads();
  const shown = options.isDebug ? (text: string): string => text : foldFrames;

  const print = (stream: 'out' | 'err', text: string): void => {
    log.flush();
    terminal[stream].write(text);
  };
  const onEvent = (event: AppEvent): void => {
    if (event.kind === 'text') {
      traces.read(event.text);
      calls.read(shown(event.text));
      print(event.stream, shown(event.text));
      return;
    }
    const memorySize = generation?.app.config.apiHandler.settings.lambda_memory_size ?? 0;
    print('err', shown(`${describeEvent(event, { memorySize })}\n`));
  };

  const foreignHost = createHostCheck(options.host);
  // Compares the files on the disk once for all requests of a turn of the event loop, after the last of them. So a save
  // before any of them is noticed.
  const onRequest = (request: IncomingRequest, exchange: Exchange): void => {
    const respond = responder(request, exchange);
    const foreign = foreignHost(request.headers);
    if (foreign !== undefined) {
      respond(refuseHost(), `the Host header names ${JSON.stringify(foreign)}`);
      return;
    }
    if (reloads.takes(request.target, exchange.respond)) return;
    hold(request, respond);
  };
  const hold = (request: IncomingRequest, respond: Respond): void => {
    whenBuilt(() => {
      answer(request, respond);
    });
  };
  const whenBuilt = (resume: () => void): void => {
    const isFirst = held.length === 0;
    held.push(resume);
    if (isFirst && state.kind !== 'building') setImmediate(admitHeld);
  };
  const admitHeld = (): void => {
    if (state.kind !== 'building') compare();
    if (state.kind !== 'building') resumeHeld();
  };
  const resumeHeld = (): void => {
    const waiting = held;
    held = [];
    for (const resume of waiting) resume();
  };

  const answer = (request: IncomingRequest, respond: Respond): void => {
    switch (state.kind) {
      case 'building':
        held.push(() => {
          answer(request, respond);
        });
        return;
      case 'broken':
        respond(
          answerProblems(state.diagnostics, {
            headers: request.headers,
            root: options.root,
            reloadPath: reloadPathFor(request),
          }),
        );
        return;
      case 'serving':
        serve(state.generation, request, (answered, note) => {
          const raised = stackOf(answered, request);
          if (raised === undefined) {
            respond(answered, note);
            return;
          }
          const stack = shown(raised);
          // With `app.debug` the answer is the stack.
          const plain = answered.body === raised ? { ...answered, body: stack } : answered;
          respond(pageInstead(plain, request, stack), note, stack);
        });
    }
  };

  /** A page reloads itself only for methods that change nothing. */
  const reloadPathFor = ({ method }: IncomingRequest): string | undefined =>
    options.isWatching && method === 'GET' ? reloads.path() : undefined;

  /** The stack of an exception that a view did not handle. */
  const stackOf = ({ status }: HttpAnswer, request: IncomingRequest): string | undefined => {
    const { method, target } = request;
    if (status !== 500) return undefined;
    return traces.take({ method, path: target.split('?', 1)[0] ?? target });
  };

  /** For a browser, replaces the answer to such an exception by a page. */
  const pageInstead = (
    answered: HttpAnswer,
    request: IncomingRequest,
    stack: string,
  ): HttpAnswer =>
    options.hasErrorPage && prefersHtml(headerValue(request.headers, 'accept') ?? '')
      ? answerException({ stack, root: options.root, reloadPath: reloadPathFor(request) })
      : answered;

  const responder = ({ method, target, time }: IncomingRequest, exchange: Exchange): Respond => {
    const began = performance.now();
    return (answer, note, stack) => {
      const status: AccessLine['status'] = exchange.hasGone() ? 'gone' : answer.status;
      exchange.respond(answer);
      const milliseconds = performance.now() - began;
      const served = { method, target, status, milliseconds, ...(note !== undefined && { note }) };
      log.line(served);
      feed.add({ ...served, time, ...(stack !== undefined && { stack }) });
    };
  };

  const onBadRequest = (status: number, reason: string): void => {
    print('err', `A request is answered ${status}: ${reason}.\n`);
  };
  const listening = await listen({
    host: options.host,
    port: options.port,
    createServer: () => createHttpServer({ onRequest, onBadRequest }),
  });
  if (listening.kind === 'failed') return listening;
  const { port, servers, insteadOf } = listening;
  if (insteadOf) {
    const holder = insteadOf.holder === undefined ? '' : ` by ${insteadOf.holder}`;
    print('err', `Port ${insteadOf.port} is taken${holder}; ${port} is used\n`);
  }
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;

  // With a debugger, a spare thread would appear as a second target. Without reloads, no spare is needed.
  const isReadying = options.isWatching && !options.isInspected;
  const spare = isReadying ? createSpareWorker(startProcess, process.execArgv) : undefined;
  const startLink = spare?.startLink ?? (options.isInspected ? startThread : startProcess);

  let isFirst = true;
  const loop = await startBuildLoop({
    ...options,
    start: (app, bundled) => {
      if (isFirst) options.onChecked(app.manifest);
      return startGeneration({ ...options, app, bundled, port, startLink, onEvent });
    },
    onStir: () => {
      state = { kind: 'building' };
      feed.setState({ kind: 'building' });
    },
    onBuild: ({ build, generation: next, milliseconds }) => {
      generation?.application.retire();
      generation = next;
      spare?.willNeed(build.needs);
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
      // A reload is reported when it has been loaded. When it could not be, the terminal has said so already.
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
    failed: loop.failed,
    answer: (request) =>
      new Promise((resolve) => {
        hold(request, responder(request, { respond: resolve, hasGone: () => false }));
      }),
    call: (name, event) =>
      new Promise((resolve, reject) => {
        const begin = (): void => {
          if (state.kind === 'building') held.push(begin);
          else if (state.kind === 'broken') reject(new Error('The application has errors.'));
          else {
            const { application } = state.generation;
            resolve(calls.during(() => application.call(name, event)));
          }
        };
        whenBuilt(begin);
      }),
    stop: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await Promise.all([loop.stop(), generation?.application.stop(), spare?.stop()]);
      log.flush();
    },
  };
}
