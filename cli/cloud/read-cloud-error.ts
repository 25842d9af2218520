// Whatever the SDK throws as a CloudError. A message keeps nothing of the values that AWS repeats to us.
import { CloudError, type CloudErrorFacts, type CloudErrorKind } from './cloud-error.js';
import { BROKEN, KIND_BY_MESSAGE, KIND_BY_NAME, UNREACHED } from './error-kinds.js';
import { isAlwaysEnabled, KNOWN_REGIONS } from './regions.js';

/** The call that failed. */
export type FailedCall = {
  /** As an IAM action is written: `lambda:CreateFunction`. */
  readonly operation: string;
  readonly region: string;
  /** Undefined for AWS itself. */
  readonly endpoint: string | undefined;
  /** Bytes of the zip that went along. */
  readonly uploaded?: number;
};

/** Undefined when it is no refusal and no network problem but a bug, for example of the caller. */
export function readCloudError(error: unknown, call: FailedCall): CloudError | undefined {
  if (error instanceof CloudError) return error;
  if (!(error instanceof Error)) return undefined;
  const seen: Seen = {
    name: nameOf(error),
    message: messageOf(error),
    code: codeOf(error),
    status: numberIn(error, '$metadata', 'httpStatusCode'),
  };
  const kind = kindOf(seen, call);
  if (kind === undefined) return undefined;
  const message = withoutValues(seen.message);
  const facts: CloudErrorFacts = {
    kind,
    operation: call.operation,
    message,
    name: error.name,
    status: seen.status,
    requestId: textIn(error, '$metadata', 'requestId'),
    ...(kind === 'denied' && readDenial(message)),
    ...(kind === 'bad-region' && { resource: call.region }),
  };
  // A stack begins with the message.
  return new CloudError(facts, message === flatten(seen.message) ? causeOf(error) : undefined);
}

/** Where it was thrown, without the signed request and the sockets that the SDK hangs on it. */
function causeOf({ name, message, stack }: Error): Error {
  return Object.assign(new Error(message), { name }, stack === undefined ? {} : { stack });
}

/** True when the service cannot have carried the call out: it is safe to make it again. */
export function isNotCarriedOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    UNREACHED.includes(codeOf(error) ?? '') ||
    fieldIn(error, '$metadata', 'clockSkewCorrected') === true
  );
}

