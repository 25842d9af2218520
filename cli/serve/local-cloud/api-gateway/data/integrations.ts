// Integrations: a buffered function, a streaming function and a mock. Also defines the requests that they respond to.
import { isMapping, mappingOf, parseJson } from '../../../../../compiler/json-values.js';
import { PassThrough } from 'node:stream';
import {
  type Access,
  type AnswerHead,
  type HeaderList,
  type HttpAnswer,
  createEventMaker,
  createStreamReader,
  headerValue,
  toAnswer,
} from '../../../gateway/index.js';
import {
  type CloudClock,
  type FunctionInvoker,
  type InvocationOutcome,
  within,
} from '../../service.js';
import type { Api, Deployment, Stage, Store } from '../control/store.js';
import {
  type LambdaIntegration,
  type Method,
  type MockIntegration,
  type Resource,
  type TextMap,
  matchesWhole,
  renderTemplate,
} from '../definition/definition.js';
import { resourceId, textAt } from '../fields.js';
import type { ApiErrorKind, ApiRefusal } from './api-errors.js';
import { traceHeaders } from '../../../gateway/request-ids.js';

export type Address = {
  readonly apiId: string;
  readonly stage: string;
  /** The path without the stage, still encoded. It begins with a slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The path that the client signed. */
  readonly wholePath: string;
  /** The path including the base path, as functions see it; undefined if the request does not use a domain name. */
  readonly mappedPath?: string;
};

export type ApiRequest = Address & {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly headers: HeaderList;
  readonly body: Buffer | undefined;
  readonly sourceIp: string;
  /** For example `HTTP/1.1`. */
  readonly protocol: string;
};

export type ServedStage = {
  readonly api: Api;
  readonly stage: Stage;
  readonly deployment: Deployment;
};

export type RouteMatch = {
  readonly resource: Resource;
  readonly method: Method;
  /** The encoded text of each path parameter, by name. */
  readonly captures: Readonly<Record<string, string>>;
};

export type RoutedRequest = {
  readonly request: ApiRequest;
  readonly served: ServedStage;
  readonly route: RouteMatch;
};

// The Lambda proxy integration: builds the event, invokes the function, and builds the response from the result.

/** The principal that the policy of a function must allow. */
export const GATEWAY_PRINCIPAL = 'apigateway.amazonaws.com';

type Invoking = {
  readonly functions: FunctionInvoker;
  readonly store: Store;
  readonly access: Access | undefined;
  readonly patience: (milliseconds: number) => number;
};

export async function invokeFunction(
  integration: LambdaIntegration,
  routed: RoutedRequest,
  invoking: Invoking,
): Promise<HttpAnswer | ApiRefusal> {
  // Lambda can be invoked only with POST.
  if (integration.httpMethod !== 'POST') return { kind: 'refused', error: 'misconfigured' };
  // This timeout is not scaled, because functions run in real time.
  const timeout = invoking.patience(integration.timeout);
  const call = callOf(integration, routed, invoking);
  const outcome = await within(timeout, invoking.functions.invoke(call));
  if (outcome === 'timeout') return { kind: 'refused', error: 'integrationTimedOut' };
  return readOutcome(outcome, routed);
}

function callOf(
  { functionArn: arn }: LambdaIntegration,
  routed: RoutedRequest,
  { store, access }: Pick<Invoking, 'store' | 'access'>,
): Parameters<FunctionInvoker['invoke']>[0] {
  const { request, served, route } = routed;
  const location = `${served.api.id}/${served.stage.name}/${request.method}${route.resource.path}`;
  return {
    arn,
    event: makeEvent(routed, store, access),
    principal: GATEWAY_PRINCIPAL,
    sourceArn: `arn:aws:execute-api:${store.region}:${store.account}:${location}`,
  };
}

/** Builds the event. The body is base64 if the content type of the request is binary, otherwise text. */
function makeEvent(
  { request, served, route }: RoutedRequest,
  store: Store,
  access: Access | undefined,
): unknown {
  const { api, stage, deployment } = served;
  const toEvent = createEventMaker({
    stage: stage.name,
    accountId: store.account,
    apiId: api.id,
    region: store.region,
    scheme: 'https',
    port: 443,
  });
  const { resource, captures } = route;
  const event = toEvent({
    ...request,
    path: request.mappedPath ?? request.path,
    resource: resource.path,
    captures: Object.values(captures),
    access,
  });
  const type = headerValue(request.headers, 'content-type');
  const isBase64Encoded =
    request.body !== undefined && isBinary(deployment.definition.binaryMediaTypes, type);
  return {
    ...event,
    pathParameters: Object.keys(captures).length > 0 ? captures : null,
    stageVariables: Object.keys(stage.variables).length > 0 ? stage.variables : null,
    requestContext: {
      ...event.requestContext,
      resourceId: resourceId(api.id, resource.path),
      deploymentId: deployment.id,
      ...(request.mappedPath !== undefined && { path: request.mappedPath }),
    },
    body: isBase64Encoded ? event.body : (request.body?.toString('utf8') ?? null),
    isBase64Encoded,
  };
}

