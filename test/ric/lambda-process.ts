// Runs a deployable folder as Lambda does: in a process with AWS's own runtime interface client, to which a runtime API sends
// events.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { startRuntimeApi } from '../../cli/serve/local-cloud/lambda/run/runtime-api.js';
import { type RuntimeClient, runtimeArguments } from './runtime-client.js';

/** How an invocation ended, with the response parsed as JSON. */
export type Outcome =
  | { readonly kind: 'response'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'exited'; readonly code: number | null };

export type LambdaProcess = {
  readonly invoke: (event: unknown) => Promise<Outcome>;
  /** Calls a streaming handler. Returns the reason why the stream failed; undefined if it ended normally. */
  readonly stream: (
    event: unknown,
    onChunk: (chunk: Buffer) => Promise<void> | void,
  ) => Promise<string | undefined>;
  /** Resolves when the process requests the next event. */
  readonly rested: () => Promise<void>;
  /** Returns what the process has written to its standard output and error so far. */
  readonly output: () => string;
  readonly stop: () => void;
};

export type LambdaOptions = {
  /** The client that runs the function; defaults to AWS's client. */
  readonly client?: RuntimeClient;
  /** The path of the Node.js executable. */
  readonly node: string;
  readonly directory: string;
  /** For example `index.handler`. */
  readonly handler: string;
  /** The number of requests to serve concurrently in one thread, as in Lambda Managed Instances; by default, one at a time. */
  readonly concurrency?: number;
  /** Additional environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** Starts the process, which loads the handler immediately, as in Lambda. */
export async function startLambda(options: LambdaOptions): Promise<LambdaProcess> {
  const { node, directory, handler, concurrency, variables } = options;
  const api = await startRuntimeApi();
  const child = spawn(node, runtimeArguments(options.client ?? 'aws'), {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      AWS_LAMBDA_RUNTIME_API: api.address,
      LAMBDA_TASK_ROOT: directory,
      _HANDLER: handler,
      AWS_LAMBDA_FUNCTION_NAME: 'conformance',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_LAMBDA_LOG_GROUP_NAME: 'group',
      AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
      AWS_REGION: 'us-east-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      ...(concurrency !== undefined && {
        AWS_LAMBDA_MAX_CONCURRENCY: String(concurrency),
        AWS_LAMBDA_NODEJS_WORKER_COUNT: '1',
      }),
      ...variables,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.on('exit', (code) => api.exited(code));
  const invocationOf = (event: unknown) => ({
    id: randomUUID(),
    functionArn: 'arn:aws:lambda:us-east-1:123456789012:function:conformance',
    payload: JSON.stringify(event),
    deadline: Date.now() + 60_000,
  });
  return {
    stream: async (event, onChunk) => {
      const outcome = await api.invoke({ ...invocationOf(event), onChunk });
      if (outcome.kind === 'streamed') return outcome.failure;
      throw new Error(`${JSON.stringify(outcome)}\n${output}`);
    },
    invoke: async (event) => {
      const outcome = await api.invoke(invocationOf(event));
      if (outcome.kind === 'exited') return outcome;
      if (outcome.kind === 'streamed') throw new Error(`${handler} streams its response`);
      const value: unknown = JSON.parse(outcome.body);
      return outcome.kind === 'response'
        ? { kind: 'response', value }
        : { kind: 'error', error: value };
    },
    rested: api.rested,
    output: () => output,
    stop: () => {
      child.kill();
      api.close();
    },
  };
}
