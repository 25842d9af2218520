// A local server that replies to SDK calls with the responses that a test provides, in order, and records the calls.
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Cloud } from './cloud.js';
import { connect } from './connect.js';

/** `reset` closes the connection after reading the request. */
export type StubAnswer =
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'reset'
  | 'silence'
  /** The response body never ends. */
  | 'endless';

export type StubCall = {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly authorization: string;
};

export type Stub = {
  readonly url: string;
  readonly calls: readonly StubCall[];
  /** A Cloud whose calls are sent to the stub. */
  readonly cloud: Cloud;
  readonly abort: (reason: unknown) => void;
  readonly close: () => Promise<void>;
};

/** Starts a stub that sends the responses in order and repeats the last one. */
export async function startStub(...answers: readonly StubAnswer[]): Promise<Stub> {
  const calls: StubCall[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const answer = answers[Math.min(calls.length, answers.length - 1)] ?? 'reset';
      const { method = '', url: path = '', headers: sent } = request;
      calls.push({ method, url: path, body, authorization: sent.authorization ?? '' });
      if (answer === 'reset') request.socket.destroy();
      if (answer === 'reset' || answer === 'silence') return;
      if (answer === 'endless') {
        response.writeHead(200, { 'content-type': 'application/json' });
        Readable.from(endless()).pipe(response);
        return;
      }
      const { status, body: content = {}, headers = {} } = answer;
      response.writeHead(status, { 'x-amzn-requestid': 'request-1', ...headers });
      response.end(typeof content === 'string' ? content : JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // because it listens on a port
  const url = `http://127.0.0.1:${port}`;
  const controller = new AbortController();
  const cloud = connect({
    environment: {
      AWS_ENDPOINT_URL: `${url}/`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    },
    region: 'eu-west-1',
    signal: controller.signal,
  });
  return {
    url,
    calls,
    cloud,
    abort: (reason) => controller.abort(reason),
    close: async () => {
      cloud.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Creates an error response from a service, in JSON. */
export function refusal(status: number, name: string, message: string): StubAnswer {
  return {
    status,
    headers: { 'x-amzn-errortype': name, 'content-type': 'application/json' },
    body: { message, Message: message },
  };
}

/** Creates an error response from IAM, in XML. */
export function iamRefusal(status: number, name: string, message: string): StubAnswer {
  return {
    status,
    headers: { 'content-type': 'text/xml' },
    body: `<ErrorResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><Error><Type>Sender</Type><Code>${name}</Code><Message>${message}</Message></Error><RequestId>request-1</RequestId></ErrorResponse>`,
  };
}

function* endless(): Generator<string> {
  for (;;) yield ' '.repeat(1_000_000);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array)); // because it is binary
  return Buffer.concat(chunks).toString('utf8');
}
