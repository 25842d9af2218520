// Converts an error from the SDK to a CloudError. The CloudError's message does not contain values from the call, although AWS
// repeats some of them in its messages.
import { valueAt } from '../../compiler/json-values.js';
import { CloudError, type CloudErrorFacts, type CloudErrorKind } from './cloud-error.js';
import { isAlwaysEnabled, KNOWN_REGIONS } from './regions.js';

export type FailedCall = {
  /** The call, as an IAM action: `lambda:CreateFunction`. */
  readonly operation: string;
  readonly region: string;
  /** The endpoint of an emulator; undefined for AWS. */
  readonly endpoint: string | undefined;
  /** The size of the uploaded zip file, in bytes. */
  readonly uploaded?: number;
  readonly kinds?: readonly MessageRule[] | undefined;
};

/** Returns undefined if the error is neither a rejection nor a network problem, but a bug. */
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
  // A stack begins with the error's message, so the cause is omitted if that message was changed.
  return new CloudError(facts, message === flatten(seen.message) ? causeOf(error) : undefined);
}

/** True if the service cannot have carried out the call, so that it is safe to repeat. */
export function isNotCarriedOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    UNREACHED.includes(codeOf(error) ?? '') ||
    valueAt(error, '$metadata', 'clockSkewCorrected') === true
  );
}

/** True if an open connection received no byte for too long. */
export function isStalled(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Returns the delay that the service requests, in milliseconds; undefined if it requests none. */
export function retryAfter(error: unknown): number | undefined {
  const text =
    valueAt(error, '$response', 'headers', 'retry-after') ?? valueAt(error, 'retryAfterSeconds');
  const seconds = Number(text);
  return text === undefined || !(seconds >= 0) ? undefined : seconds * 1000;
}

export type MessageRule = {
  /** The error names that the rule applies to; defaults to all. */
  readonly names?: readonly string[];
  readonly message: RegExp;
  readonly kind: CloudErrorKind;
};

/** Returns the error with its stack, but without the signed request and the sockets that the SDK attaches to it. */
function causeOf({ name, message, stack }: Error): Error {
  return Object.assign(new Error(message), { name }, stack === undefined ? {} : { stack });
}

type Seen = {
  /** The error name without `Exception`. */
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly status: number | undefined;
};

function kindOf(seen: Seen, call: FailedCall): CloudErrorKind | undefined {
  const { name, message, status } = seen;
  const lost = kindOfLost(seen, call);
  if (lost !== undefined) return lost;
  if (name === 'CodeDownload') return 'download';
  // A 5xx may come from an AWS load balancer and is temporary.
  if (name === 'ForeignAnswer' && (status ?? 0) < 500) return 'foreign';
  if (call.endpoint !== undefined && isUnsupported(seen)) return 'unsupported';
  const rule = [...(call.kinds ?? []), ...KIND_BY_MESSAGE].find(
    ({ names, message: pattern }) => (!names || names.includes(name)) && pattern.test(message),
  );
  const kind = rule?.kind ?? KIND_BY_NAME[name] ?? kindOfStatus(status);
  // In a region that the account has not enabled, the account's keys are unknown.
  const isOutside = call.endpoint === undefined && !isAlwaysEnabled(call.region);
  return kind === 'bad-credentials' && isOutside && isKeyUnknown(name) ? 'bad-region' : kind;
}

/** AWS supports every call, so this is checked only for emulators. */
function isUnsupported({ name, message, status }: Seen): boolean {
  return (
    status === 501 ||
    UNSUPPORTED.names.includes(name) ||
    (status !== undefined && UNSUPPORTED.message.test(message))
  );
}

function isKeyUnknown(name: string): boolean {
  return name === 'UnrecognizedClient' || name === 'InvalidClientTokenId' || name === 'AuthFailure';
}

/** Returns the error kind for a call that received no response, or only part of one. */
function kindOfLost({ name, code, status }: Seen, call: FailedCall): CloudErrorKind | undefined {
  if (code === 'ENOTFOUND' && call.endpoint === undefined && !KNOWN_REGIONS.includes(call.region))
    return 'bad-region';
  const isBroken = BROKEN.includes(code ?? '') || name === 'TimeoutError';
  // AWS closes the connection while a body that exceeds the limit is still being sent.
  if (isBroken && (call.uploaded ?? 0) > UPLOAD_BYTES) return 'too-large';
  if (isBroken || UNREACHED.includes(code ?? '')) return 'network';
  if (status === undefined && code !== undefined && CERTIFICATE.test(code)) return 'network';
  return undefined;
}

/** The limit for a direct upload to Lambda, 50 MB: docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const UPLOAD_BYTES = 52_428_800;

const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL|^EPROTO$/;

function kindOfStatus(status: number | undefined): CloudErrorKind | undefined {
  if (status === undefined) return undefined;
  if (status >= 500) return 'server';
  // The status is a success, but the body cannot be read: the call was carried out with an unknown result.
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

/** The message names the kind of policy that denies the call. A new statement helps only in an identity-based policy. */
const FORBIDDEN = /explicit deny|because no (?!identity-based)/;

/** Lambda repeats the environment variables in its messages, and they may be secrets. */
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
  // The SDK appends advice that is useful only to code that calls the SDK.
  const text = error.message.replace(/\s*Deserialization error: to see the raw response.*$/s, '');
  if (text !== '') return text;
  // Node.js tries all addresses of a host and throws all failures in one error.
  const first = error instanceof AggregateError ? error.errors.find(isError) : undefined;
  return first?.message ?? codeOf(error) ?? error.name;
}

