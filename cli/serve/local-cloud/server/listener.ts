// The port of a cloud, and how it reads requests. It accepts HTTP/1.1, and HTTP/2 without TLS, which the SDK's Kinesis client
// uses without negotiation.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, type Socket, createServer as createTcpServer } from 'node:net';
import type { ServiceRequest } from '../service.js';

type Listener = {
  /** Listens on this port of 127.0.0.1; 0 selects a free port. */
  readonly listen: (port: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** The connection of a caller that pauses, at a prompt or under load, must stay open for this many milliseconds. */
const KEEP_ALIVE = 600_000;

export function createListener(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Listener {
  const http1 = createServer({ keepAliveTimeout: KEEP_ALIVE }, handle);
  const http2 = createHttp2Server((request, response) => {
    request.headers.host ??= request.headers[':authority'];
    // because its compatibility API has the members that are used
    handle(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The server adds its error handler later, and a client may disconnect before that.
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null; // because no encoding is set
      if (!first) return;
      socket.unshift(first);
      const isHttp2 = first.subarray(0, 3).toString('latin1') === 'PRI';
      (isHttp2 ? http2 : http1).emit('connection', socket);
    });
  });
  return {
    listen: async (port) => {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, '127.0.0.1', resolve);
      });
      return (server.address() as AddressInfo).port; // because it listens on TCP
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

export async function readRequest(
  request: IncomingMessage,
): Promise<Omit<ServiceRequest, 'region'>> {
  const [path, query] = splitOnce(request.url ?? '/', '?');
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: await readBody(request),
  };
}

/** Reads the body into one buffer of the announced length, so that a large upload is not copied. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { 'content-length': length, 'x-amz-decoded-content-length': decoded } = request.headers;
  // The decoded length does not include the checksums and lengths of the chunks.
  const announced = length ?? (decoded === undefined ? 0 : Number(decoded) * 1.02 + 65_536);
  let body = Buffer.allocUnsafe(Math.ceil(Number(announced)) || 0);
  let end = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer; // because no encoding is set
    if (end + bytes.length > body.length) {
      const larger = Buffer.allocUnsafe(Math.max(body.length * 2, end + bytes.length));
      body.copy(larger, 0, 0, end);
      body = larger;
    }
    end += bytes.copy(body, end);
  }
  return body.subarray(0, end);
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
