// `createStreamHandler`: the Lambda handler for views that stream (docs/decisions/streaming.md). Nothing is written before the
// first chunk, so an error before that is an ordinary response.
import type { Application } from './application.js';
import { JSON_TYPE } from './contract/media-types.js';
import type { LambdaContext, ProxyEvent } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { answerError } from './error-answer.js';
import { mapFrames } from './error-text.js';
import { handlerOf, onlyApplication } from './handler.js';
import { identified } from './json-log.js';
import { type Streamed, undeclared } from './streams.js';
import { limited } from './time-limit.js';

/** The output of a streaming handler: a writable stream, as created by Lambda. */
export type ResponseStream = Pick<NodeJS.WritableStream, 'once' | 'on'> & {
  readonly writableNeedDrain?: boolean;
  write(chunk: string | Uint8Array): boolean;
  end(chunk?: string | Uint8Array): unknown;
  /** Sets the content type of the output. Only Lambda's streams have this method. */
  setContentType?(type: string): void;
};

/** A handler that streams the response to an API event. Rejects if the stream fails after its first chunk. */
export type StreamHandler = (
  event: ProxyEvent,
  responseStream: ResponseStream,
  context?: LambdaContext,
) => Promise<void>;

/** Marks a handler as Lambda's `streamifyResponse` does. That function is a global that exists only in Lambda. */
const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming');

/** The milliseconds without output after which a stream of events sends a comment, because gateways close idle connections. */
const SILENCE = 15_000;

/**
 * Creates the streaming Lambda handler for an application. The application defaults to the only one in the process.
 * @example
 * ```ts
 * import './app.js';
 * import { createStreamHandler } from 'framework';
 *
 * export const stream = createStreamHandler();
 * ```
 */
export function createStreamHandler(app: Application = onlyApplication()): StreamHandler {
  const handle = streamHandlerOf(app);
  const stream: StreamHandler = (event, out, context) => {
    // Lambda passes on any event, which may not be an object.
    if (Object(event) === event) undeclared.add(event);
    return handle(event, out, context);
  };
  return Object.assign(stream, { [STREAMING]: 'response' });
}

/** Returns an application's streaming handler, for bundles. */
export function streamHandlerOf(app: Application): StreamHandler {
  const handle = handlerOf(app);
  return Object.assign(
    $uses.parts.$jsonLogs
      ? (event: ProxyEvent, out: ResponseStream, context?: LambdaContext) =>
          identified(() => serveStream({ app, handle, event, out, context }))(event, context)
      : (event: ProxyEvent, out: ResponseStream, context?: LambdaContext) =>
          serveStream({ app, handle, event, out, context }),
    { [STREAMING]: 'response' },
  );
}

type Serving = {
  readonly app: Application;
  readonly handle: ReturnType<typeof handlerOf>;
  readonly event: ProxyEvent;
  readonly out: ResponseStream;
  readonly context: LambdaContext | undefined;
};

/** The state of a stream while it is being served. All members except `isOver` are for metrics. */
type Serve = {
  isOver: boolean;
  began?: number;
  firstByte?: number;
  error?: 1;
  streamed?: Streamed;
};

async function serveStream({ app, handle, event, out, context }: Serving): Promise<void> {
  // Lambda passes on any event, which may not be an object.
  const limit = $uses.request.signal && Object(event) === event && limited(event, context);
  const state: Serve = { isOver: false };
  if ($uses.settings.metrics) state.began = performance.now();
  let resume: (() => void) | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  out
    .on('drain', () => resume?.())
    // Without a listener, an error would end the process. After the error, the stream closes.
    .on('error', () => undefined)
    // The client disconnected, or the stream has ended.
    .on('close', () => {
      if ($uses.request.signal && limit && !state.isOver) limit.abort();
      state.isOver = true;
      resume?.();
    });
  try {
    const { body, isBase64Encoded, $stream, ...head } = await handle(event);
    out.setContentType?.('application/vnd.awslambda.http-integration-response');
    out.write(JSON.stringify(head) + '\0'.repeat(8));
    if ($stream) {
      if ($uses.settings.metrics) {
        state.streamed = $stream;
        state.firstByte = Math.round((performance.now() - (state.began ?? 0)) * 100) / 100;
      }
      if ($uses.code.$streamEvents && (!$uses.code.$streamMixed || $stream.kind === 'sse'))
        heartbeat = setInterval(() => {
          if (!out.writableNeedDrain) out.write(':\n\n');
        }, SILENCE);
      let step = $stream.first;
      while (!step.done && !state.isOver) {
        if (!out.write(step.value)) await new Promise<void>((resolve) => (resume = resolve));
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- because a client may leave during the wait
        if (state.isOver) break;
        if ($uses.code.$streamEvents) heartbeat?.refresh();
        step = await $stream.chunks.next();
      }
      await $stream.chunks.return();
    } else if ($uses.parts.Response || $uses.app.binaryTypes)
      out.write(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
    else out.write(body);
    state.isOver = true;
    out.end();
  } catch (error) {
    // An error that a view throws because its signal was aborted is not a failure.
    if ($uses.request.signal && state.isOver && (error as Error | null)?.name === 'AbortError')
      return;
    const answer = answerError(error, { app, event, cors: undefined });
    if (state.isOver) return;
    state.isOver = true;
    if ($uses.settings.metrics) state.error = 1;
    if ($uses.code.$streamEvents && heartbeat)
      out.write(
        `event: error\ndata: ${
          $uses.app.debug && answer.headers['Content-Type'] !== JSON_TYPE
            ? JSON.stringify({ Code: 'FrameworkViewError', Message: answer.body })
            : answer.body
        }\n\n`,
      );
    // Lambda logs the stack of a thrown error, so the stack is converted to point into the source.
    if (error instanceof Error && error.stack) error.stack = mapFrames(error.stack);
    throw error;
  } finally {
    if ($uses.code.$streamEvents) clearInterval(heartbeat);
    if ($uses.request.signal && limit) limit.end();
    if ($uses.settings.metrics)
      state.streamed?.$end?.({ firstByte: state.firstByte ?? 0, error: state.error ?? 0 });
  }
}
