// The explorer of `framework local`: a page about the application on its own port (docs/decisions/explorer.md). It listens only
// on 127.0.0.1, regardless of the host of the application, because it has the application's keys.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { indentedJson } from '../../../compiler/json-values.js';
import { type Credentials, MAX_REQUEST_BYTES } from '../gateway/index.js';
import { listen } from '../local/listen.js';
import type { LocalServer } from '../local/local-server.js';
import { readBody } from '../local/http-server.js';
import { type FeedListener, servedRun, type ServerFeed } from '../local/server-feed.js';
import { curlCommand } from './curl-command.js';
import { createAppDescriber } from './app-describer.js';
import { documentOf } from './document-of-build.js';
import { eventFunctionsOf } from './event-functions.js';
import { eventRun, readRunForm } from './event-run.js';
import type { SendForm, Stored, StoredPage } from './explorer-document.js';
import { openEventStream } from './event-stream.js';
import { type LocalCaller, requestOf } from './form-request.js';
import { secretNames } from './kept-contents.js';
import { openPageFiles } from './page-files.js';
import { refusalOf } from './same-origin.js';
import { readSendForm } from './send-form.js';
import { sentAnswer } from './sent-answer.js';
import { openSentParts } from './sent-parts.js';
import { createShownFeed } from './shown-feed.js';

export type ExplorerOptions = {
  /** The port; 0 for any free port. If undefined, it is the default port or the next one that is free. */
  readonly port: number | undefined;
  readonly appPort: number;
  /** The URL of the application: `http://localhost:8000`. */
  readonly url: string;
  /** The absolute path of the project, with forward slashes. */
  readonly root: string;
  readonly region: string;
  readonly access: {
    readonly apiKey: string;
    readonly credentials: Credentials;
    readonly isOwnCredentials: boolean;
  };
  readonly isOpen: boolean;
  readonly isWatching: boolean;
  readonly feed: ServerFeed;
  /** Handles a request as if a client had sent it. */
  readonly answer: LocalServer['answer'];
  /** Calls a function with an event. */
  readonly call: LocalServer['call'];
  /** The contents of the local cloud, with `--cloud`. */
  readonly stored?: StoredData | undefined;
  readonly pages: URL;
  /** The URL of the built thread `describer.ts`. */
  readonly describer: URL;
};

export type StoredData = {
  readonly all: () => readonly Stored[];
  /** Returns a page of the contents of a resource; undefined if it cannot be read. */
  readonly read: (one: Stored, from: string) => Promise<StoredPage | undefined>;
};

export type Explorer =
  | { readonly kind: 'serving'; readonly url: string; readonly stop: () => void }
  | { readonly kind: 'failed'; readonly reason: string };

/** The difference between the application's default port and the page's. It leaves ports free for a second application. */
const PORT_DISTANCE = 100;

/** The largest form: a body of the maximum size that the gateway accepts, in base64. */
const LONGEST_FORM = MAX_REQUEST_BYTES * 1.5;

const { createServer } = process.getBuiltinModule('node:http');

export async function startExplorer(options: ExplorerOptions): Promise<Explorer> {
  const explorer = createExplorer(options);
  const usual = options.appPort + PORT_DISTANCE;
  const listening = await listen({
    host: '127.0.0.1',
    port: options.port,
    usualPort: usual > 65_535 ? 0 : usual,
    createServer: () => createServer(explorer.handle),
  });
  if (listening.kind === 'failed') {
    return {
      kind: 'failed',
      reason: listening.diagnostics.map(({ message }) => message).join(' '),
    };
  }
  return {
    kind: 'serving',
    url: `http://127.0.0.1:${listening.port}`,
    stop: () => {
      explorer.stop();
      listening.servers.forEach(close);
    },
  };
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}

type Handler = {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly stop: () => void;
};

/** Handles a form. Resolves to undefined if it has written the response itself. */
type Task = (
  text: string,
  response: ServerResponse,
) => Promise<{ readonly value: unknown } | { readonly problem: string } | undefined>;

