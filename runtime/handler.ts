// `createHandler`: the function that the gateway calls with each request (spec 4.2 to 4.5, section 7).
import { JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { LambdaContext, ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { answerValue } from './answer.js';
import { answerError, answerUnrouted, answerUnsupported } from './error-answer.js';
import { applications, type Framework } from './framework.js';
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
export function createHandler(app: Framework = onlyApplication()): Handler {
  return (event) => {
    const request = new Request(event);
    return app.$requests.run(request, serve, app, request, event);
  };
}

/** The application of the process. */
export function onlyApplication(): Framework {
  const [app] = applications;
  if (app && applications.length === 1) return app;
  throw new Error(
    `${applications.length || 'No'} applications were made with new Framework(...): name the one to serve, as in createHandler(app).`,
  );
}

const DEFAULT_CONTENT_TYPES: readonly string[] = [JSON_TYPE];

async function serve(app: Framework, request: Request, event: ProxyEvent): Promise<ProxyResult> {
  let route: Route | undefined;
  let result: ProxyResult;
  try {
    route = app.$registry.findView(event.resource, event.httpMethod);
    if (!route) return answerUnrouted(event);
    const contentType = headerValue(event, 'content-type');
    const mediaType = contentType ? mediaTypeOf(contentType) : JSON_TYPE;
    if (!(route.row[5] || DEFAULT_CONTENT_TYPES).includes(mediaType)) {
      result = answerUnsupported(mediaType, route.row[6]);
    } else {
      const value = callView(route, request);
      result = answerValue(isThenable(value) ? await value : value, {
        app,
        event,
        cors: route.row[6],
      });
    }
  } catch (error) {
    result = answerError(error, { app, event, cors: route?.row[6] });
  }
  return event.httpMethod === 'HEAD' ? { ...result, body: '', isBase64Encoded: false } : result;
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
