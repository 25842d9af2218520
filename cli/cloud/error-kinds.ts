// Tables from the error names and messages of AWS to kinds, for `read-cloud-error.ts`. Names stand without `Exception`,
// which only some services and SDKs append.
import type { CloudErrorKind } from './cloud-error.js';

/** The kind of an error name, whatever its message says. */
export const KIND_BY_NAME: Readonly<Record<string, CloudErrorKind>> = {
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

export type MessageRule = {
  /** The error names that the rule is for; without them it is for all. */
  readonly names?: readonly string[];
  readonly message: RegExp;
  readonly kind: CloudErrorKind;
};

/** Rules for messages that say more than the name. They are tried first, and the first that matches counts. */
export const KIND_BY_MESSAGE: readonly MessageRule[] = [
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
  // Any other conflict is a change that ends by itself.
  { names: ['ResourceConflict', 'Conflict'], message: /^/, kind: 'busy' },
  // IAM tells Lambda of a new role or policy some seconds late. Chalice and Terraform wait for the same messages.
  {
    names: ['InvalidParameterValue'],
    message:
      /cannot be assumed by Lambda|role does not have permissions to call|KMS key is invalid for CreateGrant|valid principal|throttled by EC2/i,
    kind: 'role-not-ready',
  },
  // Kinesis throttles calls with this message.
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
    // An expired session of `aws sso login`, whose token file may be gone.
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

/** How emulators say that they lack a call. */
export const UNSUPPORTED: { readonly names: readonly string[]; readonly message: RegExp } = {
  names: ['InvalidAction', 'UnknownOperation', 'NotImplemented'],
  message: /^(?:unknown|unsupported)\b.*\b(?:path|operation|action)\b|not (?:yet )?implemented/i,
};

/** Error codes of Node.js for a connection that was never made, so that the call was not carried out. */
export const UNREACHED: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Error codes of Node.js for a connection that broke, so that the call may have been carried out. */
export const BROKEN: readonly string[] = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];
