// Creates the HTTP response that API Gateway creates from a function's result
// (docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-output-format).
// If the result is malformed, there is no response, and the host responds with 502.
import { isMapping, jsonText, type Mapping } from '../../../compiler/json-values.js';
import { traceHeaders } from './request-ids.js';
import type { HttpAnswer } from './request.js';

/** The maximum size of a result that Lambda returns: 6 MB plus 100 bytes. */
const MAX_RESULT_BYTES = 6 * 1024 * 1024 + 100;

export type Asked = {
  readonly requestId: string;
  readonly time: number;
  readonly method: string;
};

/** A result that is not an HTTP response, with the reason for the terminal. */
export type MalformedResult = { readonly kind: 'malformed'; readonly reason: string };

export function toAnswer(result: unknown, asked: Asked): HttpAnswer | MalformedResult {
  const wire = readJson(result);
  if ('kind' in wire) return wire;
  const { value } = wire;
  const head = readHead(value, asked, BODY_KEYS);
  if ('kind' in head) return head;
  const body = readBody(value['body'], value['isBase64Encoded']);
  if (body === undefined)
    return malformed('its body is not a string, or is not base64 although isBase64Encoded is true');
  return { ...head, body: hasBody(head.status, asked.method) ? body : '' };
}

/** Returns the status and the headers of a result. The only other keys that a well-formed result can have are `keys`. */
export function readHead(
  value: Mapping,
  asked: Asked,
  keys: readonly string[],
): AnswerHead | MalformedResult {
  const unknownKey = Object.keys(value).find(
    (key) => !HEAD_KEYS.includes(key) && !keys.includes(key),
  );
  if (unknownKey !== undefined) return malformed(`it has a key ${JSON.stringify(unknownKey)}`);
  const status = readStatus(value['statusCode']);
  if (status === undefined) return malformed(`its statusCode is ${show(value['statusCode'])}`);
  const headers = readHeaders(value);
  if (typeof headers === 'string') return malformed(headers);
  headers.push(...traceHeaders(asked));
  return { status, headers };
}

export type AnswerHead = Pick<HttpAnswer, 'status' | 'headers'>;

const HEAD_KEYS: readonly string[] = ['statusCode', 'headers', 'multiValueHeaders'];
const BODY_KEYS: readonly string[] = ['body', 'isBase64Encoded'];

/** Headers that API Gateway renames to `x-amzn-Remapped-<name>`. */
const REMAPPED_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'www-authenticate',
  'x-amzn-requestid',
]);

/** Headers of the connection, which the gateway does not forward. */
const DROPPED_HEADERS: ReadonlySet<string> = new Set([
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function malformed(reason: string): MalformedResult {
  return { kind: 'malformed', reason };
}

/** Returns the result after JSON serialization. Fails for values that JSON cannot represent, and above the size limit. */
function readJson(result: unknown): { readonly value: Mapping } | MalformedResult {
  if (isMapping(result) && isUnchangedByJson(result)) return { value: result };
  let text: string | undefined;
  try {
    text = jsonText(result);
  } catch (error) {
    return malformed(
      `it cannot be written as JSON: ${error instanceof Error ? error.message : show(error)}`,
    );
  }
  if (text === undefined) return malformed('the function returned nothing');
  if (text.length > MAX_RESULT_BYTES / 3 && Buffer.byteLength(text) > MAX_RESULT_BYTES) {
    return malformed(`it is larger than ${MAX_RESULT_BYTES} bytes`);
  }
  const value: unknown = JSON.parse(text);
  return isMapping(value) ? { value } : malformed(`it is ${show(value)}, not an object`);
}

/** Returns true for a small result that JSON serialization would not change, so that the serialization can be skipped. */
function isUnchangedByJson(result: Mapping): boolean {
  for (const [key, value] of Object.entries(result)) {
    if (key === 'headers') {
      if (!isMapping(value) || !Object.values(value).every((text) => typeof text === 'string'))
        return false;
    } else if (typeof value === 'string') {
      if (value.length > MAX_RESULT_BYTES / 6) return false;
    } else if (typeof value !== 'boolean' && !Number.isInteger(value)) return false;
  }
  return !('toJSON' in result);
}

export function show(value: unknown): string {
  const text = jsonText(value);
  return text === undefined ? 'missing' : text.slice(0, 80);
}

/** Returns the status, which defaults to 200. A string of digits is accepted as a number. */
function readStatus(value: unknown): number | undefined {
  if (value === undefined || value === null) return 200;
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599
    ? status
    : undefined;
}

/** Returns the headers as alternating names and values, or a sentence that says what is wrong with them. */
function readHeaders(result: Mapping): string[] | string {
  const single = result['headers'] ?? {};
  const multi = result['multiValueHeaders'] ?? {};
  if (!isMapping(single)) return 'its headers are not an object';
  if (!isMapping(multi)) return 'its multiValueHeaders are not an object';
  const list: string[] = [];
  for (const [name, value] of Object.entries(single)) {
    const text = headerText(value);
    if (text === undefined) return `its header ${show(name)} is ${show(value)}`;
    // A value that is also in `multiValueHeaders` is sent only once.
    const repeated = multi[name];
    if (Array.isArray(repeated) && repeated.includes(value)) continue;
    addHeader(list, name, text);
  }
  for (const [name, values] of Object.entries(multi)) {
    for (const value of Array.isArray(values) ? (values as unknown[]) : [values]) {
      // because Array.isArray returns any[]
      const text = headerText(value);
      if (text === undefined) return `its header ${show(name)} is ${show(value)}`;
      addHeader(list, name, text);
    }
  }
  const bad = list.find((text, index) =>
    index % 2 === 0 ? !TOKEN.test(text) : CONTROL.test(text),
  );
  if (bad !== undefined) return `its header ${show(bad)} cannot be sent`;
  if (!hasHeader(list, 'content-type')) list.push('Content-Type', 'application/json');
  return list;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** Returns a header value as a string: numbers and booleans as JSON, and characters outside Latin-1 as their UTF-8 bytes. */
function headerText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  return /[^\u0000-\u00ff]/.test(value) ? Buffer.from(value).toString('latin1') : value;
}

function addHeader(list: string[], name: string, value: string): void {
  const key = name.toLowerCase();
  if (DROPPED_HEADERS.has(key)) return;
  list.push(REMAPPED_HEADERS.has(key) ? `x-amzn-Remapped-${name}` : name, value);
}

function hasHeader(list: readonly string[], key: string): boolean {
  return list.some((text, index) => index % 2 === 0 && text.toLowerCase() === key);
}

function readBody(body: unknown, isBase64Encoded: unknown): string | Uint8Array | undefined {
  if (body === undefined || body === null) return '';
  if (typeof body !== 'string') return undefined;
  if (isBase64Encoded !== true && isBase64Encoded !== 'true') return body;
  return /^[A-Za-z0-9+/]*={0,2}$/.test(body) ? Buffer.from(body, 'base64') : undefined;
}

/** Returns false for responses without content according to RFC 9110: responses to HEAD, and with status 204 or 304. */
export function hasBody(status: number, method: string): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}
