// `createHandler`: the function that the gateway calls with each request (specification 4.2 to 4.5, 7).
import { type Application, applications } from './application.js';
import { listKey } from './contract/binding.js';
import { declaredCors } from './contract/cors.js';
import { JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { LambdaContext, ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import {
  answerError,
  answerForeignEvent,
  answerUnrouted,
  answerUnsupported,
} from './error-answer.js';
import { formatOf } from './error-format.js';
import type { Exchange } from './exchange.js';
import { readInputs } from './inputs.js';
import { identified, isJson, writeServed } from './json-log.js';
import { layersOf } from './layer.js';
import { Request } from './request.js';
import { headerValue } from './request-headers.js';
import { answerValue, type Response } from './response.js';
import { timed } from './time-limit.js';
import { captureOf } from './uri-params.js';
import { receiverOf, type Route, readRoute } from './view-registry.js';
import {
  answerStream,
  undeclared,
  type StreamedResult,
  whenOver,
  streamMetrics,
} from './streams.js';

/** A handler for the events of an API, which returns responses and never rejects. */
export type Handler = (event: ProxyEvent, context?: LambdaContext) => Promise<ProxyResult>;

/**
 * Creates the Lambda handler for an application. The application defaults to the only one in the process.
 * @example
 * ```ts
 * import './app.js';
 * import { createHandler } from 'framework';
 *
 * export const handler = createHandler();
 * ```
 */
export function createHandler(app: Application = onlyApplication()): Handler {
  return timed(identified($uses.code.$stream ? bufferedHandlerOf(app) : handlerOf(app)));
}

/**
 * Returns a handler that sends streaming responses as a whole. When a deploy makes an existing route stream, the gateway still
 * uses the earlier deployment for a moment and calls this handler for the route.
 */
export function bufferedHandlerOf(app: Application): Handler {
  const handle = handlerOf(app);
  return async (event) => {
    const { $stream, ...result } = await handle(event);
    if (!$stream) return result;
    try {
      const chunks: (string | Uint8Array)[] = [];
      for (let step = $stream.first; step.done !== true; step = await $stream.chunks.next())
        chunks.push(step.value);
      if (!$uses.code.$streamRaw) return { ...result, body: chunks.join('') };
      const body = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
      // Only bytes are encoded in base64, because the gateway decodes only binary media types.
      return $stream.kind === 'bytes'
        ? { ...result, body: body.toString('base64'), isBase64Encoded: true }
        : { ...result, body: String(body) };
    } catch (error) {
      return answerError(error, { app, event, cors: undefined });
    }
  };
}

/** Returns an application's handler, for bundles. If the route streams, the body of the result is not yet complete. */
export function handlerOf(app: Application): (event: ProxyEvent) => Promise<StreamedResult> {
  // Read only once, because reading `process.env` costs as much as a request.
  const isInLambda = process.env['AWS_LAMBDA_RUNTIME_API'];
  return (event) => {
    if ($uses.settings.metrics) beginMetrics();
    const request = $uses.code.$request ? new Request(event) : NONE;
    if ($uses.app.$begun) app.$begun = request;
    const answer = $uses.app.$stored
      ? app.$requests.run(request, serve, app, request, event)
      : serve(app, request, event);
    if ($uses.app.$begun) app.$begun = undefined;
    if (isInLambda && isProxyEvent(event)) {
      if ($uses.parts.$jsonLogs && isJson()) writeServed(event, answer);
      else logRequest(event, answer);
      if ($uses.settings.metrics)
        writeMetrics(event, $uses.code.$stream ? whenOver(answer) : answer);
    }
    return answer;
  };
}

/** Returns the only application in the process; throws if there is none, or more than one. */
export function onlyApplication(): Application {
  const [app] = applications;
  if (app && applications.length === 1) return app;
  throw new Error(
    `${applications.length || 'No'} applications were created with new Framework(...): pass the application to serve, as in createHandler(app).`,
  );
}

const NONE = undefined as never; // because no code reads it

/** The exchanges of requests to streaming views, for `throughLayers`. */
const streaming = new WeakMap<ProxyEvent, Exchange>();

const DEFAULT_CONTENT_TYPES: readonly string[] = [JSON_TYPE];

/** Keep the stack between this function and the view short, because a deeper stack makes errors slower. */
async function serve(app: Application, request: Request, event: unknown): Promise<StreamedResult> {
  if (!isProxyEvent(event)) return answerForeignEvent();
  let route = app.$views.get(event.resource)?.get(event.httpMethod);
  if ($uses.code.$late) route ??= readRoute(app, event);
  if (!route) return answerUnrouted();
  const [key, , , parameters, isStatic, contentTypes, cors] = route.row;
  const exchange: Exchange = $uses.parts.errorFormat
    ? { app, event, cors, formatted: formatOf(app, route, request) }
    : { app, event, cors };
  if ($uses.parts.$sharedCors) exchange.cors ??= declaredCors(app.api.cors);
  if ($uses.code.$stream) {
    exchange.streams =
      $uses.parts.$undeclared && undeclared.has(event) ? (route.row[8] ?? 'any') : route.row[8];
    if ($uses.parts.middleware && exchange.streams) streaming.set(event, exchange);
  }
  let result: StreamedResult;
  try {
    if ($uses.parts.middleware)
      route.chain ??= layersOf(app, listKey(route.row[2], route.row[1]), 'http');
    if ($uses.parts.answerHeaders) addAnswerHeaders(route, request, exchange);
    // A request without a Content-Type is treated as JSON (specification 4.2, docs/decisions/request-bodies.md).
    const sent = headerValue(event, 'content-type');
    const mediaType = sent ? mediaTypeOf(sent) : JSON_TYPE;
    if ((contentTypes || DEFAULT_CONTENT_TYPES).includes(mediaType)) {
      let values: readonly unknown[] | Promise<readonly unknown[]> =
        $uses.code.$inputs && route.row[7] && !($uses.parts.middleware && route.chain?.[0])
          ? readInputs(event, route.row[7])
          : $uses.code.$captures
            ? parameters.map((name) => captureOf(event, name))
            : parameters;
      if ($uses.code.$schema && values instanceof Promise) values = await values;
      const given = values as readonly unknown[]; // because it is a promise only if a schema is used, and was awaited above
      const value =
        ($uses.parts.middleware
          ? throughLayers(app, { route, request, values: given }, event)
          : undefined) ?? receiverOf(route.owner, isStatic)[key]?.(...given);
      // Most views are not async, and awaiting their value would cost as much as the rest of the request.
      const { then } = (value ?? {}) as Partial<PromiseLike<unknown>>; // because it may be any value
      result =
        $uses.code.$stream && exchange.streams
          ? await answerStream(value, exchange.streams, exchange)
          : answerValue(typeof then === 'function' ? await value : value, exchange);
    } else {
      result = answerUnsupported(sent ? mediaType : `${mediaType} (no Content-Type)`, exchange);
    }
  } catch (error) {
    result = answerError(error, exchange);
  }
  // A middleware may have discarded the stream or failed.
  if ($uses.code.$stream && ($uses.parts.Response || $uses.code.$head) && !result.$stream)
    await exchange.stream?.return().catch((error: unknown) => answerError(error, exchange));
  if ($uses.code.$head && event.httpMethod === 'HEAD')
    return { ...result, body: '', isBase64Encoded: false };
  return result;
}

/**
 * Calls a view inside its middleware; returns undefined if it has no middleware. Inputs are read and validated inside the
 * middleware, so that unauthorized callers are rejected first. `values` are the view's captures.
 */
function throughLayers(
  app: Application,
  {
    route,
    request,
    values,
  }: { readonly route: Route; readonly request: Request; readonly values: readonly unknown[] },
  event: ProxyEvent,
): Promise<Response> | undefined {
  const [key, path, , , isStatic] = route.row;
  // Not stored in a constant, because esbuild would set the constant's name on the function again for each request.
  return route.chain?.[0]?.$pass(
    $uses.code.$stream
      ? { chain: route.chain, request, path, exchange: streaming.get(event) }
      : { chain: route.chain, request, path },
    () => {
      if ($uses.code.$schema && route.row[7])
        return Promise.resolve(readInputs(event, route.row[7])).then((given) =>
          receiverOf(route.owner, isStatic)[key]?.(...given),
        );
      // While the middleware was waiting, another request may have set `$begun`.
      if ($uses.app.$begun) app.$begun = request;
      try {
        return receiverOf(route.owner, isStatic)[key]?.(
          ...($uses.code.$inputs && route.row[7]
            ? (readInputs(event, route.row[7]) as readonly unknown[]) // because only schemas return a promise
            : values),
        );
      } finally {
        if ($uses.app.$begun) app.$begun = undefined;
      }
    },
  );
}

function isProxyEvent(event: unknown): event is ProxyEvent {
  const { resource, path, httpMethod } = (event ?? {}) as Partial<ProxyEvent>; // because Lambda passes on any event
  return typeof resource === 'string' && typeof path === 'string' && typeof httpMethod === 'string';
}

// The headers that `middleware.answerHeaders` sets (docs/guide/middleware.md). They are added together with the CORS headers,
// so that errors, 415 responses and responses to invalid input contain them too.

/** If two middleware functions set the same header, the inner one takes precedence. */
function addAnswerHeaders({ chain = [] }: Route, request: Request, exchange: Exchange): void {
  for (const { $headersOver } of chain)
    exchange.cors = $headersOver?.(request, exchange.cors) ?? exchange.cors;
}

/** Writes the log line after the response has been passed on, so that logging does not delay the response. */
export function logRequest(
  { resource, path, httpMethod }: ProxyEvent,
  answer: Promise<ProxyResult>,
): void {
  answer.then(
    ({ statusCode }) =>
      setImmediate(() => {
        const line = { route: `${httpMethod} ${resource}`, path, status: statusCode };
        try {
          // `process.stdout` is not used, because opening it takes milliseconds.
          process.getBuiltinModule('node:fs').writeSync(1, `framework ${JSON.stringify(line)}\n`);
        } catch {
          // A full or closed log must not crash the function.
        }
      }),
    // The caller handles the error. Without this handler, a second rejected promise would end the process, because nothing
    // awaits it.
    () => undefined,
  );
}

// Writes one line for each request in CloudWatch's embedded metric format, in stages whose configuration enables `metrics`:
// docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html

let begun = 0;
let coldStart = 1;

function beginMetrics(): void {
  begun = performance.now();
}

/** Must be called before another request can begin, because it reads the `begun` time of the current request. */
function writeMetrics({ httpMethod, resource }: ProxyEvent, answer: Promise<ProxyResult>): void {
  const start = begun;
  const isCold = coldStart;
  coldStart = 0;
  answer.then(
    ({ statusCode: status }) => {
      const duration = Math.round((performance.now() - start) * 100) / 100;
      setImmediate(() => {
        const line = {
          _aws: {
            Timestamp: Date.now(),
            CloudWatchMetrics: [
              {
                Namespace: 'framework',
                Dimensions: [['function', 'route']],
                Metrics: [
                  { Name: 'duration', Unit: 'Milliseconds' },
                  { Name: 'error' },
                  { Name: 'coldStart' },
                ],
              },
            ],
          },
          function: process.env['AWS_LAMBDA_FUNCTION_NAME'],
          route: `${httpMethod} ${resource}`,
          status,
          duration,
          error: +(status > 499),
          coldStart: isCold,
        };
        if ($uses.code.$stream && streamMetrics.has(answer)) {
          line._aws.CloudWatchMetrics[0]?.Metrics.push({ Name: 'firstByte', Unit: 'Milliseconds' });
          Object.assign(line, streamMetrics.get(answer));
        }
        try {
          process.getBuiltinModule('node:fs').writeSync(1, `${JSON.stringify(line)}\n`);
        } catch {
          // A full or closed log must not crash the function.
        }
      });
    },
    () => undefined,
  );
}
