// Decides what API Gateway does with a request: respond, or pass it to the API function. This module is pure and fast, because
// it runs for every request, in the thread that owns the sockets; `proxy-event.ts` creates the event in another thread.
import { randomUUID } from 'node:crypto';
import {
  type Manifest,
  type RouteEntry,
  routeAuthorizer,
} from '../../../runtime/contract/manifest.js';
import {
  judged,
  methodArnOf,
  type AuthorizationRequest,
  type Authorize,
  type Verdict,
} from './authorization.js';
import {
  createGatewayErrors,
  type GatewayErrorKind,
  type GatewayErrors,
} from './gateway-errors.js';
import { isWellFormedQuery } from './query-string.js';
import {
  headerValue,
  type Access,
  type GatewayIdentity,
  type GatewayRequest,
  type HttpAnswer,
  type Invocation,
} from './request.js';
import { traceHeaders } from './request-ids.js';
import { buildResourceTree, type Resource } from './resources.js';
import { createEventMaker } from './proxy-event.js';

/** The maximum size of a request body in a REST API (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). */
export const MAX_REQUEST_BYTES: number = 10 * 1024 * 1024;

const EVENT_TOO_LONG =
  'the event would be larger than the 6 MB that a function accepts, with the body in base64';

/** The gateway's decision. `refusal` is printed in the terminal and explains why the gateway itself responds. */
export type Decision =
  | { readonly kind: 'answer'; readonly answer: HttpAnswer; readonly refusal?: Refusal }
  | {
      readonly kind: 'invoke';
      readonly invocation: Invocation;
      /** True for a route whose responses are streamed. */
      readonly isStreamed: boolean;
    };

export type Refusal = { readonly error: GatewayErrorKind; readonly note?: string };

export type GatewayOptions = {
  readonly manifest: Manifest;
  readonly identity: GatewayIdentity;
  /** Checks requests to routes with an authorizer. If undefined, every request is accepted. */
  readonly authorize?: Authorize;
  /** Returns the id of a valid API key, and undefined for any other string. Without this function, no key is required. */
  readonly apiKeyId?: (key: string) => string | undefined;
  /** Counts a request with a valid key. Returns the reason for a rejection. Without this function, keys have no limits. */
  readonly countRequest?: (keyId: string, now: number) => GatewayErrorKind | undefined;
  readonly newId?: () => string;
};

export type Gateway = {
  /** Returns the decision, or a promise if an authorizer is asynchronous. Never throws and never rejects. */
  readonly admit: (request: GatewayRequest) => Decision | Promise<Decision>;
  /** Creates the gateway's response to a failure that the host detects: a crash, a timeout, or a body that is too long. */
  readonly error: (kind: GatewayErrorKind, request: Identified, message?: string) => HttpAnswer;
  readonly newId: () => string;
};

type Identified = { readonly requestId: string; readonly time: number };

export function createGateway(options: GatewayOptions): Gateway {
  const { manifest, newId = randomUUID } = options;
  const tree = buildResourceTree(manifest);
  const errors = createGatewayErrors(manifest);
  const isTooLong = createEventLimit(options.identity);
  const entries = new Map(
    manifest.routes.map((route) => [route, routeAuthorizer(route, manifest.authorizers)]),
  );

  const admit = (request: GatewayRequest): Decision | Promise<Decision> => {
    const requestId = newId();
    const refuse = refusals(errors, { requestId, time: request.time });
    if ((request.body?.length ?? 0) > MAX_REQUEST_BYTES) return refuse({ error: 'requestTooLong' });
    const mark = request.target.indexOf('?');
    const path = mark < 0 ? request.target : request.target.slice(0, mark);
    const query = mark < 0 ? '' : request.target.slice(mark + 1);
    if (!isWellFormedQuery(query)) return refuse({ error: 'badRequest' });
    const match = tree.find(path);
    const route = match?.resource.routes.get(request.method);
    if (!match || !route) {
      const preflight = request.method === 'OPTIONS' ? match?.resource.preflight : undefined;
      if (!preflight) return refuse({ error: 'missingAuthenticationToken' });
      return {
        kind: 'answer',
        answer: preflightAnswer(preflight, { requestId, time: request.time }),
      };
    }
    const invoke = (access: Access | undefined): Decision => {
      const invocation: Invocation = {
        requestId,
        resource: match.resource.path,
        method: request.method,
        path,
        query,
        headers: request.headers,
        captures: match.captures,
        body: request.body,
        sourceIp: request.sourceIp,
        protocol: request.protocol,
        time: request.time,
        access,
      };
      if (isTooLong(invocation)) return refuse({ error: 'eventTooLong', note: EVENT_TOO_LONG });
      return { kind: 'invoke', invocation, isStreamed: route.stream !== undefined };
    };
    const judge = (verdict: Verdict): Decision => {
      if (verdict.kind === 'refused') return refuse(verdict);
      const key = checkApiKey(route, request, options);
      if (key.kind === 'refused') return refuse(key);
      return invoke(mergeAccess(verdict.access, key.access));
    };
    const entry = entries.get(route);
    const { authorize, identity } = options;
    if (!entry || !authorize) return judge({ kind: 'granted' });
    const asked = { ...request, path, query, resource: match.resource, requestId };
    const verdict = judged(() => authorize(entry, authorizationRequest(asked, identity)));
    return verdict instanceof Promise ? verdict.then(judge) : judge(verdict);
  };
  return { admit, error: errors, newId };
}

