// `createHandler`: the function that the gateway calls with each request (spec 4.2 to 4.5, section 7).
import { JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { LambdaContext, ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { answerValue } from './answer.js';
import {
  answerError,
  answerForeignEvent,
  answerUnrouted,
  answerUnsupported,
} from './error-answer.js';
import { type Application, applications } from './application.js';
import { Request } from './request.js';
import { headerValue } from './request-headers.js';
import { logRequest } from './request-line.js';
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
  // Read once: a look into the environment costs as much as a request.
  const isInLambda = process.env['AWS_LAMBDA_RUNTIME_API'];
  return (event) => {
    const request = new Request(event);
    const answer = app.$requests.run(request, serve, app, request, event);
    if (isInLambda && isProxyEvent(event)) logRequest(event, answer);
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

/** Few calls stand between this and the view: an error that a view raises takes longer the deeper the stack is. */
async function serve(app: Application, request: Request, event: unknown): Promise<ProxyResult> {
  if (!isProxyEvent(event)) return answerForeignEvent();
  const route = app.$registry.views.get(event.resource)?.get(event.httpMethod);
  if (!route) return answerUnrouted();
  const [key, , , parameters, isStatic, contentTypes, cors] = route.row;
  const exchange = { app, event, cors };
  let result: ProxyResult;
  try {
    // None counts as JSON (spec 4.2, design.md 4.3).
    const mediaType = mediaTypeOf(headerValue(event, 'content-type') || JSON_TYPE);
    if ((contentTypes || DEFAULT_CONTENT_TYPES).includes(mediaType)) {
      // In the order of the view's parameters: the row holds their names.
      const captures =
        parameters.length > 0 ? parameters.map((name) => request.uriParams?.[name]) : parameters;
      const value = receiverOf(route.owner, isStatic)[key]?.(...captures);
      result = answerValue(isThenable(value) ? await value : value, exchange);
    } else {
      result = answerUnsupported(mediaType, exchange);
    }
  } catch (error) {
    result = answerError(error, exchange);
  }
  return event.httpMethod === 'HEAD' ? { ...result, body: '', isBase64Encoded: false } : result;
}

function isProxyEvent(event: unknown): event is ProxyEvent {
  const { resource, path, httpMethod } = (event ?? {}) as Partial<ProxyEvent>; // because Lambda hands over whatever it is sent
  return typeof resource === 'string' && typeof path === 'string' && typeof httpMethod === 'string';
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function'; // because it may be any value
}
