// The port of a cloud: HTTP/1.1, and HTTP/2 without TLS, which the SDK client of Kinesis uses without negotiation.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

export type Listener = {
  /** Listens on the port of 127.0.0.1; 0 selects a free port. */
  readonly listen: (port: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** The connection of a caller that pauses, at a prompt or under load, must stay open. */
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
    // The server adds its error handler later; a client may disconnect before.
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
