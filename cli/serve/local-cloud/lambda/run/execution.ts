// The result of an invocation.
import type { LogLine } from '../../logs/log-store.js';
import type { Outcome } from './runtime-api.js';

export type Execution = {
  readonly kind: 'returned' | 'failed';
  /** JSON text: the return value of the function, or its error. */
  readonly payload: string;
  /** True for a streaming handler: its output went to `onChunk`, and the payload contains only its error. */
  readonly isStreamed: boolean;
  /** All log lines of the invocation, including those of Lambda. */
  readonly lines: readonly LogLine[];
};

/** How an invocation ended, and the consequences in Lambda. */
type Ending = {
  readonly kind: Execution['kind'];
  readonly payload: string;
  readonly isStreamed?: true;
  readonly status: 'ok' | 'timeout' | 'error';
  readonly errorType?: string;
  /** A log line about it. */
  readonly note?: string;
  /** True if the process cannot be reused. */
  readonly isBroken: boolean;
};

/** The maximum size of a response, in bytes. */
const RESPONSE_LIMIT = 6 * 1024 * 1024 + 100;

export function readEnding(
  outcome: Outcome | 'timeout',
  { requestId, timeout }: { readonly requestId: string; readonly timeout: number },
): Ending {
  if (outcome === 'timeout') {
    const text = timeoutText(timeout);
    const note = `${new Date().toISOString()} ${requestId} ${text}\n\n`;
    return {
      ...broken('timeout', 'Sandbox.Timedout', `RequestId: ${requestId} Error: ${text}`),
      note,
    };
  }
  if (outcome.kind === 'exited') {
    const reason = exitReason(outcome.code);
    const ending = broken('error', 'Runtime.ExitError', `RequestId: ${requestId} Error: ${reason}`);
    return { ...ending, note: `RequestId: ${requestId} Error: ${reason}\nRuntime.ExitError\n` };
  }
  if (outcome.kind === 'streamed') {
    const { failure } = outcome;
    const kind = failure === undefined ? 'returned' : 'failed';
    return { kind, payload: failure ?? '', isStreamed: true, status: 'ok', isBroken: false };
  }
  if (outcome.kind === 'error')
    return { kind: 'failed', payload: outcome.body, status: 'ok', isBroken: false };
  if (Buffer.byteLength(outcome.body) <= RESPONSE_LIMIT)
    return { kind: 'returned', payload: outcome.body, status: 'ok', isBroken: false };
  const message = `Response payload size exceeded maximum allowed payload size (${RESPONSE_LIMIT} bytes).`;
  return { ...broken('ok', 'Function.ResponseSizeTooLarge', message), isBroken: false };
}

function broken(status: Ending['status'], errorType: string, errorMessage: string): Ending {
  const payload = JSON.stringify({ errorType, errorMessage });
  const shown = status === 'error' ? { errorType } : {};
  return { kind: 'failed', payload, status, isBroken: true, ...shown };
}

function exitReason(code: number | null): string {
  if (code === 0) return 'Runtime exited without providing a reason';
  return `Runtime exited with error: ${code === null ? 'signal: killed' : `exit status ${code}`}`;
}

type Report = {
  readonly requestId: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds to load the modules, if the environment was new. */
  readonly initDuration: number | undefined;
  /** MB. */
  readonly memorySize: number;
  readonly memoryUsed: number;
  readonly status: 'ok' | 'timeout' | 'error';
  /** For example `Runtime.ExitError`. */
  readonly errorType?: string;
};

export function initStartLine(runtime: string, region: string): string {
  const [, version = ''] = /nodejs(\d+)/.exec(runtime) ?? [];
  const arn = `arn:aws:lambda:${region}::runtime:${'0'.repeat(64)}`;
  return `INIT_START Runtime Version: nodejs:${version}.v1\tRuntime Version ARN: ${arn}\n`;
}

export function startLine(requestId: string, version: string): string {
  return `START RequestId: ${requestId} Version: ${version}\n`;
}

export function endLine(requestId: string): string {
  return `END RequestId: ${requestId}\n`;
}

export function reportLine(report: Report): string {
  const { duration, initDuration, status, errorType } = report;
  const parts = [
    `REPORT RequestId: ${report.requestId}`,
    `Duration: ${duration.toFixed(2)} ms`,
    `Billed Duration: ${Math.ceil(duration + (initDuration ?? 0))} ms`,
    `Memory Size: ${report.memorySize} MB`,
    `Max Memory Used: ${report.memoryUsed} MB`,
    ...(initDuration === undefined ? [] : [`Init Duration: ${initDuration.toFixed(2)} ms`]),
    ...(status === 'ok' ? [] : [`Status: ${status}`]),
    ...(errorType === undefined ? [] : [`Error Type: ${errorType}`]),
  ];
  return `${parts.join('\t')}\t\n`;
}

function timeoutText(seconds: number): string {
  return `Task timed out after ${seconds.toFixed(2)} seconds`;
}
