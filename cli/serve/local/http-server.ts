// The HTTP/1.1 server. It reads complete requests and writes complete responses. No input can end the process: a malformed
// request gets a response, and its connection is closed (docs/guide/local-server.md).
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import { headerValue, MAX_REQUEST_BYTES } from '../gateway/index.js';
import type { GatewayRequest, HeaderList, HttpAnswer } from '../gateway/index.js';
import type { StreamedAnswer } from './application.js';

/** A request. `body` is `too-long` if the client sends more than the gateway accepts; the excess is not read. */
export type IncomingRequest = Omit<GatewayRequest, 'body'> & {
  readonly body: Uint8Array | undefined | 'too-long';
};

export type Exchange = {
  /** Sends the response. Has no effect if the client has disconnected. */
  readonly respond: (answer: HttpAnswer) => void;
  /** Sends a response while it is created, at the speed of the client. If reading the chunks fails, closes the connection. */
  readonly stream: (answer: StreamedAnswer, onChunk: OnChunk) => Promise<StreamEnd>;
  readonly hasGone: () => boolean;
};

export type OnChunk = (chunk: Uint8Array) => void;

/** An error if the stream was cut off. */
export type StreamEnd = 'done' | 'gone' | Error;

export type HttpEvents = {
  readonly onRequest: (request: IncomingRequest, exchange: Exchange) => void;
  /** Called if a client disconnects before its request is complete, or sends data that is not HTTP. */
  readonly onBadRequest: (status: number, reason: string) => void;
};

/** How long an idle connection stays open, in milliseconds: longer than in common clients, so that these close it first. */
const KEEP_ALIVE = 65_000;

// An import of node:http would run all its lazy getters, which takes longer than the rest of the server's start.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

export function createHttpServer(events: HttpEvents): Server {
  const listener = requestListener(events);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE, noDelay: true }, listener);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (contentLength(request) <= MAX_REQUEST_BYTES) response.writeContinue();
    listener(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    refuse(socket, CLIENT_ERRORS[error.code ?? ''] ?? BAD_REQUEST, events);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    refuse(socket, { ...BAD_REQUEST, reason: 'CONNECT is for proxies' }, events);
  });
  return server;
}

function requestListener(events: HttpEvents): RequestListener {
  return (request, response) => {
    const exchange: Exchange = {
      respond: (answer) => send(response, answer),
      stream: (answer, onChunk) => sendStream(response, answer, onChunk),
      hasGone: () => response.destroyed,
    };
    const hand = (body: IncomingRequest['body']): void => {
      if (body === 'too-long') response.shouldKeepAlive = false;
      events.onRequest(
        {
          method: request.method ?? 'GET',
          target: originForm(request.url ?? '/'),
          headers: request.rawHeaders,
          body,
          sourceIp: plainAddress(request.socket.remoteAddress),
          protocol: request.httpVersionMinor === 0 ? 'HTTP/1.0' : 'HTTP/1.1',
          time: Date.now(),
        },
        exchange,
      );
    };
    if (!announcesBody(request)) hand(undefined);
    else if (contentLength(request) > MAX_REQUEST_BYTES) hand('too-long');
    else readBody(request, MAX_REQUEST_BYTES, hand);
  };
}

/** Reads the raw list of headers, because accessing `headers` takes more time than the rest of this file. */
function announcesBody({ rawHeaders }: IncomingMessage): boolean {
  return (
    headerValue(rawHeaders, 'content-length') !== undefined ||
    headerValue(rawHeaders, 'transfer-encoding') !== undefined
  );
}

