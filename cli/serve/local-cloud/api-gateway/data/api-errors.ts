// The responses that the gateway generates itself, shaped by the gateway responses of the API
// (docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
import type { GatewayErrorKind, HttpAnswer } from '../../../gateway/index.js';
import { traceHeaders } from '../../../gateway/request-ids.js';
import { type Definition, renderTemplate } from '../definition/definition.js';

export type ApiErrorKind =
  | GatewayErrorKind
  /** The API or the stage does not exist. */
  | 'unknownStage'
  /** The gateway is not allowed to invoke the function, or a mock cannot respond. */
  | 'misconfigured'
  | 'unsupportedMediaType';

type ApiError = readonly [
  status: number,
  /** `x-amzn-ErrorType`. */
  type: string,
  /** The gateway response that shapes the error, tried before the default of its class. */
  response: string,
  body: string,
  /** Defaults to JSON. */
  contentType?: string,
];

const API_ERRORS: Readonly<Record<ApiErrorKind, ApiError>> = {
  unknownStage: [403, 'ForbiddenException', 'DEFAULT_4XX', '{"message":"Forbidden"}'],
  badRequest: [400, 'BadRequestException', 'DEFAULT_4XX', '{"message": "Bad Request"}'],
  unauthorized: [401, 'UnauthorizedException', 'UNAUTHORIZED', '{"message":"Unauthorized"}'],
  expiredToken: [
    401,
    'UnauthorizedException',
    'EXPIRED_TOKEN',
    '{"message":"The incoming token has expired"}',
  ],
  missingAuthenticationToken: [
    403,
    'MissingAuthenticationTokenException',
    'MISSING_AUTHENTICATION_TOKEN',
    '{"message":"Missing Authentication Token"}',
  ],
  forbidden: [403, 'ForbiddenException', 'INVALID_API_KEY', '{"message":"Forbidden"}'],
  accessDenied: [
    403,
    'AccessDeniedException',
    'ACCESS_DENIED',
    '{"Message":"User is not authorized to access this resource"}',
  ],
  unknownAccessKey: [
    403,
    'UnrecognizedClientException',
    'INVALID_SIGNATURE',
    '{"message":"The security token included in the request is invalid."}',
  ],
  incompleteSignature: [403, 'IncompleteSignatureException', 'INVALID_SIGNATURE', ''],
  invalidSignature: [403, 'InvalidSignatureException', 'INVALID_SIGNATURE', ''],
  requestTooLong: [
    413,
    'RequestTooLargeException',
    'REQUEST_TOO_LARGE',
    'HTTP content length exceeded 10485760 bytes.',
    'text/plain',
  ],
  eventTooLong: [413, 'BadRequestException', 'DEFAULT_4XX', '{"message": "Request Too Long"}'],
  throttled: [429, 'TooManyRequestsException', 'THROTTLED', '{"message":"Too Many Requests"}'],
  quotaExceeded: [429, 'LimitExceededException', 'QUOTA_EXCEEDED', '{"message":"Limit Exceeded"}'],
  unsupportedMediaType: [
    415,
    'BadRequestException',
    'UNSUPPORTED_MEDIA_TYPE',
    '{"message": "Unsupported Media Type"}',
  ],
  authorizerConfiguration: [
    500,
    'AuthorizerConfigurationException',
    'AUTHORIZER_CONFIGURATION_ERROR',
    '{"message":null}',
  ],
  misconfigured: [
    500,
    'InternalServerErrorException',
    'API_CONFIGURATION_ERROR',
    '{"message": "Internal server error"}',
  ],
  integrationFailed: [
    502,
    'InternalServerErrorException',
    'DEFAULT_5XX',
    '{"message": "Internal server error"}',
  ],
  integrationTimedOut: [
    504,
    'InternalServerErrorException',
    'INTEGRATION_TIMEOUT',
    '{"message": "Endpoint request timed out"}',
  ],
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
  const [status, type, response, standard, contentType = 'application/json'] = API_ERRORS[kind];
  const body = message === undefined ? standard : JSON.stringify({ message });
  const shapes = definition?.gatewayResponses ?? {};
  const shape = shapes[response] ?? shapes[status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
  const template = shape?.templates['application/json'];
  const headers = new Map([['content-type', ['Content-Type', contentType]]]);
  for (const [key, literal] of Object.entries(shape?.parameters ?? {})) {
    const name = key.replace('gatewayresponse.header.', '');
    headers.set(name.toLowerCase(), [name, literal.slice(1, -1)]);
  }
  return {
    status: shape?.statusCode ?? status,
    headers: [...traceHeaders(request), 'x-amzn-ErrorType', type, ...[...headers.values()].flat()],
    body:
      template === undefined
        ? body
        : renderTemplate(template, { requestId: request.requestId, errorMessage: messageOf(body) }),
  };
}

function messageOf(body: string): string | undefined {
  return /"[mM]essage": ?"(.*)"\}$/.exec(body)?.[1];
}