function readOutcome(
  outcome: InvocationOutcome,
  { request, served }: RoutedRequest,
): HttpAnswer | ApiRefusal {
  if (outcome.kind !== 'returned') return { kind: 'refused', error: ERRORS[outcome.kind] };
  const accept = headerValue(request.headers, 'accept');
  const isDecoded = isBinary(served.deployment.definition.binaryMediaTypes, accept);
  // A streaming handler returns its metadata followed by its body, which together are not JSON.
  const result: unknown = outcome.isStreamed ? undefined : JSON.parse(outcome.payload);
  const answer = toAnswer(
    isDecoded || !isMapping(result) ? result : { ...result, isBase64Encoded: false },
    request,
  );
  return 'kind' in answer ? { kind: 'refused', error: 'integrationFailed' } : answer;
}

// A proxy integration in STREAM mode: forwards the chunks that the function writes, within the limits of the gateway.
// docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html

export type StreamedAnswer = AnswerHead & {
  /** The body as it arrives. Errors if the stream is cut. */
  readonly chunks: PassThrough;
};

/** Resolves when the status and the headers are known, or with an error that occurs before that. */
export function streamFunction(
  integration: LambdaIntegration,
  routed: RoutedRequest,
  invoking: Invoking,
): Promise<StreamedAnswer | ApiRefusal> {
  const { request, served } = routed;
  const { store, patience } = invoking;
  const reader = createStreamReader(request);
  const chunks = new PassThrough();
  // The consumer of the stream handles the error.
  chunks.on('error', () => undefined);
  const pass = createFlow(store.clock);
  const isOpen = (): boolean => !chunks.destroyed;
  return new Promise((resolve) => {
    const fail = (error: ApiErrorKind): void => {
      limits.end();
      resolve({ kind: 'refused', error });
      chunks.destroy(new Error(error));
    };
    const limits = startLimits(store.clock, {
      whole: patience(integration.timeout),
      idle: patience(IDLE[served.api.endpointType] ?? IDLE_ELSEWHERE),
      onEnd: () => fail('integrationTimedOut'),
    });
    /** The function keeps running after the client disconnects, because a REST API does not notify it. */
    const onChunk = async (chunk: Uint8Array): Promise<void> => {
      if (!isOpen()) return;
      limits.touch();
      const part = reader.read(chunk);
      if ('kind' in part) {
        fail('integrationFailed');
        return;
      }
      const head = reader.head();
      if (head) resolve({ ...head, chunks });
      await pass(part.length);
      if (isOpen() && !chunks.write(part)) await drained(chunks);
      limits.touch();
    };
    const end = async (outcome: InvocationOutcome): Promise<void> => {
      if (outcome.kind !== 'returned') {
        fail(ERRORS[outcome.kind]);
        return;
      }
      // A handler that does not stream returns its result in one piece.
      if (outcome.isStreamed !== true) await onChunk(Buffer.from(outcome.payload));
      if (!isOpen()) return;
      if (reader.end()) fail('integrationFailed');
      else {
        limits.end();
        chunks.end();
      }
    };
    // Lambda can be invoked only with POST.
    if (integration.httpMethod !== 'POST') fail('misconfigured');
    else
      void invoking.functions
        .invoke({ ...callOf(integration, routed, invoking), onChunk })
        .then(end);
  });
}

/** The real gateway sends the same response to all misconfigurations, and the function's log is empty. */
const ERRORS: Readonly<Record<Exclude<InvocationOutcome['kind'], 'returned'>, ApiErrorKind>> = {
  forbidden: 'misconfigured',
  missing: 'misconfigured',
  throttled: 'misconfigured',
  tooLong: 'eventTooLong',
  failed: 'integrationFailed',
};

