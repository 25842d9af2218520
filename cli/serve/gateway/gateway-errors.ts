// The responses that the gateway itself creates (docs/decisions/undefined-path.md, gateway-answers.md). They match the real ones
// byte for byte: for example, the bodies for a failed integration have a space after the colon.
import { errorCorsHeaders } from '../../../runtime/contract/cors.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { HeaderList, HttpAnswer } from './request.js';
import { traceHeaders } from './request-ids.js';

type GatewayError = {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Defaults to `application/json`. */
  readonly contentType?: string;
};

export type GatewayErrorKind =
  | 'badRequest'
  | 'unauthorized'
  | 'expiredToken'
  | 'missingAuthenticationToken'
  | 'forbidden'
  | 'accessDenied'
  | 'unknownAccessKey'
  | 'incompleteSignature'
  | 'invalidSignature'
  | 'throttled'
  | 'quotaExceeded'
  | 'requestTooLong'
  | 'eventTooLong'
  | 'authorizerConfiguration'
  | 'integrationFailed'
  | 'integrationTimedOut';

const GATEWAY_ERRORS: Readonly<Record<GatewayErrorKind, GatewayError>> = {
  badRequest: { status: 400, type: 'BadRequestException', body: '{"message": "Bad Request"}' },
  unauthorized: { status: 401, type: 'UnauthorizedException', body: '{"message":"Unauthorized"}' },
  expiredToken: {
    status: 401,
    type: 'UnauthorizedException',
    body: '{"message":"The incoming token has expired"}',
  },
  missingAuthenticationToken: {
    status: 403,
    type: 'MissingAuthenticationTokenException',
    body: '{"message":"Missing Authentication Token"}',
  },
  forbidden: { status: 403, type: 'ForbiddenException', body: '{"message":"Forbidden"}' },
  accessDenied: {
    status: 403,
    type: 'AccessDeniedException',
    body: '{"Message":"User is not authorized to access this resource"}',
  },
  unknownAccessKey: {
    status: 403,
    type: 'UnrecognizedClientException',
    body: '{"message":"The security token included in the request is invalid."}',
  },
  incompleteSignature: { status: 403, type: 'IncompleteSignatureException', body: '' },
  invalidSignature: { status: 403, type: 'InvalidSignatureException', body: '' },
  requestTooLong: {
    status: 413,
    type: 'RequestTooLargeException',
    body: 'HTTP content length exceeded 10485760 bytes.',
    contentType: 'text/plain',
  },
  throttled: {
    status: 429,
    type: 'TooManyRequestsException',
    body: '{"message":"Too Many Requests"}',
  },
  quotaExceeded: {
    status: 429,
    type: 'LimitExceededException',
    body: '{"message":"Limit Exceeded"}',
  },
  eventTooLong: {
    status: 413,
    type: 'BadRequestException',
    body: '{"message": "Request Too Long"}',
  },
  authorizerConfiguration: {
    status: 500,
    type: 'AuthorizerConfigurationException',
    body: '{"message":null}',
  },
  integrationFailed: {
    status: 502,
    type: 'InternalServerErrorException',
    body: '{"message": "Internal server error"}',
  },
  integrationTimedOut: {
    status: 504,
    type: 'InternalServerErrorException',
    body: '{"message": "Endpoint request timed out"}',
  },
};

/** `message` replaces the text in the body. */
export type GatewayErrors = (
  kind: GatewayErrorKind,
  request: { readonly requestId: string; readonly time: number },
  message?: string,
) => HttpAnswer;

/** The errors have CORS headers if any route has CORS (docs/decisions/gateway-error-cors.md). */
export function createGatewayErrors(manifest: Manifest): GatewayErrors {
  const cors = Object.entries(errorCorsHeaders(manifest)).flat();
  return (kind, request, message) => {
    const error = GATEWAY_ERRORS[kind];
    const headers: HeaderList = [
      'Content-Type',
      error.contentType ?? 'application/json',
      ...traceHeaders(request),
      'x-amzn-ErrorType',
      error.type,
      ...cors,
    ];
    const body = message === undefined ? error.body : JSON.stringify({ message });
    return { status: error.status, headers, body };
  };
}

/**
 * Returns the idle timeout of a stream in milliseconds:
 * docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html
 */
export function idleLimit(endpointType: string | undefined): number {
  return endpointType === 'EDGE' ? 30_000 : 300_000;
}

/** The maximum time that a REST API waits for a buffered response of its function, in milliseconds. */
export const GATEWAY_TIMEOUT = 29_000;

/** Returns the gateway's error for a function that has not responded within its timeout, given in milliseconds. */
export function timeoutError(
  milliseconds: number,
): Extract<GatewayErrorKind, 'integrationFailed' | 'integrationTimedOut'> {
  // API Gateway treats a function that Lambda terminated as failed.
  return milliseconds < GATEWAY_TIMEOUT ? 'integrationFailed' : 'integrationTimedOut';
}
