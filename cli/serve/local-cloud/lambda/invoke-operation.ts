// Invoke: the caller waits for the result, or Lambda queues the event and runs the function later. InvokeWithResponseStream:
// the result is sent as a stream of events.
import { crc32 } from 'node:zlib';
import {
  checkCreated,
  type FunctionBook,
  findVersion,
  type LambdaAnswer,
  type LambdaCall,
  type LambdaOperations,
  calledName,
} from './function-book.js';
import { RefusedCall } from '../service.js';
import { failed } from '../members.js';
import { validation } from './members.js';
import type { Execution } from './run/execution-environment.js';
import type { FunctionRunner } from './run/function-runner.js';

export const SYNCHRONOUS_LIMIT: number = 6 * 1024 * 1024;
const ASYNCHRONOUS_LIMIT = 1024 * 1024;
const TAIL = 4096;
/** The maximum size of a stream, in bytes: docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html */
const STREAM_LIMIT = 200 * 1024 * 1024;

/** Sends an event to a function in the background; undefined if failed events are not retried. */
export type SendLater = ((arn: string, event: unknown) => void) | undefined;

export function createInvokeOperations(
  runner: FunctionRunner,
  sendLater?: SendLater,
): LambdaOperations {
  return {
    Invoke: {
      http: 'POST /2015-03-31/functions/{name}/invocations',
      action: 'lambda:InvokeFunction',
      run: (call, book) => invoke(call, book, { runner, answer, sendLater }),
    },
    InvokeWithResponseStream: {
      http: 'POST /2021-11-15/functions/{name}/response-streaming-invocations',
      action: 'lambda:InvokeFunction',
      run: (call, book) => invoke(call, book, { runner, answer: streamedAnswer, sendLater }),
    },
  };
}

type Invoking = {
  readonly runner: FunctionRunner;
  readonly answer: (invoked: Invoked) => LambdaAnswer;
  readonly sendLater: SendLater;
};

/** The result for a caller that waits. */
type Invoked = {
  readonly ended: Execution;
  /** The output of a streaming handler. */
  readonly chunks: readonly Buffer[];
  readonly version: string;
  /** The end of the log; undefined if the caller does not request it. */
  readonly tail: string | undefined;
};

async function invoke(
  call: LambdaCall,
  book: FunctionBook,
  { runner, answer: answerOf, sendLater }: Invoking,
): Promise<LambdaAnswer> {
  const type = call.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  checkInvocationType(type);
  const name = calledName(call, book);
  const { owner, version } = findVersion(book, name);
  checkCreated(owner.latest, book.clock);
  const payload = readPayload(call.body, type);
  if (type === 'DryRun') return { status: 204 };
  const arn = name.qualifier === undefined ? owner.arn : `${owner.arn}:${name.qualifier}`;
  if (type === 'Event' && sendLater) {
    sendLater(arn, JSON.parse(payload));
    return { status: 202 };
  }
  const chunks: Buffer[] = [];
  const onChunk = (chunk: Buffer): void => {
    chunks.push(chunk);
  };
  const execution = runner.run({ owner, version, arn, payload, onChunk });
  if (!execution) throw throttled();
  // The caller of an event does not receive the outcome, which appears only in the log.
  if (type === 'Event') return { status: 202 };
  const ended = await execution;
  const tail = call.headers['x-amz-log-type'] === 'Tail' ? tailOf(ended) : undefined;
  return answerOf({ ended, chunks, version: version.version, tail });
}

/** The body for a streaming handler contains everything that it wrote: its metadata, followed by its output. */
function answer({ ended, chunks, version, tail }: Invoked): LambdaAnswer {
  const { kind, payload, isStreamed } = ended;
  const isWhole = isStreamed && kind === 'returned';
  return {
    status: 200,
    headers: {
      'X-Amz-Executed-Version': version,
      ...(tail !== undefined && { 'X-Amz-Log-Result': tail }),
      ...(kind === 'failed' && { 'X-Amz-Function-Error': 'Unhandled' }),
    },
    body: isWhole ? Buffer.concat(chunks) : Buffer.from(payload),
  };
}

/** A result that is not streamed is sent in the same frames: docs.aws.amazon.com/lambda/latest/api/API_InvokeWithResponseStream.html */
function streamedAnswer({ ended, chunks, version, tail }: Invoked): LambdaAnswer {
  const { kind, payload, isStreamed } = ended;
  const isWhole = !isStreamed && kind === 'returned';
  const sent = Buffer.concat(isWhole ? [Buffer.from(payload)] : chunks).subarray(0, STREAM_LIMIT);
  const complete = {
    ...(kind === 'failed' && { ErrorCode: 'Unhandled', ErrorDetails: payload }),
    ...(tail !== undefined && { LogResult: tail }),
  };
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/vnd.amazon.eventstream',
      'X-Amz-Executed-Version': version,
    },
    body: Buffer.concat([
      ...piecesOf(sent).map((bytes) =>
        eventFrame('PayloadChunk', 'application/octet-stream', bytes),
      ),
      eventFrame('InvokeComplete', 'application/json', Buffer.from(JSON.stringify(complete))),
    ]),
  };
}

/** The maximum size of a chunk in a frame, in bytes. */
const CHUNK = 64 * 1024;

function piecesOf(bytes: Buffer): readonly Buffer[] {
  const count = Math.ceil(bytes.length / CHUNK);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * CHUNK, (at + 1) * CHUNK));
}

function tailOf({ lines }: Execution): string {
  const text = Buffer.from(lines.map(({ message }) => message).join(''));
  return text.subarray(Math.max(0, text.length - TAIL)).toString('base64');
}

function checkInvocationType(type: string): void {
  if (['RequestResponse', 'Event', 'DryRun'].includes(type)) return;
  const rule = 'satisfy enum value set: [Event, RequestResponse, DryRun]';
  throw validation(failed('invocationType', rule, type));
}

/** Reads the payload. An empty body becomes an empty object, as in Lambda. */
function readPayload(body: Buffer, type: string): string {
  const limit = type === 'Event' ? ASYNCHRONOUS_LIMIT : SYNCHRONOUS_LIMIT;
  if (body.length > limit) {
    const message = `${body.length} byte payload is too large for the ${type} invocation type (limit ${limit} bytes)`;
    throw new RefusedCall({ status: 413, code: 'RequestTooLargeException', message });
  }
  const text = body.length === 0 ? '{}' : body.toString();
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    const message = `Could not parse request body into json: Could not parse payload into json: ${String(error)}`;
    throw new RefusedCall({ status: 400, code: 'InvalidRequestContentException', message });
  }
}

function throttled(): RefusedCall {
  return new RefusedCall({
    status: 429,
    code: 'TooManyRequestsException',
    message: 'Rate Exceeded.',
    headers: { 'Retry-After': '1' },
  });
}

/** Encodes an event: total length, length of the headers, checksum of both; headers; payload; checksum of all of these. */
function eventFrame(type: string, contentType: string, bytes: Buffer): Buffer {
  const headers = Buffer.concat([
    header(':event-type', type),
    header(':content-type', contentType),
    header(':message-type', 'event'),
  ]);
  const lengths = Buffer.concat([
    number(16 + headers.length + bytes.length),
    number(headers.length),
  ]);
  const start = Buffer.concat([lengths, number(crc32(lengths)), headers, bytes]);
  return Buffer.concat([start, number(crc32(start))]);
}

/** The code for a header whose value is a string. */
const TEXT = 7;

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  const parts = [Buffer.from([Buffer.byteLength(name)]), Buffer.from(name), Buffer.from([TEXT])];
  return Buffer.concat([...parts, length, Buffer.from(value)]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