/** True when no byte came for a while on a connection that stands. */
export function isStalled(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Milliseconds that the service asks to wait; undefined when it does not say. */
export function retryAfter(error: unknown): number | undefined {
  const text =
    fieldIn(error, '$response', 'headers', 'retry-after') ?? fieldIn(error, 'retryAfterSeconds');
  const seconds = Number(text);
  return text === undefined || !(seconds >= 0) ? undefined : seconds * 1000;
}

type Seen = {
  /** Without `Exception`. */
  readonly name: string;
  readonly message: string;
  /** Of Node. */
  readonly code: string | undefined;
  readonly status: number | undefined;
};

function kindOf(seen: Seen, call: FailedCall): CloudErrorKind | undefined {
  const { name, message, status } = seen;
  const lost = kindOfLost(seen, call);
  if (lost !== undefined) return lost;
  if (name === 'CodeDownload') return 'download';
  // One of 5xx may come from the front of AWS, and passes.
  if (name === 'ForeignAnswer' && (status ?? 0) < 500) return 'foreign';
  const rule = KIND_BY_MESSAGE.find(
    ({ names, message: pattern }) => (!names || names.includes(name)) && pattern.test(message),
  );
  const kind = rule?.kind ?? KIND_BY_NAME[name] ?? kindOfStatus(status);
  // A region that the account has not enabled does not know its keys.
  const isOutside = call.endpoint === undefined && !isAlwaysEnabled(call.region);
  return kind === 'bad-credentials' && isOutside && isKeyUnknown(name) ? 'bad-region' : kind;
}

function isKeyUnknown(name: string): boolean {
  return name === 'UnrecognizedClient' || name === 'InvalidClientTokenId' || name === 'AuthFailure';
}

/** No answer, or half of one. */
function kindOfLost({ name, code, status }: Seen, call: FailedCall): CloudErrorKind | undefined {
  if (code === 'ENOTFOUND' && call.endpoint === undefined && !KNOWN_REGIONS.includes(call.region))
    return 'bad-region';
  const isBroken = BROKEN.includes(code ?? '') || name === 'TimeoutError';
  // AWS cuts the connection while a body over the limit is still coming.
  if (isBroken && (call.uploaded ?? 0) > UPLOAD_BYTES) return 'too-large';
  if (isBroken || UNREACHED.includes(code ?? '')) return 'network';
  if (status === undefined && code !== undefined && CERTIFICATE.test(code)) return 'network';
  return undefined;
}

/** docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: a zip file of 50 MB. */
const UPLOAD_BYTES = 52_428_800;

const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL|^EPROTO$/;

function kindOfStatus(status: number | undefined): CloudErrorKind | undefined {
  if (status === undefined) return undefined;
  if (status >= 500) return 'server';
  // An answer of success that cannot be read: the call was carried out, and nobody knows with what outcome.
  if (status < 300) return 'server';
  return KIND_BY_STATUS[status] ?? 'rejected';
}

const KIND_BY_STATUS: Readonly<Record<number, CloudErrorKind>> = {
  404: 'missing',
  412: 'changed',
  413: 'too-large',
  429: 'throttled',
};

function readDenial(message: string): Partial<CloudErrorFacts> {
  const action = /not authorized to perform:?\s+([a-z0-9-]+:[A-Za-z0-9*]+)/.exec(message)?.[1];
  const resource = /on resource:?\s+"?(arn:[^\s"]+?)"?[.,]?(?:\s|$)/.exec(message)?.[1];
  return {
    ...(action !== undefined && { action }),
    ...(resource !== undefined && { resource }),
    ...(FORBIDDEN.test(message) && { isForbidden: true }),
  };
}

/** AWS says which kind of policy is to blame; only one of the identity is completed by a statement more. */
const FORBIDDEN = /explicit deny|because no (?!identity-based)/;

/** Lambda repeats the environment in its messages: variables are secrets more often than not. */
function withoutValues(message: string): string {
  return flatten(message)
    .replace(/String measured: .*$/, '')
    .replace(/Value '.*' at 'environment/, "The value at 'environment")
    .trim();
}

function flatten(message: string): string {
  return message.replace(/\s+/g, ' ').trim();
}

function nameOf(error: Error): string {
  return error.name.replace(/Exception$/, '');
}

function messageOf(error: Error): string {
  if (error.name === 'TimeoutError') return timeoutText(error.message);
  if (error.message !== '') return error.message;
  // Node tries every address of a name, and gives all failures at once.
  const first = error instanceof AggregateError ? error.errors.find(isError) : undefined;
  return first?.message ?? codeOf(error) ?? error.name;
}

/** The SDK tells milliseconds, and which of its own settings they are. */
function timeoutText(message: string): string {
  const seconds = Number(/(\d+) ms\b/.exec(message)?.[1] ?? Number.NaN) / 1000;
  if (Number.isNaN(seconds)) return message;
  return /did not establish a connection/.test(message)
    ? `no connection came about within ${seconds} s`
    : `the connection stalled: no byte came for ${seconds} s`;
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

/** `fetch` hides the code of Node in its cause. */
function codeOf(error: Error): string | undefined {
  return textIn(error, 'code') ?? textIn(error, 'cause', 'code');
}

function textIn(value: unknown, ...path: readonly string[]): string | undefined {
  const found = fieldIn(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

function numberIn(value: unknown, ...path: readonly string[]): number | undefined {
  const found = fieldIn(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

function fieldIn(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (current, name) =>
      typeof current === 'object' && current !== null ? Reflect.get(current, name) : undefined,
    value,
  );
}