function withSendForm(task: (form: SendForm, response: ServerResponse) => Promise<unknown>): Task {
  return async (text, response) => {
    const read = readSendForm(text);
    if ('problem' in read) return read;
    const value = await task(read.form, response);
    return value === undefined ? undefined : { value };
  };
}

/** Creates the handler of the page's requests. */
function createExplorer(options: ExplorerOptions): Handler {
  const { feed, access, url, isOpen, isWatching } = options;
  const files = openPageFiles(options.pages);
  const shown = createShownFeed(options.root);
  const host = new URL(url).host;
  // Identifies this server to a page, so that the page does not confuse a revision of another server's document with one of
  // this server.
  const started = Date.now().toString(36);
  let builds = 0;
  let descriptions = 0;
  const onlookers = new Set<() => void>();
  const describer = createAppDescriber(options.describer, () => {
    descriptions += 1;
    for (const tell of onlookers) tell();
  });
  let counted = feed.state().app;
  const build = (): string => `${started}-${builds}`;
  const revision = (): string => `${build()}-${descriptions}`;
  feed.listen({
    onState: ({ app }) => {
      if (app !== counted) builds += 1;
      counted = app;
    },
    onRequest: () => undefined,
  });

  const caller = (): LocalCaller => ({
    apiKey: access.apiKey,
    credentials: access.credentials,
    region: options.region,
    manifest: feed.state().app?.manifest,
  });
  const describeBuild = (): void => {
    const { app } = feed.state();
    if (app) describer.describe({ directory: options.root, stage: app.config.stage }, builds);
  };
  const readDocument = async (): Promise<unknown> => {
    describeBuild();
    await describer.first();
    const { app } = feed.state();
    const settings = { url, isOpen, isWatching, apiKey: access.apiKey };
    const stored = options.stored && { stored: options.stored.all() };
    const document = app && { ...documentOf(app, settings, describer.document()), ...stored };
    return { revision: revision(), document: document ?? null };
  };
  const requestFacts = (): Parameters<typeof shown.request>[1] => {
    const manifest = feed.state().app?.manifest;
    const schemes = describer.document()?.components?.securitySchemes ?? {};
    return { manifest, secrets: secretNames(schemes, manifest?.authorizers ?? []) };
  };
  const readStored = async (query: string, response: ServerResponse): Promise<void> => {
    const asked = new URLSearchParams(query);
    const one = options.stored?.all().find(({ id }) => id === asked.get('id'));
    const page = one && (await options.stored?.read(one, asked.get('from') ?? ''));
    if (page) respondJson(response, 200, page);
    else respondJson(response, 404, { message: 'The cloud does not have it now.' });
  };
  const download = async (response: ServerResponse): Promise<void> => {
    describeBuild();
    await describer.newest();
    const document = describer.document();
    if (!document) {
      respondJson(response, 404, { message: 'The application has not been described yet.' });
      return;
    }
    response.setHeader('Content-Disposition', 'attachment; filename="openapi.json"');
    respond(response, 'application/json', Buffer.from(indentedJson(document)));
  };
  const openEvents = (response: ServerResponse): void => {
    const tellState = (): void => {
      stream.send('state', shown.state(feed.state(), { build: build(), revision: revision() }));
    };
    const stops = [feed.listen({ onState: tellState, onRequest: () => undefined })];
    const stream = openEventStream(response, () => {
      for (const stop of stops) stop();
      onlookers.delete(tellState);
    });
    const tellRequests = (): void => {
      if (response.destroyed) return;
      const facts = requestFacts();
      stream.send(
        'requests',
        feed.requests().map((request) => shown.request(request, facts)),
      );
      const onRequest: FeedListener['onRequest'] = (request, contents) => {
        // A page that reads too slowly receives only the lines of its list.
        const kept = stream.isBehind() ? undefined : contents;
        stream.send('request', shown.request(request, { ...requestFacts(), contents: kept }));
      };
      stops.push(feed.listen({ onState: () => undefined, onRequest }));
    };
    onlookers.add(tellState);
    tellState();
    // The description says which parts of a request are secret.
    describeBuild();
    void describer.first().then(tellRequests);
  };
  const send = async (form: SendForm, response: ServerResponse): Promise<unknown> => {
    const request = await requestOf(form, caller(), host);
    const began = performance.now();
    const parts = openSentParts(response, began);
    const { answer, log } = await options.answer(request, parts.stream);
    if (!('chunks' in answer)) return sentAnswer(answer, performance.now() - began, log);
    parts.end(log);
    return undefined;
  };
  const writeCurl = async (form: SendForm): Promise<unknown> => ({
    command: await curlCommand(form, caller(), { url, isOwnCredentials: access.isOwnCredentials }),
  });
  const run: Task = async (text) => {
    const read = readRunForm(text);
    if ('problem' in read) return read;
    const { name, origin } = read.form;
    const { app } = feed.state();
    const own = app && eventFunctionsOf(app).find((each) => each.name === name);
    const source = own?.origins[origin];
    if (!source) return { problem: `No function ${name} gets such events now.` };
    const { kind, title } = source;
    const { event } = read;
    const time = Date.now();
    const ran = await options.call(name, event);
    feed.add(servedRun({ ...ran, name, kind, title, event, time }));
    return { value: eventRun(kind, event, ran) };
  };
  const tasks = new Map<string, Task>([
    ['/send', withSendForm(send)],
    ['/curl', withSendForm(writeCurl)],
    ['/run', run],
  ]);

  const get = async (path: string, query: string, response: ServerResponse): Promise<void> => {
    if (path === '/events') openEvents(response);
    else if (path === '/document') respondJson(response, 200, await readDocument());
    else if (path === '/stored') await readStored(query, response);
    else if (path === '/openapi.json') await download(response);
    else {
      const file = await files.find(path);
      if (!file) respondJson(response, 404, { message: 'The explorer has no such page.' });
      else respond(response, file.type, file.bytes);
    }
  };
  const post = (path: string, request: IncomingMessage, response: ServerResponse): void => {
    const task = tasks.get(path);
    if (!task) {
      respondJson(response, 404, { message: 'The explorer has no such page.' });
      return;
    }
    readBody(request, {
      limit: LONGEST_FORM,
      onBody: (body) => {
        if (body === 'too-long') {
          response.shouldKeepAlive = false;
          respondJson(response, 413, { message: 'The body is longer than the gateway takes.' });
          return;
        }
        answering(response, async () => {
          const done = await task(Buffer.from(body).toString('utf8'), response);
          if (!done) return;
          if ('problem' in done) respondJson(response, 400, { message: done.problem });
          else respondJson(response, 200, done.value);
        });
      },
    });
  };

  const handle: Handler['handle'] = (request, response) => {
    for (const [name, value] of HEADERS) response.setHeader(name, value);
    const refusal = refusalOf(request);
    const [path = '', query = ''] = (request.url ?? '/').split('?');
    if (refusal !== undefined) respondJson(response, 403, { message: refusal });
    else if (request.method === 'GET') answering(response, () => get(path, query, response));
    else if (request.method === 'POST') post(path, request, response);
    else respondJson(response, 405, { message: 'The explorer takes GET and POST.' });
  };
  return { handle, stop: describer.stop };
}

/**
 * The page loads nothing from other sites, never interprets a string as HTML, and cannot be embedded or read by other pages.
 */
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  [
    'Content-Security-Policy',
    [
      "default-src 'self'",
      // A response may be an image.
      "img-src 'self' blob:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  ],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
];

/** An error in the explorer is shown on its page. It does not stop the server of the application. */
function answering(response: ServerResponse, work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    const message = `The explorer failed, which is a bug in it: ${String(error)}`;
    if (response.headersSent) response.destroy();
    else respondJson(response, 500, { message });
  });
}

function respondJson(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  respond(response, 'application/json', Buffer.from(JSON.stringify(value)));
}

function respond(response: ServerResponse, type: string, bytes: Uint8Array): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}
