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
import { callMember, type Route } from './view-registry.js';

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
  return (event) => {
    const request = new Request(event);
    return app.$requests.run(request, serve, app, request, event);
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

async function serve(app: Application, request: Request, event: unknown): Promise<ProxyResult> {
  if (!isProxyEvent(event)) return answerForeignEvent();
  const route = app.$registry.views.get(event.resource)?.get(event.httpMethod);
  if (!route) return answerUnrouted();
  const exchange = { app, event, cors: route.row[6] };
  let result: ProxyResult;
  try {
    const refused = refusedMediaType(route, event);
    if (refused === undefined) {
      const value = callView(route, request);
      result = answerValue(isThenable(value) ? await value : value, exchange);
    } else {
      result = answerUnsupported(refused, exchange);
    }
  } catch (error) {
    result = answerError(error, exchange);
  }
  return event.httpMethod === 'HEAD' ? { ...result, body: '', isBase64Encoded: false } : result;
}

function isProxyEvent(event: unknown): event is ProxyEvent {
  const { resource, path, httpMethod } = (event ?? {}) as Partial<ProxyEvent>; // because Lambda hands over whatever it is sent
  return [resource, path, httpMethod].every((text) => typeof text === 'string');
}

/** The media type of a request that its route does not list (spec 4.2); none counts as JSON (design.md 4.3). */
function refusedMediaType({ row }: Route, event: ProxyEvent): string | undefined {
  const contentType = headerValue(event, 'content-type');
  const mediaType = contentType ? mediaTypeOf(contentType) : JSON_TYPE;
  return (row[5] || DEFAULT_CONTENT_TYPES).includes(mediaType) ? undefined : mediaType;
}

/** Binds captures to parameters by name: the row holds the names in the order of the view's parameters. */
function callView({ row, owner }: Route, request: Request): unknown {
  const [key, , , parameters, isStatic] = row;
  const values = parameters.length > 0 ? request.uriParams : null;
  return callMember(
    owner,
    [key, isStatic],
    parameters.map((name) => values?.[name]),
  );
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
