// The public entry of the gateway model for its hosts: `framework local`, and the local cloud.
export type { AuthorizationRequest, Authorize, Verdict } from './authorization.js';
export { createAuthorize } from './authorizers/authorize.js';
export type { AuthorizePorts } from './authorizers/authorize.js';
export { foreignAuthorizers } from './authorizers/custom.js';
export type { FunctionOutcome } from './authorizers/custom.js';
export type { Credentials } from './authorizers/signature.js';
export { createGateway, MAX_REQUEST_BYTES } from './gateway.js';
export type { Decision, Gateway, GatewayOptions, Refusal } from './gateway.js';
export { errorCorsHeaders } from '../../../runtime/contract/cors.js';
export type { GatewayErrorKind } from './gateway-errors.js';
export { GATEWAY_TIMEOUT, idleLimit, timeoutError } from './gateway-errors.js';
export { createLambdaContext } from './proxy-event.js';
export type { FunctionFacts } from './proxy-event.js';
export { createEventMaker } from './proxy-event.js';
export { toAnswer } from './proxy-result.js';
export type { AnswerHead, MalformedResult } from './proxy-result.js';
export { headerValue } from './request.js';
export type {
  Access,
  GatewayIdentity,
  GatewayRequest,
  HeaderList,
  HttpAnswer,
  Invocation,
} from './request.js';
export { createStreamReader } from './stream-result.js';
export type { StreamReader } from './stream-result.js';
