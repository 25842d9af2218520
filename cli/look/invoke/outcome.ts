// The outcome of calling a function, whether on this machine or deployed.
import { isUtf8 } from 'node:buffer';
import { parseJson, indentedJson } from '../../../compiler/json-values.js';
import {
  createStreamReader,
  headerValue,
  type HttpAnswer,
  type Invocation,
  type MalformedResult,
  toAnswer,
} from '../../serve/gateway/index.js';
import type { Cloud } from '../../cloud/cloud.js';
import type { InvokeAnswer, StreamAnswer } from '../../cloud/services/lambda-function.js';
import { deployedMaps } from '../logs/deployed-maps.js';
import { readLogLine, type Report } from '../logs/log-line.js';
import { type CommandInput, isGiven, textOption } from '../../program/command.js';
import type { Call } from './call-options.js';
import { renderLine } from '../logs/log-requests.js';

/** The measurements that Lambda reports for an invocation. */
type Measured = Omit<Report, 'requestId' | 'outcome'>;

export type InvokeOutcome = {
  readonly result: InvokeResult;
  /** The printed lines, without line endings; empty if they were printed immediately. */
  readonly log: readonly string[];
  readonly measured: Measured | undefined;
};

export type InvokeResult =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'answered'; readonly answer: ShownAnswer }
  /** The function threw an error, timed out, or ended the process. */
  | {
      readonly kind: 'failed';
      readonly type: string;
      readonly message: string;
      readonly trace: string;
    };

type ShownAnswer = {
  readonly status: number;
  /** If a header is repeated, its value is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The parsed value if the body is JSON; base64 if `isBase64Encoded` is true. */
  readonly body: unknown;
  readonly isBase64Encoded: boolean;
};

/** Headers that the gateway adds but a direct invocation does not return. */
const OF_GATEWAY: ReadonlySet<string> = new Set([
  'x-amzn-requestid',
  'x-amz-apigw-id',
  'x-amzn-trace-id',
]);

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
  // A view may send a body with a JSON content type that is not JSON.
  const value = isJson && !isBase64Encoded ? parseJson(text) : undefined;
  return { status, headers: shown, body: value === undefined ? text : value, isBase64Encoded };
}

/** Returns true if a function returned normally, or a view responded with a status below 500. */
export function isFine({ result }: InvokeOutcome): boolean {
  if (result.kind === 'answered') return result.answer.status < 500;
  return result.kind === 'returned';
}

// Calls a function in a deployed stage and reads the result.

export type DeployedCall = {
  readonly functionName: string;
  /** JSON text. */
  readonly payload: string;
  /** The admitted request, if a route is called; the result is then an HTTP response. */
  readonly invocation: Invocation | undefined;
  /** True for the function that serves the streaming routes. */
  readonly isStreamed: boolean;
};

/** Calls the function. Rejects with a `CloudError` if it cannot be called. */
export async function callDeployed(cloud: Cloud, call: DeployedCall): Promise<InvokeOutcome> {
  const { functionName, payload, invocation, isStreamed } = call;
  const { lambda } = cloud;
  const answer = isStreamed
    ? await lambda.invokeStream(functionName, payload)
    : await lambda.invoke(functionName, payload);
  const maps = deployedMaps(cloud.lambda, functionName);
  // An infinite time selects the newest version, which is the one that Lambda runs.
  const mapLocations = (text: string): Promise<string> => maps.apply(text, Infinity);
  const { log, report } = readTail(answer.logTail);
  return {
    result:
      'bytes' in answer
        ? await readStream(answer, invocation, mapLocations)
        : await readResult(answer, invocation, mapLocations),
    log: await Promise.all(log.map(mapLocations)),
    measured: report,
  };
}

async function readResult(
  { payload, functionError }: InvokeAnswer,
  invocation: Invocation | undefined,
  mapLocations: (text: string) => Promise<string>,
): Promise<InvokeResult> {
  const value: unknown = payload === '' ? null : JSON.parse(payload);
  if (functionError !== undefined) return readFailure(value, mapLocations);
  if (!invocation) return { kind: 'returned', value };
  const answer = toAnswer(value, invocation);
  return 'kind' in answer ? noAnswer(answer) : { kind: 'answered', answer: showAnswer(answer) };
}

function noAnswer({ reason }: MalformedResult): InvokeResult {
  const message = `The result of the function is not a response: ${reason}.`;
  return { kind: 'failed', type: 'MalformedResult', message, trace: message };
}

