// A proxy integration in STREAM mode: forwards what the function writes, within the limits of the gateway.
// docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html
import { PassThrough } from 'node:stream';
import { type AnswerHead, createStreamReader } from '../../../gateway/index.js';
import type { CloudClock, InvocationOutcome } from '../../service.js';
import type { LambdaIntegration } from '../definition/definition.js';
import type { ApiErrorKind, ApiRefusal } from './api-errors.js';
import { callOf, type Invoking } from './lambda-integration.js';
import type { RoutedRequest } from './request-handler.js';

export type StreamedAnswer = AnswerHead & {
  /** The body as it arrives. Errors if the stream is cut. */
  readonly chunks: PassThrough;
};

/** Resolves when the status and the headers are known, or with the error that occurred before. */
export function streamFunction(
  integration: LambdaIntegration,
  routed: RoutedRequest,
  invoking: Invoking,
): Promise<StreamedAnswer | ApiRefusal> {
  const { request, served } = routed;
  const { store, patience } = invoking;
  const reader = createStreamReader(request);
  const chunks = new PassThrough();
  // The consumer of the stream handles the error.
  chunks.on('error', () => undefined);
  const pass = createFlow(store.clock);
  const isOpen = (): boolean => !chunks.destroyed;
  return new Promise((resolve) => {
    const fail = (error: ApiErrorKind): void => {
      limits.end();
      resolve({ kind: 'refused', error });
      chunks.destroy(new Error(error));
    };
    const limits = startLimits(store.clock, {
      whole: patience(integration.timeout),
      idle: patience(IDLE[served.api.endpointType] ?? IDLE_ELSEWHERE),
      onEnd: () => {
        fail('integrationTimedOut');
      },
    });
    /** The function keeps running after the client disconnects, because a REST API does not notify it. */
    const onChunk = async (chunk: Uint8Array): Promise<void> => {
      if (!isOpen()) return;
      limits.touch();
      const part = reader.read(chunk);
      if ('kind' in part) {
        fail('integrationFailed');
        return;
      }
      const head = reader.head();
      if (head) resolve({ ...head, chunks });
      await pass(part.length);
      if (isOpen() && !chunks.write(part)) await drained(chunks);
      limits.touch();
    };
    const end = async (outcome: InvocationOutcome): Promise<void> => {
      if (outcome.kind !== 'returned') {
        fail(ERRORS[outcome.kind]);
        return;
      }
      // A handler that does not stream returns its result in one piece.
      if (outcome.isStreamed !== true) await onChunk(Buffer.from(outcome.payload));
      if (!isOpen()) return;
      if (reader.end()) fail('integrationFailed');
      else {
        limits.end();
        chunks.end();
      }
    };
    // Lambda can be invoked only with POST.
    if (integration.httpMethod !== 'POST') fail('misconfigured');
    else
      void invoking.functions
        .invoke({ ...callOf(integration, routed, invoking), onChunk })
        .then(end);
  });
}

const ERRORS: Readonly<Record<Exclude<InvocationOutcome['kind'], 'returned'>, ApiErrorKind>> = {
  forbidden: 'misconfigured',
  missing: 'misconfigured',
  throttled: 'misconfigured',
  tooLong: 'eventTooLong',
  failed: 'integrationFailed',
};

export function drained(stream: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

/** The idle timeout in milliseconds, by endpoint type. */
const IDLE: Readonly<Record<string, number>> = { EDGE: 30_000 };
const IDLE_ELSEWHERE = 300_000;

type Limits = {
  /** Called after every write. */
  readonly touch: () => void;
  readonly end: () => void;
};

type LimitOptions = {
  readonly whole: number;
  readonly idle: number;
  readonly onEnd: () => void;
};

function startLimits({ after }: CloudClock, { whole, idle, onEnd }: LimitOptions): Limits {
  const endWhole = after(whole, onEnd);
  let endIdle = after(idle, onEnd);
  let isOver = false;
  return {
    touch: () => {
      endIdle();
      if (!isOver) endIdle = after(idle, onEnd);
    },
    end: () => {
      isOver = true;
      endWhole();
      endIdle();
    },
  };
}

const MEGABYTE = 1024 * 1024;
const FREE_BYTES = 10 * MEGABYTE;
/** Bytes per millisecond. */
const RATE = (2 * MEGABYTE) / 1000;

/** Returns a function that waits until the given number of bytes may be sent. */
function createFlow(clock: CloudClock): (bytes: number) => Promise<void> {
  let sent = 0;
  let begun: number | undefined;
  return async (bytes) => {
    sent += bytes;
    if (sent <= FREE_BYTES) return;
    begun ??= clock.now();
    const due = begun + clock.scaled((sent - FREE_BYTES) / RATE);
    const left = due - clock.now();
    if (left > 0) await new Promise<void>((resolve) => void clock.after(left, resolve));
  };
}