function contentLength(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

/** Returns the path of a target that is a complete URL, which clients send to a proxy (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}

/** For an IPv4 client, the prefix `::ffff:` of the IPv4-mapped address is removed. */
function plainAddress(address: string | undefined): string {
  if (address === undefined) return '127.0.0.1';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

function send(response: ServerResponse, answer: HttpAnswer): void {
  if (response.destroyed || response.headersSent) return;
  const { status, headers, body } = answer;
  const isBodiless = status === 204 || status === 304 || response.req.method === 'HEAD';
  const length = isBodiless ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  response.writeHead(status, [...headers, ...length]);
  response.end(body);
}

async function sendStream(
  response: ServerResponse,
  { head, chunks }: StreamedAnswer,
  onChunk: OnChunk,
): Promise<StreamEnd> {
  if (!response.destroyed) response.writeHead(head.status, [...head.headers]);
  const end = await writeChunks(response, chunks, (chunk) => {
    onChunk(chunk);
    return chunk;
  });
  // A client considers the response complete only if the stream ends properly.
  if (end === 'done') response.end();
  else response.destroy();
  return end;
}

/** Writes `shown` of each chunk after the client has received the previous ones. Stops reading if the client disconnects. */
export async function writeChunks(
  response: ServerResponse,
  chunks: StreamedAnswer['chunks'],
  shown: (chunk: Uint8Array) => string | Uint8Array,
): Promise<StreamEnd> {
  let resume = (): void => undefined;
  let isGone = response.destroyed;
  response.once('close', () => {
    isGone = true;
    resume();
    void chunks.return?.();
  });
  // The `close` event reports the end of the connection.
  response.on('error', () => undefined);
  try {
    for await (const chunk of chunks) {
      if (isGone) break;
      await new Promise<void>((resolve) => {
        resume = resolve;
        response.write(shown(chunk), () => resolve());
      });
    }
  } catch (error) {
    if (!isGone) return error instanceof Error ? error : new Error(String(error));
  }
  return isGone ? 'gone' : 'done';
}

type RefusedConnection = { readonly status: number; readonly reason: string };

const BAD_REQUEST: RefusedConnection = { status: 400, reason: 'not a valid HTTP request' };

const CLIENT_ERRORS: Readonly<Record<string, RefusedConnection>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'the headers are larger than 16 KB' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'the request did not arrive in time' },
};

function refuse(socket: Duplex, refused: RefusedConnection, events: HttpEvents): void {
  const { status, reason } = refused;
  // A reset connection needs no response, and is not a problem of the application.
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  events.onBadRequest(status, reason);
  const phrase = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ message: phrase });
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

/** Reads the body to its end or to the limit in bytes, then calls `onBody`, unless the client disconnects before. */
export function readBody(
  request: IncomingMessage,
  limit: number,
  onBody: (body: Uint8Array | 'too-long') => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= limit) {
      chunks.push(chunk);
      return;
    }
    request.off('data', onData);
    request.off('end', onEnd);
    request.pause();
    onBody('too-long');
  };
  const onEnd = (): void => onBody(Buffer.concat(chunks));
  request.on('data', onData);
  request.on('end', onEnd);
  // If the client disconnects, the stream emits an error, but the connection is already closed.
  request.on('error', () => undefined);
}

/**
 * Rejects requests for other hosts, so that a page on another site cannot read responses through DNS rebinding. The returned
 * function returns the host name if it is rejected; undefined if the request is accepted.
 */
export function createHostCheck(listenHost: string): (headers: HeaderList) => string | undefined {
  const given = nameOf(listenHost);
  const isNetwork = given === '0.0.0.0' || given === '::';
  const isOurs = (name: string): boolean =>
    isLoopback(name) || (name !== '' && name === given) || (isNetwork && isOfNetwork(name));
  return (headers) =>
    headers.find(
      (host, index) =>
        index % 2 === 1 && headers[index - 1]?.toLowerCase() === 'host' && !isOurs(nameOf(host)),
    );
}

export function refuseHost(): HttpAnswer {
  const message = 'framework local accepts requests only for localhost and the name in --host';
  return {
    status: 403,
    headers: ['Content-Type', 'application/json', 'x-amzn-ErrorType', 'ForbiddenException'],
    body: JSON.stringify({ message }),
  };
}

/** Returns the host name without the port, brackets, or a trailing dot; empty for an invalid name. */
function nameOf(host: string): string {
  const text = host.trim().toLowerCase();
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  if (isIP(text) === 6) return text;
  const name = text.replace(/:\d*$/, '').replace(/\.$/, '');
  return /^[\w-]+(?:\.[\w-]+)*$/.test(name) ? name : '';
}

/** Returns true for names of this machine. Browsers resolve subdomains of `localhost` to this machine without DNS. */
function isLoopback(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** Returns true for names accepted with `--host 0.0.0.0`: IP addresses, and names outside the public DNS. */
function isOfNetwork(name: string): boolean {
  if (isIP(name) !== 0 || name === hostname().toLowerCase()) return true;
  return name !== '' && (!name.includes('.') || name.endsWith('.local'));
}
