// A local proxy that connects every host to a single server that the test provides: it forwards http requests, and tunnels
// https requests to a TLS server with the certificate next to this file.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** For `NODE_EXTRA_CA_CERTS`: the certificate for iam.amazonaws.com and all hosts in eu-west-1. */
export const CERTIFICATE: string = fileURLToPath(new URL('certificate.pem', import.meta.url));

export type ProxyOptions = {
  /** The URL of the server that responds for every host. */
  readonly url: string;
  /** The required `name:password`. */
  readonly login?: string;
  /** A response to send to every request instead. */
  readonly refusal?: { readonly status: number; readonly type: string; readonly body: string };
};

export type TestProxy = {
  readonly port: number;
  /** The requested hosts, for example `CONNECT iam.amazonaws.com:443` or `GET aws.test`. */
  readonly asked: readonly string[];
};

/** Starts a proxy that is closed at the end of the test. */
export async function startProxy({ url, login, refusal }: ProxyOptions): Promise<TestProxy> {
  const { hostname, port: target } = new URL(url);
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  const refusalTo = (request: IncomingMessage): ProxyOptions['refusal'] => {
    const given = request.headers['proxy-authorization'];
    const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
    return wanted === undefined || given === wanted
      ? refusal
      : { status: 407, type: 'text/html', body: '<title>Authentication required</title>' };
  };
  const terminator = createTlsServer({
    key: readFileSync(new URL('key.pem', import.meta.url)),
    cert: readFileSync(CERTIFICATE),
  });
  terminator.on('secureConnection', (socket) => {
    const upstream = connect(Number(target), hostname);
    for (const end of [socket, upstream]) end.on('error', () => undefined);
    socket.pipe(upstream).pipe(socket);
  });
  const proxy = createServer((request, response) => {
    const { method = '', url: address = '', headers } = request;
    asked.push(`${method} ${new URL(address).hostname}`);
    const refused = refusalTo(request);
    if (refused) {
      response.writeHead(refused.status, { 'content-type': refused.type }).end(refused.body);
      return;
    }
    const { pathname, search } = new URL(address);
    const options = { host: hostname, port: target, method, path: pathname + search, headers };
    const forwarded = send(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    socket.on('error', () => undefined);
    const refused = refusalTo(request);
    if (refused) {
      const { status, type, body } = refused;
      const head = `HTTP/1.1 ${status} No\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}`;
      socket.end(`${head}\r\n\r\n${body}`);
      return;
    }
    const tunnel = connect(portOf(terminator), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
    });
    tunnel.on('error', () => undefined);
  });
  for (const server of [proxy, terminator]) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
  }
  return { port: portOf(proxy), asked };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // because it listens on TCP
}
