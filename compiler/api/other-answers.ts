// Responses without a call of the view: from the gateway, and from the runtime for invalid input
// (docs/decisions/gateway-answers.md).
import type { AuthorizerEntry } from '../../runtime/contract/manifest.js';
import { ERROR_STATUSES } from '../../runtime/contract/error-statuses.js';
import type { ErrorAnswer } from './api-description.js';

export type GatewayAnswer = { readonly status: number; readonly message: string };

export type Guarded = {
  readonly authorizer: AuthorizerEntry | undefined;
  readonly apiKeyRequired: boolean;
  readonly hasBody: boolean;
};

export function gatewayAnswers(guarded: Guarded): readonly GatewayAnswer[] {
  const { authorizer, apiKeyRequired, hasBody } = guarded;
  const kind = authorizer?.kind;
  return [
    ...(kind === 'userPool' || kind === 'custom' ? [UNAUTHORIZED] : []),
    ...(kind === 'iam' ? [UNSIGNED] : []),
    ...(kind === 'custom' ? [DENIED] : []),
    ...(apiKeyRequired ? [FORBIDDEN, TOO_MANY] : []),
    ...(hasBody ? [TOO_LONG, UNSUPPORTED] : []),
  ];
}

const UNAUTHORIZED: GatewayAnswer = { status: 401, message: 'Unauthorized' };
const UNSIGNED: GatewayAnswer = { status: 403, message: 'Missing Authentication Token' };
const DENIED: GatewayAnswer = {
  status: 403,
  message: 'User is not authorized to access this resource',
};
const FORBIDDEN: GatewayAnswer = { status: 403, message: 'Forbidden' };
const TOO_MANY: GatewayAnswer = { status: 429, message: 'Too Many Requests' };
const TOO_LONG: GatewayAnswer = { status: 413, message: 'Request Too Long' };
const UNSUPPORTED: GatewayAnswer = { status: 415, message: 'Unsupported Media Type: {type}' };

const BAD_REQUEST = 'BadRequestError';

/** The runtime's response to input that does not fit the declared types. */
export const WRONG_INPUT: ErrorAnswer = {
  status: ERROR_STATUSES[BAD_REQUEST],
  code: BAD_REQUEST,
  message: '',
  hasProblems: true,
};

/** The runtime's response to a body that is not JSON. */
export const MALFORMED_JSON: ErrorAnswer = {
  status: ERROR_STATUSES[BAD_REQUEST],
  code: BAD_REQUEST,
  message: 'Error Parsing JSON',
};

/** The reason phrases of statuses (RFC 9110 section 15). */
const REASONS: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  418: "I'm a teapot",
  422: 'Unprocessable Content',
  423: 'Locked',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  default: 'Any other status',
};

export function reasonOf(status: number | string): string {
  return REASONS[String(status)] ?? `Status ${String(status)}`;
}