export function drained(stream: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

/** The idle timeout in milliseconds, by endpoint type. */
const IDLE: Readonly<Record<string, number>> = { EDGE: 30_000 };
const IDLE_ELSEWHERE = 300_000;

type Limits = { readonly whole: number; readonly idle: number; readonly onEnd: () => void };

/** `touch` is called after every write. */
function startLimits({ after }: CloudClock, { whole, idle, onEnd }: Limits) {
  const endWhole = after(whole, onEnd);
  let endIdle = after(idle, onEnd);
  let isOver = false;
  return {
    touch: () => {
      endIdle();
      if (!isOver) endIdle = after(idle, onEnd);
    },
    end: () => {
      isOver = true;
      endWhole();
      endIdle();
    },
  };
}

const MEGABYTE = 1024 * 1024;
const FREE_BYTES = 10 * MEGABYTE;
/** Bytes per millisecond. */
const RATE = (2 * MEGABYTE) / 1000;

/** Returns a function that waits until this number of additional bytes may be sent. */
function createFlow(clock: CloudClock): (bytes: number) => Promise<void> {
  let sent = 0;
  let begun: number | undefined;
  return async (bytes) => {
    sent += bytes;
    if (sent <= FREE_BYTES) return;
    begun ??= clock.now();
    const due = begun + clock.scaled((sent - FREE_BYTES) / RATE);
    const left = due - clock.now();
    if (left > 0) await new Promise<void>((resolve) => void clock.after(left, resolve));
  };
}

// Mock integrations: a template selects the status, and the integration response for that status builds the response
// (docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html).

export function answerMock(
  integration: MockIntegration,
  { request, served }: RoutedRequest,
): HttpAnswer | ApiRefusal {
  const type = headerValue(request.headers, 'content-type');
  const { binaryMediaTypes } = served.deployment.definition;
  // A template cannot be applied to binary content unless CONVERT_TO_TEXT converts it to text.
  if (isBinary(binaryMediaTypes, type) && integration.contentHandling !== 'CONVERT_TO_TEXT')
    return { kind: 'refused', error: 'misconfigured' };
  const values = { requestId: request.requestId, body: request.body?.toString('utf8') ?? '' };
  const template = findTemplate(integration, type);
  if (template === undefined && !passesThrough(integration))
    return { kind: 'refused', error: 'unsupportedMediaType' };
  const text = template === undefined ? values.body : renderTemplate(template, values);
  // For example `{"statusCode": 200}`. Without a status, the mock cannot respond.
  const status = textAt(mappingOf(parseJson(text)), 'statusCode');
  if (status === undefined) return { kind: 'refused', error: 'misconfigured' };
  const response =
    integration.responses.find(
      ({ pattern }) => pattern !== undefined && matchesWhole(pattern, status),
    ) ?? integration.responses.find(({ pattern }) => pattern === undefined);
  if (!response) return { kind: 'refused', error: 'misconfigured' };
  const body = responseTemplate(response.templates, headerValue(request.headers, 'accept'));
  const hasType = Object.keys(response.parameters).some((key) =>
    /^method\.response\.header\.content-type$/i.test(key),
  );
  return {
    status: Number(response.statusCode),
    headers: [
      ...(hasType ? [] : ['Content-Type', 'application/json']),
      ...traceHeaders(request),
      ...Object.entries(response.parameters).flatMap(([key, literal]) => [
        key.replace('method.response.header.', ''),
        literal.slice(1, -1),
      ]),
    ],
    body: body === undefined ? '' : renderTemplate(body, values),
  };
}

/** Finds the template for a request. A body without a Content-Type is treated as JSON. */
function findTemplate(
  { requestTemplates }: MockIntegration,
  contentType: string | undefined,
): string | undefined {
  const [type = ''] = (contentType ?? 'application/json').split(';');
  return requestTemplates[type.trim().toLowerCase()];
}

function passesThrough({ requestTemplates, passthrough }: MockIntegration): boolean {
  if (passthrough === 'WHEN_NO_TEMPLATES') return Object.keys(requestTemplates).length === 0;
  return passthrough === 'WHEN_NO_MATCH';
}

function responseTemplate(templates: TextMap, accept: string | undefined): string | undefined {
  const [first = ''] = (accept ?? '').split(',');
  return templates[first.trim()] ?? templates['application/json'] ?? Object.values(templates)[0];
}

// Decides which bodies are binary for an API. Only the first type in a header is used
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html).

/** `header` is the value of a Content-Type or an Accept header. */
function isBinary(binaryMediaTypes: readonly string[], header: string | undefined): boolean {
  if (binaryMediaTypes.includes('*/*')) return true;
  const [first = ''] = (header ?? '').split(',');
  const [type = ''] = first.split(';');
  const name = type.trim().toLowerCase();
  return binaryMediaTypes.some((entry) => {
    const known = entry.toLowerCase();
    return known.endsWith('/*') ? name.startsWith(known.slice(0, -1)) : name === known;
  });
}