/** Rewords the SDK's timeout message, which is in milliseconds and names the SDK's own settings. */
function timeoutText(message: string): string {
  const seconds = Number(/(\d+) ms\b/.exec(message)?.[1] ?? Number.NaN) / 1000;
  if (Number.isNaN(seconds)) return message;
  return /did not establish a connection/.test(message)
    ? `no connection was established within ${seconds} s`
    : `the connection stalled: no data arrived for ${seconds} s`;
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

/** Returns the Node.js error code, which `fetch` puts into the cause. */
function codeOf(error: Error): string | undefined {
  return textIn(error, 'code') ?? textIn(error, 'cause', 'code');
}

function textIn(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

function numberIn(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

// Tables that map AWS error names and messages to kinds. Names omit `Exception`, which only some services and SDKs append.

const KIND_BY_NAME: Readonly<Record<string, CloudErrorKind>> = {
  NoSuchEntity: 'missing',
  QueueDoesNotExist: 'missing',
  'AWS.SimpleQueueService.NonExistentQueue': 'missing',
  ResourceNotFound: 'missing',
  NotFound: 'missing',
  NoSuchBucket: 'missing',
  EntityAlreadyExists: 'exists',
  ResourceAlreadyExists: 'exists',
  ConcurrentModification: 'busy',
  EntityTemporarilyUnmodifiable: 'busy',
  OperationAborted: 'busy',
  ResourceInUse: 'busy',
  ResourceNotReady: 'busy',
  PreconditionFailed: 'changed',
  TooManyRequests: 'throttled',
  Throttling: 'throttled',
  Throttled: 'throttled',
  RequestThrottled: 'throttled',
  RequestLimitExceeded: 'throttled',
  EC2Throttled: 'throttled',
  SlowDown: 'throttled',
  AccessDenied: 'denied',
  AuthorizationError: 'denied',
  KMSAccessDenied: 'denied',
  NotAuthorized: 'denied',
  UnauthorizedOperation: 'denied',
  ExpiredToken: 'expired',
  TokenRefreshRequired: 'expired',
  UnrecognizedClient: 'bad-credentials',
  InvalidClientTokenId: 'bad-credentials',
  InvalidAccessKeyId: 'bad-credentials',
  AuthFailure: 'bad-credentials',
  IncompleteSignature: 'bad-credentials',
  MissingAuthenticationToken: 'bad-credentials',
  InvalidSignature: 'bad-credentials',
  SignatureDoesNotMatch: 'bad-credentials',
  RequestExpired: 'clock',
  RequestTimeTooSkewed: 'clock',
  RequestInTheFuture: 'clock',
  RequestEntityTooLarge: 'too-large',
  RequestTooLarge: 'too-large',
  LimitExceeded: 'limit',
  CodeStorageExceeded: 'limit',
  ServiceQuotaExceeded: 'limit',
  ENILimitReached: 'limit',
  ServiceUnavailable: 'server',
  ServiceFailure: 'server',
  InternalFailure: 'server',
  InternalError: 'server',
};

/** Rules for messages that say more than the error name. They are checked first, and the first match is used. */
const KIND_BY_MESSAGE: readonly MessageRule[] = [
  {
    names: ['InvalidSignature', 'SignatureDoesNotMatch', 'AccessDenied', 'AuthFailure'],
    message: /Signature expired|Signature not yet current|is now (?:earlier|later) than/i,
    kind: 'clock',
  },
  {
    names: ['InvalidClientTokenId', 'UnrecognizedClient', 'AccessDenied'],
    message: /security token included in the request is expired/i,
    kind: 'expired',
  },
  { names: ['ResourceConflict', 'Conflict'], message: /already exists?\b/i, kind: 'exists' },
  {
    names: ['InvalidParameter'],
    message: /already exists with different attributes/,
    kind: 'exists',
  },
  // Any other conflict is caused by a change in progress that completes soon.
  { names: ['ResourceConflict', 'Conflict'], message: /^/, kind: 'busy' },
  // Lambda sees a new IAM role or policy a few seconds later. Chalice and Terraform wait for the same messages.
  {
    names: ['InvalidParameterValue'],
    message:
      /cannot be assumed by Lambda|role does not have permissions to call|KMS key is invalid for CreateGrant|valid principal|throttled by EC2/i,
    kind: 'role-not-ready',
  },
  // The message that Kinesis sends when it throttles a call.
  { names: ['LimitExceeded'], message: /^Rate exceeded/i, kind: 'throttled' },
  {
    message: /(?:Zipped|Unzipped) size must be smaller|Request must be smaller than/i,
    kind: 'too-large',
  },
  {
    names: ['InvalidParameterValue', 'BadRequest'],
    message: /UnreservedConcurrentExecution below|maximum (?:number|policy size)|limit exceeded/i,
    kind: 'limit',
  },
  {
    names: ['CredentialsProviderError', 'TokenProviderError'],
    // An expired session of `aws sso login`, whose token file may no longer exist.
    message:
      /expired|aws (?:sso )?login|session token not found|re-?authenticate|required for .*refresh/i,
    kind: 'expired',
  },
  {
    names: ['CredentialsProviderError', 'TokenProviderError'],
    message: /^/,
    kind: 'no-credentials',
  },
  { message: /^Region is missing/, kind: 'no-region' },
  { message: /^Region not accepted/, kind: 'bad-region' },
];

/** The errors that emulators return for a call that they do not support. */
const UNSUPPORTED: { readonly names: readonly string[]; readonly message: RegExp } = {
  names: ['InvalidAction', 'UnknownOperation', 'NotImplemented'],
  message: /^(?:unknown|unsupported)\b.*\b(?:path|operation|action)\b|not (?:yet )?implemented/i,
};

/** The Node.js error codes for a connection that was never established; the call was not carried out. */
const UNREACHED: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** The Node.js error codes for a connection that broke; the call may have been carried out. */
const BROKEN: readonly string[] = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];
