// `createStreamHandler`: the Lambda handler of views that stream (docs/decisions/streaming.md). Nothing is written before the
// first chunk, so that an error before it is an ordinary answer.
import type { Application } from './application.js';
import { JSON_TYPE } from './contract/media-types.js';
import type { LambdaContext, ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { answerError } from './error-answer.js';
import { mapFrames } from './error-text.js';
import { type Handler, handlerOf, onlyApplication } from './handler.js';
import { identified } from './json-log.js';
import { type Streamed, type StreamedResult, Streams, streamsOf } from './streams.js';
import { limited } from './time-limit.js';

/** What a streaming handler writes to: a writable stream, as Lambda makes it. */
export type ResponseStream = Pick<NodeJS.WritableStream, 'once' | 'on'> & {
  readonly writableNeedDrain?: boolean;
  write(chunk: string | Uint8Array): boolean;
  end(chunk?: string | Uint8Array): unknown;
  /** Sets the content type of what is written; only a stream of Lambda has it. */
  setContentType?(type: string): void;
};

/** Streams the answer to an event of an API. It rejects when the stream failed after its first chunk. */
export type StreamHandler = (
  event: ProxyEvent,
  responseStream: ResponseStream,
  context?: LambdaContext,
) => Promise<void>;

/** Milliseconds of silence after which a stream of events gets a comment, because gateways cut idle connections. */
const SILENCE = 15_000;

/**
 * Makes the streaming Lambda handler of an application; without an argument, of the only application there is.
 *
 * @example
 * ```ts
 * import './app.js';
 * import { createStreamHandler } from 'framework';
 *
 * export const stream = createStreamHandler();
 * ```
 */
export function createStreamHandler(app: Application = onlyApplication()): StreamHandler {
  return streamHandlerOf(app);
}

/** The streaming handler of an application as a bundle holds it. */
export function streamHandlerOf(app: Application): StreamHandler {
  const handle = handlerOf(app);
  const stream: StreamHandler = (event, out, context) => {
    const serve = (): Promise<void> => serveStream({ app, handle, event, out, context });
    return $uses.parts.$jsonLogs ? identified(serve)(event, context) : serve();
  };
  // What Lambda's own `streamifyResponse` does, which is a global of Lambda alone.
  return Object.assign(stream, {
    [Symbol.for('aws.lambda.runtime.handler.streaming')]: 'response',
  });
}

/**
 * The handler of an application that has streaming routes. While a route begins to stream, the gateway goes on with the earlier
 * deployment for a moment and calls this one for it: the answer is then sent whole.
 */
export function bufferedHandlerOf(app: Application): Handler {
  const handle = handlerOf(app);
  return async (event) => {
    const streams = new Streams();
    // Lambda passes whatever it is sent.
    if (Object(event) === event) streamsOf.set(event, streams);
    try {
      const { $stream, ...result }: StreamedResult = await handle(event);
      if (!$stream || event.httpMethod === 'HEAD') return result;
      const chunks: Uint8Array[] = [];
      for (let chunk = $stream.first; chunk !== undefined; chunk = await $stream.next())
        chunks.push(Buffer.from(chunk));
      // The gateway decodes only types that it takes for binary.
      const isBase64Encoded = $stream.kind === 'bytes';
      const body = Buffer.concat(chunks).toString(isBase64Encoded ? 'base64' : 'utf8');
      return { ...result, body, isBase64Encoded };
    } catch (error) {
      return answerError(error, { app, event, cors: undefined });
    } finally {
      await streams.end();
    }
  };
}

type Serving = {
  readonly app: Application;
  readonly handle: Handler;
  readonly event: ProxyEvent;
  readonly out: ResponseStream;
  readonly context: LambdaContext | undefined;
};

async function serveStream({ app, handle, event, out, context }: Serving): Promise<void> {
  const streams = new Streams();
  // Lambda passes whatever it is sent.
  const isObject = Object(event) === event;
  if (isObject) streamsOf.set(event, streams);
  const limit = $uses.request.signal && isObject ? limited(event, context) : undefined;
  const fail = (error: unknown): ProxyResult => answerError(error, { app, event, cors: undefined });
  // What a view throws because its signal was aborted is no failure.
  const failGone = (error: unknown): void => {
    if ((error as Partial<Error> | null)?.name !== 'AbortError') fail(error);
  };
  const state = { isGone: false, isDone: false };
  const isOpen = (): boolean => !state.isGone;
  let resume = (): void => undefined;
  out.on('drain', () => resume());
  // The consumer went away, which `close` tells too. Without a listener, an error would end the process.
  out.on('error', () => undefined);
  out.on('close', () => {
    if (state.isDone) return;
    state.isGone = true;
    if ($uses.request.signal) limit?.abort();
    streams.end().catch(failGone);
    resume();
  });
  let streamed: Streamed | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    const result: StreamedResult = await handle(event);
    if (result.$stream && !($uses.code.$head && event.httpMethod === 'HEAD'))
      streamed = result.$stream;
    out.setContentType?.('application/vnd.awslambda.http-integration-response');
    const { statusCode, headers, multiValueHeaders } = result;
    out.write(`${JSON.stringify({ statusCode, headers, multiValueHeaders })}${'\0'.repeat(8)}`);
    if (!streamed) {
      out.write(Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'));
    } else {
      if ($uses.code.$streamEvents && streamed.kind === 'sse')
        heartbeat = setInterval(() => {
          if (!out.writableNeedDrain) out.write(':\n\n');
        }, SILENCE).unref();
      let chunk = streamed.first;
      while (chunk !== undefined && isOpen()) {
        if (chunk.length > 0 && !out.write(chunk) && isOpen())
          await new Promise<void>((resolve) => (resume = resolve));
        if ($uses.code.$streamEvents) heartbeat?.refresh();
        chunk = await streamed.next();
      }
    }
    state.isDone = true;
    out.end();
  } catch (error) {
    if (state.isGone) {
      failGone(error);
      return;
    }
    state.isDone = true;
    const { body, headers } = fail(error);
    if ($uses.code.$streamEvents && streamed?.kind === 'sse') {
      const isPlain = $uses.app.debug && headers['Content-Type'] !== JSON_TYPE;
      const data = isPlain ? JSON.stringify({ Code: 'FrameworkViewError', Message: body }) : body;
      out.write(`event: error\ndata: ${data}\n\n`);
    }
    // Lambda logs the stack of what is raised: let it point into the source.
    if (error instanceof Error && error.stack) error.stack = mapFrames(error.stack);
    throw error;
  } finally {
    if ($uses.code.$streamEvents) clearInterval(heartbeat);
    if ($uses.request.signal) limit?.end();
    await streams.end().catch(failGone);
  }
}
