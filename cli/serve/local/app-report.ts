// Describes events of the application in sentences for the terminal.
import { timeoutError, type HttpAnswer } from '../gateway/index.js';
import type { AppEvent, StreamedAnswer } from './application.js';
import type { ProcessEnd } from './app-process.js';
import { printable } from '../../../runtime/contract/printable.js';
import { indented, plural, printableLines } from '../../terminal/printable.js';
import { isUtf8 } from 'node:buffer';
import type { Exchange } from './http-server.js';

export type ReportContext = {
  /** In MB. */
  readonly memorySize: number;
  /** True for `invoke --local`, where the application is not restarted and sends no HTTP responses. */
  readonly isOneCall?: boolean;
};

/** Describes an event in one or more lines, without a line break after the last one. */
export function describeEvent(
  event: Exclude<AppEvent, { kind: 'text' }>,
  context: ReportContext,
): string {
  const { isOneCall = false } = context;
  switch (event.kind) {
    case 'failed': {
      const answer = isOneCall ? '' : ' and the response is 502';
      return `${nameOf(event.invocation)} failed${answer}:\n${indented(printableLines(event.reason))}`;
    }
    case 'timed-out': {
      const isFailure = !event.isStream && timeoutError(event.milliseconds) === 'integrationFailed';
      const status = isFailure ? 502 : 504;
      const answer = isOneCall ? '' : ` and the response is ${status}`;
      return `${nameOf(event.invocation)} timed out after ${seconds(event.milliseconds)}${answer}.`;
    }
    case 'blocked':
      return `The application blocks its event loop${againText(event.lost, context)}.`;
    case 'load-timed-out':
      return `The application did not finish loading within ${seconds(event.milliseconds)}: it waits at a top-level await.`;
    case 'ended':
      return describeEnd(event.end, event.lost, context);
  }
}

function describeEnd(end: ProcessEnd, lost: number, context: ReportContext): string {
  const again = againText(lost, context);
  switch (end.kind) {
    case 'exit':
      return `The application exited with code ${end.code}${again}.`;
    case 'killed':
      return `The application was killed by ${end.signal}${again}.`;
    case 'uncaught':
      return `An uncaught error stopped the application${again}.\n${indented(printableLines(end.trace))}`;
    case 'broken': {
      const next = context.isOneCall
        ? ''
        : `; the next request or save reloads it${lostText(lost)}`;
      return `The application threw an error while loading${next}.\n${indented(printableLines(end.trace))}`;
    }
    case 'out-of-memory':
      return `The application used more than the ${context.memorySize} MB of its lambda_memory_size${again}.`;
  }
}

function againText(lost: number, { isOneCall = false }: ReportContext): string {
  return isOneCall ? '' : `: it is restarted${lostText(lost)}`;
}

function lostText(lost: number): string {
  return lost === 0
    ? ''
    : `; ${plural(lost, 'request')} ${lost === 1 ? 'gets' : 'get'} a 502 response`;
}

function nameOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return printable(`${method} ${path}`);
}

function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toFixed(2))} s`;
}

export type StreamFacts = {
  /** The time in milliseconds from the request to the first chunk; undefined if none was sent. */
  readonly firstByte?: number;
  readonly size: number;
};

type FollowedStream = {
  readonly streamed: StreamFacts;
  /** The response with the beginning of its body. */
  readonly answer: HttpAnswer;
  /** Why the stream ended early. */
  readonly note?: string;
};

/** The maximum number of bytes to keep from the beginning of each stream. It is small: there may be a thousand streams. */
const KEPT = 16 * 1024;

/** Waits until the stream has ended. `began` is the time of the request, from `performance.now`. */
export async function followStream(
  send: Exchange['stream'],
  answer: StreamedAnswer,
  began: number,
): Promise<FollowedStream> {
  let firstByte: number | undefined;
  let size = 0;
  const kept: Uint8Array[] = [];
  const end = await send(answer, (chunk) => {
    firstByte ??= performance.now() - began;
    // A copy, because a chunk is a view of the larger buffer that was read from the pipe.
    if (size < KEPT) kept.push(new Uint8Array(chunk.subarray(0, KEPT - size)));
    size += chunk.length;
  });
  return {
    streamed: { size, ...(firstByte !== undefined && { firstByte }) },
    answer: { ...answer.head, body: bodyOf(kept) },
    ...(end !== 'done' && { note: end === 'gone' ? 'the client left' : `cut: ${end.message}` }),
  };
}

/** Rejects if the stream is cut off. */
export async function wholeAnswer({ head, chunks }: StreamedAnswer): Promise<HttpAnswer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return { ...head, body: bodyOf(parts) };
}

/** Returns the bytes as text if they are text, as in a response that is not streamed. */
function bodyOf(parts: readonly Uint8Array[]): HttpAnswer['body'] {
  const bytes = Buffer.concat(parts);
  return isUtf8(bytes) ? bytes.toString() : bytes;
}