function refusals(errors: GatewayErrors, request: Identified) {
  return (refusal: Refusal & { readonly message?: string }): Decision => ({
    kind: 'answer',
    answer: errors(refusal.error, request, refusal.message),
    refusal,
  });
}

/** Returns the response of the mock integration for OPTIONS: status 200, headers, and no body. */
function preflightAnswer(
  headers: Readonly<Record<string, string>>,
  request: Identified,
): HttpAnswer {
  return {
    status: 200,
    headers: [
      'Content-Type',
      'application/json',
      ...traceHeaders(request),
      ...Object.entries(headers).flat(),
    ],
    body: '',
  };
}

const NOTES: Readonly<Partial<Record<GatewayErrorKind, string>>> = {
  throttled: 'more requests than the rate and burst of the API key in `api_keys` allow',
  quotaExceeded: 'more requests than the quota of the API key in `api_keys` allows',
};

function checkApiKey(
  route: RouteEntry,
  request: GatewayRequest,
  { apiKeyId, countRequest }: GatewayOptions,
): Verdict {
  if (!route.apiKeyRequired || !apiKeyId) return { kind: 'granted' };
  const apiKey = headerValue(request.headers, 'x-api-key');
  const id = apiKey === undefined ? undefined : apiKeyId(apiKey);
  if (apiKey === undefined || id === undefined) {
    const note = apiKey === undefined ? 'no X-Api-Key header' : 'not a valid API key';
    return { kind: 'refused', error: 'forbidden', note };
  }
  const error = countRequest?.(id, request.time);
  if (error) return { kind: 'refused', error, note: NOTES[error] ?? error };
  return { kind: 'granted', access: { identity: { apiKey, apiKeyId: id } } };
}

function mergeAccess(first: Access | undefined, second: Access | undefined): Access | undefined {
  if (!first || !second) return first ?? second;
  return { ...first, ...second, identity: { ...first.identity, ...second.identity } };
}

type AskedRequest = GatewayRequest & {
  readonly path: string;
  readonly query: string;
  readonly resource: Resource;
  readonly requestId: string;
};

function authorizationRequest(
  asked: AskedRequest,
  identity: GatewayIdentity,
): AuthorizationRequest {
  const { method, path, query, headers, body, time } = asked;
  const methodArn = methodArnOf({ ...identity, method, path });
  return { method, path, query, headers, body, time, methodArn };
}

// The size limit of an event. Lambda measures the whole event as JSON
// (docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).

/** The maximum size of the event of a synchronous invocation, in bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** Events with a shorter body are not measured, because the limits for headers and path bound the rest of the event. */
const UNCOUNTED_BODY = 1024 * 1024;

/** Creates a function that returns true if Lambda rejects the event of an invocation as too large. */
function createEventLimit(identity: GatewayIdentity): (invocation: Invocation) => boolean {
  const toEvent = createEventMaker(identity);
  return (invocation) => {
    const { body } = invocation;
    if (body === undefined || body.length < UNCOUNTED_BODY) return false;
    // The length of the body in base64 is calculated without encoding it, because base64 needs no escapes in JSON.
    const event = {
      ...toEvent({ ...invocation, body: undefined }),
      body: '',
      isBase64Encoded: true,
    };
    return Buffer.byteLength(JSON.stringify(event)) + base64Length(body.length) > MAX_EVENT_BYTES;
  };
}

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
