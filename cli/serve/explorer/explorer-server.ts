// The explorer of `framework local`: a page about the application (docs/decisions/explorer.md). It listens only on 127.0.0.1,
// regardless of the host of the application, because it has the application's keys.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { indentedJson } from '../../../compiler/json-values.js';
import { MAX_REQUEST_BYTES } from '../gateway/index.js';
import { closeServers, listen } from '../local/listen.js';
import type { LocalAccess } from '../local/local-access.js';
import type { LocalServer } from '../local/local-server.js';
import { createHostCheck, readBody } from '../local/http-server.js';
import { type FeedListener, servedRun, type ServerFeed } from '../local/server-feed.js';
import { createAppDescriber } from './app-describer.js';
import { documentOf } from './document-of-build.js';
import { eventRun, readRunForm, eventFunctionsOf } from './event-run.js';
import type { SendForm, Stored, StoredPage } from './explorer-document.js';
import { type LocalCaller, requestOf, readSendForm, curlCommand } from './form-request.js';
import { sentAnswer, openSentParts } from './sent-answer.js';
import { createShownFeed, secretNames } from './shown-feed.js';

export type ExplorerOptions = Pick<LocalServer, 'url' | 'answer' | 'call'> & {
  /** The port; 0 for any free port; undefined for the default port or, if it is in use, the next free one. */
  readonly port: number | undefined;
  readonly appPort: number;
  readonly root: string;
  readonly region: string;
  readonly access: LocalAccess;
  readonly isOpen: boolean;
  readonly isWatching: boolean;
  readonly feed: ServerFeed;
  /** Set with `--cloud`. */
  readonly stored?: StoredData | undefined;
  readonly pages: URL;
  /** The URL of the script that is built from `describer.ts`. */
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
    const reason = listening.diagnostics.map(({ message }) => message).join(' ');
    return { kind: 'failed', reason };
  }
  return {
    kind: 'serving',
    url: `http://127.0.0.1:${listening.port}`,
    stop: () => {
      explorer.stop();
      closeServers(listening.servers);
    },
  };
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

function createExplorer(options: ExplorerOptions): Handler {
  const { feed, access, url, isOpen, isWatching } = options;
  const findFile = openPageFiles(options.pages);
  const shown = createShownFeed(options.root);
  const host = new URL(url).host;
  // Makes revisions unique to this server, so that a page does not take a revision from a previous server for a current one.
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
  });

  const caller = (): LocalCaller => ({
    ...access,
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
    else respondJson(response, 404, { message: 'The cloud does not contain it at the moment.' });
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
    const tellState = (): void =>
      stream.send('state', shown.state(feed.state(), { build: build(), revision: revision() }));
    const stops = [feed.listen({ onState: tellState })];
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
        // A page that reads too slowly receives the requests without their contents.
        const kept = stream.isBehind() ? undefined : contents;
        stream.send('request', shown.request(request, { ...requestFacts(), contents: kept }));
      };
      stops.push(feed.listen({ onRequest }));
    };
    onlookers.add(tellState);
    tellState();
    // Requests are sent only once the application has been described, because its security schemes name the secrets.
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
    command: await curlCommand(form, caller(), url),
  });
  const run: Task = async (text) => {
    const read = readRunForm(text);
    if ('problem' in read) return read;
    const { name, origin } = read.form;
    const { app } = feed.state();
    const own = app && eventFunctionsOf(app).find((each) => each.name === name);
    const source = own?.origins[origin];
    if (!source) return { problem: `No function ${name} receives such events at the moment.` };
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
      const file = await findFile(path);
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
    readBody(request, LONGEST_FORM, (body) => {
      if (body === 'too-long') {
        response.shouldKeepAlive = false;
        respondJson(response, 413, { message: 'The body is larger than the gateway accepts.' });
        return;
      }
      answering(response, async () => {
        const done = await task(Buffer.from(body).toString('utf8'), response);
        if (!done) return;
        if ('problem' in done) respondJson(response, 400, { message: done.problem });
        else respondJson(response, 200, done.value);
      });
    });
  };

  const handle: Handler['handle'] = (request, response) => {
    for (const [name, value] of HEADERS) response.setHeader(name, value);
    const refusal = refusalOf(request);
    const [path = '', query = ''] = (request.url ?? '/').split('?');
    if (refusal !== undefined) respondJson(response, 403, { message: refusal });
    else if (request.method === 'GET') answering(response, () => get(path, query, response));
    else if (request.method === 'POST') post(path, request, response);
    else respondJson(response, 405, { message: 'The explorer accepts GET and POST.' });
  };
  return { handle, stop: describer.stop };
}

/** The page loads nothing from other sites, never interprets a string as HTML, and cannot be embedded or read by others. */
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
    const message = `The explorer failed; this is a bug in the explorer: ${String(error)}`;
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

// Sends server-sent events, with one stream for each open page (html.spec.whatwg.org/multipage/server-sent-events.html).

type EventStream = {
  readonly send: (event: string, data: unknown) => void;
  readonly isBehind: () => boolean;
};

/** If the stream is interrupted, the page reconnects after `RETRY`. */
function openEventStream(response: ServerResponse, onClose: () => void): EventStream {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(`retry: ${RETRY}\n\n`);
  response.once('close', onClose);
  return {
    send: (event, data) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    isBehind: () => response.writableLength > MOST_UNREAD,
  };
}

const MOST_UNREAD = 4 * 1024 * 1024; // In bytes.
const RETRY = 1000; // In milliseconds.

// The files of the page. They are read on the first request, so that they do not slow down the start of the server.

type PageFile = { readonly type: string; readonly bytes: Uint8Array };

const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
};

/** The returned function returns the file at a path of the explorer; undefined if there is none. */
function openPageFiles(directory: URL): (path: string) => Promise<PageFile | undefined> {
  const read = new Map<string, Promise<Uint8Array>>();
  return async (path) => {
    const entry = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
    if (!entry) return undefined;
    const [file, type] = entry;
    const content = read.get(file) ?? readFile(new URL(file, directory));
    read.set(file, content);
    return { type, bytes: await content };
  };
}

// Accepts only requests from the explorer's own page. A page on another site can send requests to 127.0.0.1, and can make its
// own domain name resolve to that address (DNS rebinding). Browsers set `Host`, `Origin` and `Sec-Fetch-Site`, so these headers
// show where a request comes from.

/** A header of the explorer's page. A page with another origin can only add it after a preflight request, which fails. */
const OWN_HEADER = 'x-framework-explorer';

const foreignHost = createHostCheck('127.0.0.1');

/** Returns why a request is rejected; undefined if it is accepted. */
export function refusalOf(request: IncomingMessage): string | undefined {
  const { headers, method } = request;
  const { host, origin } = headers;
  if (host === undefined || foreignHost(request.rawHeaders) !== undefined)
    return 'The explorer accepts requests only for localhost.';
  if (origin !== undefined && origin !== `http://${host}`)
    return 'The explorer accepts requests only from its own page.';
  const site = headers['sec-fetch-site'];
  const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit)
    return 'The explorer accepts requests only from its own page.';
  if (method === 'GET' || method === 'HEAD') return undefined;
  const isOwn = headers[OWN_HEADER] === '1' && origin !== undefined;
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  return isOwn && isJson ? undefined : 'The explorer accepts only JSON that its own page sends.';
}
