// Invoke: the caller waits for the answer, or Lambda keeps the event and runs the function later.
import { type FunctionBook, runningChange } from './function-book.js';
import { findVersion } from './function-name.js';
import { calledName, type LambdaAnswer, type LambdaOperation } from './operation.js';
import { RefusedCall } from '../refused-call.js';
import { conflict, failed, validation } from './refusals.js';
import type { Execution } from './run/execution.js';
import type { FunctionRunner } from './run/function-runner.js';

export const SYNCHRONOUS_LIMIT: number = 6 * 1024 * 1024;
const ASYNCHRONOUS_LIMIT = 1024 * 1024;
const TAIL = 4096;

export function createInvokeOperation(runner: FunctionRunner): LambdaOperation {
  return {
    name: 'Invoke',
    method: 'POST',
    path: '/2015-03-31/functions/{name}/invocations',
    isWrite: true,
    action: 'lambda:InvokeFunction',
    run: async (call, book) => {
      const type = call.headers['x-amz-invocation-type'] ?? 'RequestResponse';
      checkInvocationType(type);
      const name = calledName(call, book);
      const { owner, version } = findVersion(book, name);
      checkPending(owner.latest, book);
      const payload = readPayload(call.body, type);
      const executed = { 'X-Amz-Executed-Version': version.version };
      if (type === 'DryRun') return { status: 204 };
      const arn = name.qualifier === undefined ? owner.arn : `${owner.arn}:${name.qualifier}`;
      const execution = runner.run({ owner, version, arn, payload });
      if (!execution) throw throttled();
      if (type === 'Event') {
        // The outcome is only in the log.
        void execution;
        return { status: 202 };
      }
      const ended = await execution;
      const wantsTail = call.headers['x-amz-log-type'] === 'Tail';
      return answer(ended, {
        ...executed,
        ...(wantsTail && { 'X-Amz-Log-Result': tailOf(ended) }),
      });
    },
  };
}

function answer(
  { kind, payload }: Execution,
  headers: Readonly<Record<string, string>>,
): LambdaAnswer {
  return {
    status: 200,
    headers: { ...headers, ...(kind === 'failed' && { 'X-Amz-Function-Error': 'Unhandled' }) },
    body: Buffer.from(payload),
  };
}

function tailOf({ lines }: Execution): string {
  const text = Buffer.from(lines.map(({ message }) => message).join(''));
  return text.subarray(Math.max(0, text.length - TAIL)).toString('base64');
}

function checkInvocationType(type: string): void {
  if (['RequestResponse', 'Event', 'DryRun'].includes(type)) return;
  const rule = 'Member must satisfy enum value set: [Event, RequestResponse, DryRun]';
  throw validation([failed(type, 'invocationType', rule)]);
}

function checkPending(latest: Parameters<typeof runningChange>[0], { clock }: FunctionBook): void {
  if (runningChange(latest, clock) === 'creating')
    throw conflict(
      'The operation cannot be performed at this time. The function is currently in the following state: Pending',
    );
}

/** An empty body is an empty object, as the runtimes get it. */
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
