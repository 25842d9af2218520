// The document of `framework invoke --json`.
import type { Call } from './call-options.js';
import type { InvokeOutcome, ShownAnswer } from './outcome.js';

export type InvokeDocument = {
  readonly version: 1;
  readonly stage: string;
  readonly isLocal: boolean;
  /** A lambda function, or a request such as `GET /cities/oslo`. */
  readonly called: string;
  readonly outcome: 'returned' | 'answered' | 'failed';
  /** Of a lambda function that returned. */
  readonly value?: unknown;
  /** Of a view. */
  readonly answer?: ShownAnswer;
  readonly error?: { readonly type: string; readonly message: string; readonly trace: string };
  /** What was printed; not on this machine, where it goes to stderr. */
  readonly log: readonly string[];
  /** Milliseconds; null on this machine. */
  readonly duration: number | null;
  /** Milliseconds of the cold start; null without one. */
  readonly initDuration: number | null;
  /** MB; null on this machine. */
  readonly memorySize: number | null;
  readonly memoryUsed: number | null;
};

export type InvokeFacts = {
  readonly call: Call;
  readonly stage: string;
  readonly isLocal: boolean;
  readonly outcome: InvokeOutcome;
};

/** Makes the document. */
export function invokeDocument({ call, stage, isLocal, outcome }: InvokeFacts): InvokeDocument {
  const { result, log, measured } = outcome;
  return {
    version: 1,
    stage,
    isLocal,
    called: call.kind === 'function' ? call.name : `${call.method} ${call.target}`,
    outcome: result.kind,
    ...partOf(result),
    log,
    duration: measured?.duration ?? null,
    initDuration: measured?.initDuration ?? null,
    memorySize: measured?.memorySize ?? null,
    memoryUsed: measured?.memoryUsed ?? null,
  };
}

function partOf(
  result: InvokeOutcome['result'],
): Pick<InvokeDocument, 'value' | 'answer' | 'error'> {
  switch (result.kind) {
    case 'returned':
      return { value: result.value };
    case 'answered':
      return { answer: result.answer };
    case 'failed': {
      const { type, message, trace } = result;
      return { error: { type, message, trace } };
    }
  }
}
