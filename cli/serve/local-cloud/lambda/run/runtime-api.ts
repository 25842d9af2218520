// A small Lambda Runtime API (docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html): passes events to a runtime and receives
// its results, one at a time.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Invocation = {
  /** A UUID. */
  readonly id: string;
  readonly functionArn: string;
  /** JSON text. */
  readonly payload: string;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Receives the output of a streaming handler, which waits for each call. If it throws, the connection is closed. */
  readonly onChunk?: (chunk: Buffer) => Promise<void> | void;
};

/** How an invocation ended; bodies are JSON text. */
export type Outcome =
  | { readonly kind: 'response'; readonly body: string }
  /** The output of a streaming handler was passed to `onChunk`. If the stream failed, `failure` comes from its trailers. */
  | { readonly kind: 'streamed'; readonly failure: string | undefined }
  | { readonly kind: 'error'; readonly body: string }
  | { readonly kind: 'exited'; readonly code: number | null };

export type RuntimeApi = {
  /** `host:port`, the value of AWS_LAMBDA_RUNTIME_API. */
  readonly address: string;
  /** Resolves when the runtime has loaded its modules and requested its first event, or has exited. */
  readonly initialized: Promise<void>;
  readonly invoke: (invocation: Invocation) => Promise<Outcome>;
  /** Resolves when the runtime requests the next event, or has exited. Until then, it may still write to its log. */
  readonly rested: () => Promise<void>;
  readonly exited: (code: number | null) => void;
  readonly close: () => void;
};

type Pending = Invocation & { readonly settle: (outcome: Outcome) => void };

export async function startRuntimeApi(): Promise<RuntimeApi> {
  const queued: Pending[] = [];
  const running = new Map<string, Pending>();
  const waiting: ServerResponse[] = [];
  let resting: (() => void)[] = [];
  let gone: Outcome | undefined;
  let initialize = (): void => undefined;
  const initialized = new Promise<void>((resolve) => (initialize = resolve));

  const hand = (): void => {
    while (queued.length > 0 && waiting.length > 0) {
      const invocation = queued.shift();
      const response = waiting.shift();
      if (!invocation || !response) return;
      running.set(invocation.id, invocation);
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Lambda-Runtime-Aws-Request-Id': invocation.id,
        'Lambda-Runtime-Deadline-Ms': String(invocation.deadline),
        'Lambda-Runtime-Invoked-Function-Arn': invocation.functionArn,
        'Lambda-Runtime-Trace-Id': 'Root=1-0-0',
      });
      response.end(invocation.payload);
    }
  };
  const settle = (id: string, outcome: Outcome): void => {
    running.get(id)?.settle(outcome);
    running.delete(id);
  };
  const rest = (): void => {
    for (const resume of resting) resume();
    resting = [];
  };
  const endAll = (outcome: Outcome): void => {
    gone ??= outcome;
    initialize();
    for (const invocation of [...queued.splice(0), ...running.values()]) invocation.settle(outcome);
    running.clear();
    rest();
  };

  const server = createServer((request, response) => {
    const [, id = '', what] = /invocation\/(?:([^/]+)\/)?(\w+)$/.exec(request.url ?? '') ?? [];
    if (what === 'next') {
      initialize();
      waiting.push(response);
      rest();
      hand();
      return;
    }
    if (request.headers['lambda-runtime-function-response-mode'] === 'streaming') {
      const { socket } = request;
      void readStream(request, running.get(id)?.onChunk).then((outcome) => {
        if (!socket.destroyed) response.writeHead(202).end('{}');
        settle(id, outcome);
      });
      return;
    }
    void readText(request).then((body) => {
      response.writeHead(202).end('{}');
      if (what === 'response') settle(id, { kind: 'response', body });
      else if (what === 'error' && id) settle(id, { kind: 'error', body });
      else endAll({ kind: 'error', body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // because it listens on TCP

  return {
    address: `127.0.0.1:${port}`,
    initialized,
    invoke: (invocation) =>
      new Promise((resolve) => {
        if (gone) {
          resolve(gone);
          return;
        }
        queued.push({ ...invocation, settle: resolve });
        hand();
      }),
    rested: () =>
      new Promise((resolve) => {
        if (gone || waiting.length > 0) resolve();
        else resting.push(resolve);
      }),
    exited: (code) => endAll({ kind: 'exited', code }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // because no encoding is set
  return Buffer.concat(chunks).toString();
}

async function readStream(
  request: IncomingMessage,
  onChunk: Invocation['onChunk'] = () => undefined,
): Promise<Outcome> {
  const { socket } = request; // read now, because the request no longer has a socket after it ends
  try {
    for await (const chunk of request) await onChunk(chunk as Buffer); // because no encoding is set
  } catch (error) {
    socket.destroy();
    const broken = { errorType: 'Runtime.BrokenStream', errorMessage: String(error) };
    return { kind: 'streamed', failure: JSON.stringify(broken) };
  }
  const {
    'lambda-runtime-function-error-type': type,
    'lambda-runtime-function-error-body': body = '',
  } = request.trailers;
  const failure = type === undefined ? undefined : Buffer.from(body, 'base64').toString();
  return { kind: 'streamed', failure };
}
