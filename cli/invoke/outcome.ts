// How a call of a function ended, wherever it ran.
import type { HttpAnswer } from '../gateway/index.js';
import { headerValue } from '../gateway/index.js';

/** What Lambda measured, or what this machine did. */
export type Measured = {
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds of the cold start. */
  readonly initDuration: number | undefined;
  /** MB. */
  readonly memorySize: number;
  readonly memoryUsed: number;
};

export type InvokeOutcome = {
  readonly result: InvokeResult;
  /** What it printed, each as one text without a line end; where it was printed at once there is none. */
  readonly log: readonly string[];
  /** Undefined on this machine. */
  readonly measured: Measured | undefined;
};

export type InvokeResult =
  /** What a lambda function returned. */
  | { readonly kind: 'returned'; readonly value: unknown }
  /** What a view answered. */
  | { readonly kind: 'answered'; readonly answer: ShownAnswer }
  /** It threw, timed out, or ended itself. */
  | {
      readonly kind: 'failed';
      readonly type: string;
      readonly message: string;
      readonly trace: string;
    };

export type ShownAnswer = {
  readonly status: number;
  /** The values of a repeated header are a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Parsed when it is JSON; base64 when `isBase64Encoded`. */
  readonly body: unknown;
  readonly isBase64Encoded: boolean;
};

/** Headers that the gateway adds on the way, and that nobody added here. */
const OF_GATEWAY: ReadonlySet<string> = new Set([
  'x-amzn-requestid',
  'x-amz-apigw-id',
  'x-amzn-trace-id',
]);

/** An answer as it is printed. */
export function showAnswer(answer: HttpAnswer): ShownAnswer {
  const { status, headers, body } = answer;
  const shown: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const value = headers[at + 1] ?? '';
    if (OF_GATEWAY.has(name.toLowerCase())) continue;
    const before = shown[name];
    shown[name] = before === undefined ? value : [before, value].flat();
  }
  const isBase64Encoded = typeof body !== 'string';
  const text = isBase64Encoded ? Buffer.from(body).toString('base64') : body;
  const isJson = /^application\/json\b/i.test(headerValue(headers, 'content-type') ?? '');
  return {
    status,
    headers: shown,
    body: isJson && !isBase64Encoded ? parsed(text) : text,
    isBase64Encoded,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A view may call anything JSON.
    return text;
  }
}

/** True when the exit code is 0. A view that fails answers 500. */
export function isFine({ result }: InvokeOutcome): boolean {
  if (result.kind === 'answered') return result.answer.status < 500;
  return result.kind === 'returned';
}
