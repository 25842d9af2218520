// The outcome of a call of a function, on this machine or deployed.
import { parseJson } from '../../../compiler/json-values.js';
import { headerValue, type HttpAnswer } from '../../serve/gateway/index.js';

/** What Lambda reports of an invocation. */
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
  /** The printed texts, without line ends; empty when they were printed at once. */
  readonly log: readonly string[];
  /** Undefined with `--local`. */
  readonly measured: Measured | undefined;
};

export type InvokeResult =
  /** What a lambda function returned. */
  | { readonly kind: 'returned'; readonly value: unknown }
  /** What a view answered. */
  | { readonly kind: 'answered'; readonly answer: ShownAnswer }
  /** The function threw, timed out, or ended its process. */
  | {
      readonly kind: 'failed';
      readonly type: string;
      readonly message: string;
      readonly trace: string;
    };

export type ShownAnswer = {
  readonly status: number;
  /** A repeated header has a list of values. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Parsed when it is JSON; base64 when `isBase64Encoded`. */
  readonly body: unknown;
  readonly isBase64Encoded: boolean;
};

/** Headers that the gateway adds, and that a direct invocation does not have. */
const OF_GATEWAY: ReadonlySet<string> = new Set([
  'x-amzn-requestid',
  'x-amz-apigw-id',
  'x-amzn-trace-id',
]);

/** Makes an answer ready to print. */
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
  // A view may give the type JSON to a text that is none.
  const value = isJson && !isBase64Encoded ? parseJson(text) : undefined;
  return {
    status,
    headers: shown,
    body: value === undefined ? text : value,
    isBase64Encoded,
  };
}

/** True when the exit code is 0: the function returned, or the view did not answer 500 or more. */
export function isFine({ result }: InvokeOutcome): boolean {
  if (result.kind === 'answered') return result.answer.status < 500;
  return result.kind === 'returned';
}
