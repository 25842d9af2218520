// A small Lambda Runtime API (docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html): hands events to a runtime and
// takes what it posts back, one at a time as Lambda does.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How an invocation ended. */
export type Outcome =
  | { readonly kind: 'response'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'exited'; readonly code: number | null };

export type RuntimeApi = {
  /** `host:port`, the value of AWS_LAMBDA_RUNTIME_API. */
  readonly address: string;
  readonly invoke: (event: unknown) => Promise<Outcome>;
  /** Ends what is running: the runtime has gone. */
  readonly exited: (code: number | null) => void;
  readonly close: () => void;
};

type Invocation = {
  readonly id: string;
  readonly event: unknown;
  readonly settle: (outcome: Outcome) => void;
};

export async function startRuntimeApi(): Promise<RuntimeApi> {
  const queued: Invocation[] = [];
  const running = new Map<string, Invocation>();
  const waiting: ServerResponse[] = [];
  let count = 0;

  const hand = (): void => {
    while (queued.length > 0 && waiting.length > 0) {
      const invocation = queued.shift();
      const response = waiting.shift();
      if (!invocation || !response) return;
      running.set(invocation.id, invocation);
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Lambda-Runtime-Aws-Request-Id': invocation.id,
        'Lambda-Runtime-Deadline-Ms': String(Date.now() + 3000),
        'Lambda-Runtime-Invoked-Function-Arn':
          'arn:aws:lambda:us-east-1:123456789012:function:conformance',
        'Lambda-Runtime-Trace-Id': 'Root=1-0-0',
      });
      response.end(JSON.stringify(invocation.event));
    }
  };
  const settle = (id: string, outcome: Outcome): void => {
    running.get(id)?.settle(outcome);
    running.delete(id);
  };
  const endAll = (outcome: Outcome): void => {
    for (const invocation of [...queued.splice(0), ...running.values()]) invocation.settle(outcome);
    running.clear();
  };

  const server = createServer((request, response) => {
    const [, id = '', what] = /invocation\/(?:([^/]+)\/)?(\w+)$/.exec(request.url ?? '') ?? [];
    if (what === 'next') {
      waiting.push(response);
      hand();
      return;
    }
    void readJson(request).then((value) => {
      response.writeHead(202).end('{}');
      if (what === 'response') settle(id, { kind: 'response', value });
      else if (what === 'error' && id) settle(id, { kind: 'error', error: value });
      else endAll({ kind: 'error', error: value });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // because it listens on TCP

  return {
    address: `127.0.0.1:${port}`,
    invoke: (event) =>
      new Promise((resolve) => {
        count += 1;
        const id = `00000000-0000-0000-0000-${String(count).padStart(12, '0')}`;
        queued.push({ id, event, settle: resolve });
        hand();
      }),
    exited: (code) => endAll({ kind: 'exited', code }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // because no encoding is set
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
}
