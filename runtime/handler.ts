// `createHandler`: the function that the gateway calls with each request (specification 4.2 to 4.5, 7).
import { JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { LambdaContext, ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { answerValue } from './answer.js';
import {
  answerError,
  answerForeignEvent,
  answerUnrouted,
  answerUnsupported,
} from './error-answer.js';
import { type Application, applications, type CutApplication } from './application.js';
import { identified } from './json-log.js';
import { type CutRequest, Request } from './request.js';
import { headerValue } from './request-headers.js';
import { logRequest } from './request-line.js';
import { timed } from './time-limit.js';
import { receiverOf } from './view-registry.js';

/** Takes the events of an API and gives back answers; it never rejects. */
export type Handler = (event: ProxyEvent, context?: LambdaContext) => Promise<ProxyResult>;

/**
 * Makes the Lambda handler of an application; without an argument, of the only application there is.
 *
 * @example
 * ```ts
 * import './app.js';
 * import { createHandler } from 'framework';
 *
 * export const handler = createHandler();
 * ```
 */
export function createHandler(app: Application = onlyApplication()): Handler {
  return timed(identified(handlerOf(app)));
}

/** The handler of an application as a bundle holds it. */
export function handlerOf(app: CutApplication): Handler {
  // Read once, because reading `process.env` costs as much as a request.
  const isInLambda = process.env['AWS_LAMBDA_RUNTIME_API'];
  return (event) => {
    const request = new Request(event);
    app.$begin?.(request);
    const answer = app.$run?.(request, serve, event) ?? serve(app, request, event);
    app.$begin?.(undefined);
    if (isInLambda && isProxyEvent(event) && !app.$logServed?.(event, answer))
      logRequest(event, answer);
    return answer;
  };
}

/** The application of the process. */
export function onlyApplication(): Application {
  const [app] = applications;
  if (app && applications.length === 1) return app;
  throw new Error(
    `${applications.length || 'No'} applications were made with new Framework(...): name the one to serve, as in createHandler(app).`,
  );
}

const DEFAULT_CONTENT_TYPES: readonly string[] = [JSON_TYPE];

/** Few frames are between this and the view, because an error takes longer to make the deeper the stack is. */
async function serve(
  app: CutApplication,
  request: CutRequest,
  event: unknown,
): Promise<ProxyResult> {
  if (!isProxyEvent(event)) return answerForeignEvent();
  const route = app.$views.get(event.resource)?.get(event.httpMethod) ?? app.$read?.(event);
  if (!route) return answerUnrouted();
  const [key, , , parameters, isStatic, contentTypes, cors] = route.row;
  const exchange = { app, event, cors };
  let result: ProxyResult;
  try {
    app.$addHeaders?.({ route, request: request as Request }, exchange); // because only then a bundle has it whole
    // A request without a Content-Type counts as JSON (specification 4.2, docs/decisions/request-bodies.md).
    const sent = headerValue(event, 'content-type');
    const mediaType = sent ? mediaTypeOf(sent) : JSON_TYPE;
    if ((contentTypes || DEFAULT_CONTENT_TYPES).includes(mediaType)) {
      const captures =
        request.$inputs?.(route.row) ??
        (parameters.length > 0 ? request.$captures?.(parameters) : undefined);
      if (request.$isPending?.(captures)) await request.$settle?.(captures);
      const value =
        app.$through?.(route, request as Request, captures) ?? // because only then a bundle has it whole
        receiverOf(route.owner, isStatic)[key]?.(...(captures ?? parameters));
      // Most views are not async, and an `await` of their value would cost as much as the rest of the request.
      const { then } = (value ?? {}) as Partial<PromiseLike<unknown>>; // because it may be any value
      result = answerValue(typeof then === 'function' ? await value : value, exchange);
    } else {
      result = answerUnsupported(sent ? mediaType : `${mediaType} (no Content-Type)`, exchange);
    }
  } catch (error) {
    result = answerError(error, exchange);
  }
  return app.$answerHead?.(result, event) ?? result;
}

function isProxyEvent(event: unknown): event is ProxyEvent {
  const { resource, path, httpMethod } = (event ?? {}) as Partial<ProxyEvent>; // because Lambda hands over whatever it is sent
  return typeof resource === 'string' && typeof path === 'string' && typeof httpMethod === 'string';
}