/** Shows the body as text if it is UTF-8, otherwise in base64. */
async function readStream(
  { bytes, functionError, error }: StreamAnswer,
  invocation: Invocation | undefined,
  mapLocations: (text: string) => Promise<string>,
): Promise<InvokeResult> {
  const reader = createStreamReader(invocation ?? NO_REQUEST);
  const body = reader.read(bytes);
  if (functionError !== undefined) {
    const failure = await readFailure(parseJson(error) ?? { errorMessage: error }, mapLocations);
    const sent = 'kind' in body ? 0 : body.length;
    if (failure.kind !== 'failed' || sent === 0) return failure;
    const after = `It failed after ${sent.toLocaleString('en')} bytes of its response.`;
    return { ...failure, trace: `${failure.trace}\n${after}` };
  }
  if ('kind' in body) return noAnswer(body);
  const malformed = reader.end();
  if (malformed) return noAnswer(malformed);
  const text = isUtf8(bytes) ? Buffer.from(body).toString() : undefined;
  const { status = 200, headers = [] } = reader.head() ?? {};
  return { kind: 'answered', answer: showAnswer({ status, headers, body: text ?? body }) };
}

/** Used if the function for streaming routes is called with a payload, so that there is no request. */
const NO_REQUEST = { requestId: '', time: 0, method: 'GET' };

async function readFailure(
  value: unknown,
  mapLocations: (text: string) => Promise<string>,
): Promise<InvokeResult> {
  const { errorType, errorMessage, trace } = (value ?? {}) as Partial<Record<string, unknown>>; // because the type of each member is checked
  const type = typeof errorType === 'string' ? errorType : 'Error';
  const said = typeof errorMessage === 'string' ? errorMessage : JSON.stringify(value);
  const message = said.replace(/^RequestId: [\da-f-]{36} (?:Error: )?/, '');
  const lines = Array.isArray(trace) ? trace.filter((line) => typeof line === 'string') : [];
  const text = lines.length > 0 ? lines.join('\n') : `${type}: ${message}`;
  return { kind: 'failed', type, message, trace: await mapLocations(text) };
}

/** Parses the last 4 KB of the log, without the error that the result contains. The first line may be incomplete. */
function readTail(tail: string): Pick<InvokeOutcome, 'log'> & { report: Report | undefined } {
  const log: string[] = [];
  let report: Report | undefined;
  // If the process ends, Lambda logs the error in two lines. The second is removed; the first is recognized as the failure.
  const lines = tail.replace(/^(RequestId: \S+ Error: .*)\nRuntime\.\w+$/gm, '$1');
  for (const message of lines.split('\n')) {
    const line = readLogLine(message);
    if (line.kind === 'report') ({ report } = line);
    if (line.kind !== 'text' || line.isFailure || line.text === '') continue;
    const level = line.level === undefined || line.level === 'INFO' ? '' : `${line.level} `;
    log.push(`${level}${line.text}`);
  }
  return { log, report };
}

/** Returns the document of `--json`. Durations are in milliseconds, memory in MB. */
export function invokeDocument(
  input: CommandInput,
  call: Call,
  { result, log, measured }: InvokeOutcome,
): object {
  return {
    version: 1,
    stage: textOption(input, 'stage'),
    isLocal: isGiven(input, 'local'),
    called: call.kind === 'function' ? call.name : `${call.method} ${call.target}`,
    outcome: result.kind,
    ...resultMembers(result),
    log,
    duration: measured?.duration ?? null,
    initDuration: measured?.initDuration ?? null,
    memorySize: measured?.memorySize ?? null,
    memoryUsed: measured?.memoryUsed ?? null,
  };
}

function resultMembers(result: InvokeResult): object {
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

/** Renders the result for stdout, and printed text and errors for stderr. Each ends with a line break or is empty. */
export function renderOutcome(
  { result, log, measured }: InvokeOutcome,
  look: { readonly hasColor: boolean },
): { readonly answer: string; readonly conversation: string } {
  const texts = result.kind === 'failed' ? [...log, result.trace] : log;
  const lines = texts.map((text) => renderLine({ level: undefined, text }, look));
  const all = measured ? [...lines, timesOf(measured)] : lines;
  return { answer: shownResult(result), conversation: all.map((line) => `${line}\n`).join('') };
}

function shownResult(result: InvokeResult): string {
  if (result.kind === 'failed') return '';
  if (result.kind === 'returned') return indentedJson(result.value);
  const { isBase64Encoded, ...answer } = result.answer;
  return indentedJson(isBase64Encoded ? { ...answer, isBase64Encoded } : answer);
}

function timesOf({ duration, initDuration, memoryUsed, memorySize }: Measured): string {
  const start = initDuration === undefined ? '' : `, cold start ${Math.round(initDuration)} ms`;
  return `${Math.round(duration)} ms${start}, ${memoryUsed} of ${memorySize} MB`;
}
