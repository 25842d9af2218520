// The responses that the gateway generates itself, shaped by the gateway responses of the API
// (docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
import type { GatewayErrorKind, HttpAnswer } from '../../../gateway/index.js';
import { traceHeaders } from '../../../gateway/request-ids.js';
import { type Definition, type GatewayResponse, renderTemplate } from '../definition/definition.js';

export type ApiErrorKind =
  | GatewayErrorKind
  /** The API or the stage does not exist. */
  | 'unknownStage'
  /** The gateway is not allowed to invoke the function, or a mock cannot respond. */
  | 'misconfigured'
  | 'unsupportedMediaType';

type ApiError = {
  readonly status: number;
  /** `x-amzn-ErrorType`. */
  readonly type: string;
  readonly body: string;
  /** Defaults to JSON. */
  readonly contentType?: string;
  /** The gateway response that shapes the error, tried before the default of its class. */
  readonly response: string;
};

const API_ERRORS: Readonly<Record<ApiErrorKind, ApiError>> = {
  unknownStage: {
    status: 403,
    type: 'ForbiddenException',
    body: '{"message":"Forbidden"}',
    response: 'DEFAULT_4XX',
  },
  badRequest: {
    status: 400,
    type: 'BadRequestException',
    body: '{"message": "Bad Request"}',
    response: 'DEFAULT_4XX',
  },
  unauthorized: {
    status: 401,
    type: 'UnauthorizedException',
    body: '{"message":"Unauthorized"}',
    response: 'UNAUTHORIZED',
  },
  expiredToken: {
    status: 401,
    type: 'UnauthorizedException',
    body: '{"message":"The incoming token has expired"}',
    response: 'EXPIRED_TOKEN',
  },
  missingAuthenticationToken: {
    status: 403,
    type: 'MissingAuthenticationTokenException',
    body: '{"message":"Missing Authentication Token"}',
    response: 'MISSING_AUTHENTICATION_TOKEN',
  },
  forbidden: {
    status: 403,
    type: 'ForbiddenException',
    body: '{"message":"Forbidden"}',
    response: 'INVALID_API_KEY',
  },
  accessDenied: {
    status: 403,
    type: 'AccessDeniedException',
    body: '{"Message":"User is not authorized to access this resource"}',
    response: 'ACCESS_DENIED',
  },
  unknownAccessKey: {
    status: 403,
    type: 'UnrecognizedClientException',
    body: '{"message":"The security token included in the request is invalid."}',
    response: 'INVALID_SIGNATURE',
  },
  incompleteSignature: {
    status: 403,
    type: 'IncompleteSignatureException',
    body: '',
    response: 'INVALID_SIGNATURE',
  },
  invalidSignature: {
    status: 403,
    type: 'InvalidSignatureException',
    body: '',
    response: 'INVALID_SIGNATURE',
  },
  requestTooLong: {
    status: 413,
    type: 'RequestTooLargeException',
    body: 'HTTP content length exceeded 10485760 bytes.',
    contentType: 'text/plain',
    response: 'REQUEST_TOO_LARGE',
  },
  eventTooLong: {
    status: 413,
    type: 'BadRequestException',
    body: '{"message": "Request Too Long"}',
    response: 'DEFAULT_4XX',
  },
  throttled: {
    status: 429,
    type: 'TooManyRequestsException',
    body: '{"message":"Too Many Requests"}',
    response: 'THROTTLED',
  },
  quotaExceeded: {
    status: 429,
    type: 'LimitExceededException',
    body: '{"message":"Limit Exceeded"}',
    response: 'QUOTA_EXCEEDED',
  },
  unsupportedMediaType: {
    status: 415,
    type: 'BadRequestException',
    body: '{"message": "Unsupported Media Type"}',
    response: 'UNSUPPORTED_MEDIA_TYPE',
  },
  authorizerConfiguration: {
    status: 500,
    type: 'AuthorizerConfigurationException',
    body: '{"message":null}',
    response: 'AUTHORIZER_CONFIGURATION_ERROR',
  },
  misconfigured: {
    status: 500,
    type: 'InternalServerErrorException',
    body: '{"message": "Internal server error"}',
    response: 'API_CONFIGURATION_ERROR',
  },
  integrationFailed: {
    status: 502,
    type: 'InternalServerErrorException',
    body: '{"message": "Internal server error"}',
    response: 'DEFAULT_5XX',
  },
  integrationTimedOut: {
    status: 504,
    type: 'InternalServerErrorException',
    body: '{"message": "Endpoint request timed out"}',
    response: 'INTEGRATION_TIMEOUT',
  },
};

type Identified = { readonly requestId: string; readonly time: number };

/** An error that is not yet a response. `message` replaces the text of the body. */
export type ApiRefusal = {
  readonly kind: 'refused';
  readonly error: ApiErrorKind;
  readonly message?: string;
};

/** `definition` is undefined if the API does not exist. */
export function errorAnswer(
  { error: kind, message }: ApiRefusal,
  request: Identified,
  definition: Definition | undefined,
): HttpAnswer {
  const error = API_ERRORS[kind];
  const body = message === undefined ? error.body : JSON.stringify({ message });
  const shape = shapeOf(error, definition?.gatewayResponses ?? {});
  const template = shape?.templates['application/json'];
  const headers = new Map([
    ['content-type', ['Content-Type', error.contentType ?? 'application/json']],
  ]);
  for (const [key, literal] of Object.entries(shape?.parameters ?? {})) {
    const name = key.replace('gatewayresponse.header.', '');
    headers.set(name.toLowerCase(), [name, literal.slice(1, -1)]);
  }
  return {
    status: shape?.statusCode ?? error.status,
    headers: [
      ...traceHeaders(request),
      'x-amzn-ErrorType',
      error.type,
      ...[...headers.values()].flat(),
    ],
    body:
      template === undefined
        ? body
        : renderTemplate(template, { requestId: request.requestId, errorMessage: messageOf(body) }),
  };
}

function shapeOf(
  error: ApiError,
  responses: Readonly<Record<string, GatewayResponse>>,
): GatewayResponse | undefined {
  return responses[error.response] ?? responses[error.status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
}

function messageOf(body: string): string | undefined {
  return /"[mM]essage": ?"(.*)"\}$/.exec(body)?.[1];
}
