// Creates the event of a REST API's Lambda proxy integration, payload 1.0: exactly its twelve keys, with every field that the
// real gateway sets (modeled on a recorded event). The body is always base64 (docs/decisions/binary-media-types.md).
import type {
  ProxyEvent,
  ProxyIdentity,
  ProxyRequestContext,
  LambdaContext,
} from '../../../runtime/contract/proxy-event.js';
import { captureNames } from '../../../runtime/contract/paths.js';
import { parseQuery, addValue, emptyMaps, type ValueMaps } from './query-string.js';
import { type GatewayIdentity, type HeaderList, headerValue, type Invocation } from './request.js';
import { extendedRequestId, traceId } from './request-ids.js';

const NO_IDENTITY: ProxyIdentity = {
  accessKey: null,
  accountId: null,
  caller: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  sourceIp: null,
  user: null,
  userAgent: null,
  userArn: null,
};

/** Headers of the connection or of the gateway that the function never receives. */
const DROPPED_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'keep-alive',
  'max-forwards',
  'proxy-authenticate',
  'proxy-connection',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** Creates a function that converts invocations to events. Values that all requests have in common are computed only once. */
export function createEventMaker(
  identity: GatewayIdentity,
): (invocation: Invocation) => ProxyEvent {
  const resources = new Map<string, ResourceFacts>();
  const requestTime = createRequestTime();
  return (invocation) => {
    const { resource } = invocation;
    let facts = resources.get(resource);
    if (!facts) resources.set(resource, (facts = readResource(resource)));
    const headers = readHeaders(invocation, identity);
    const query = parseQuery(invocation.query);
    return {
      resource,
      path: invocation.path,
      httpMethod: invocation.method,
      headers: headers.single,
      multiValueHeaders: headers.multi,
      queryStringParameters: query?.single ?? null,
      multiValueQueryStringParameters: query?.multi ?? null,
      pathParameters: readCaptures(facts.captures, invocation.captures),
      stageVariables: null,
      requestContext: readContext(invocation, {
        identity,
        resourceId: facts.id,
        requestTime: requestTime(invocation.time),
      }),
      body: invocation.body ? toBase64(invocation.body) : null,
      isBase64Encoded: invocation.body !== undefined,
    };
  };
}

type ResourceFacts = { readonly id: string; readonly captures: readonly string[] };

function readResource(path: string): ResourceFacts {
  return { id: resourceId(path), captures: captureNames(path) };
}

/** Returns a resource id of six characters, as in API Gateway. The same path always has the same id. */
function resourceId(path: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index++) {
    hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(36).padStart(6, '0').slice(-6);
}

function readHeaders(invocation: Invocation, identity: GatewayIdentity): ValueMaps {
  const maps = emptyMaps();
  const spellings = new Map<string, string>();
  const list = invocation.headers;
  const isSigned = invocation.access?.identity?.accessKey !== undefined;
  const forwarded: string[] = [];
  for (let index = 0; index + 1 < list.length; index += 2) {
    const name = list[index] ?? '';
    const value = list[index + 1] ?? '';
    const key = name.toLowerCase();
    if (DROPPED_HEADERS.has(key) || FORWARDED_HEADERS.has(key)) {
      if (key === 'x-forwarded-for') forwarded.push(value);
      continue;
    }
    // The signature is intended for the gateway, so a route with IAM authorization does not receive it.
    if (isSigned && key === 'authorization') continue;
    addValue(maps, spelling(spellings, key, name), value);
  }
  addValue(maps, 'X-Amzn-Trace-Id', traceId(invocation));
  addValue(maps, 'X-Forwarded-For', [...forwarded, invocation.sourceIp].join(', '));
  addValue(maps, 'X-Forwarded-Port', String(identity.port));
  addValue(maps, 'X-Forwarded-Proto', identity.scheme);
  return maps;
}

const FORWARDED_HEADERS: ReadonlySet<string> = new Set([
  'x-amzn-trace-id',
  'x-forwarded-for',
  'x-forwarded-port',
  'x-forwarded-proto',
]);

/** Returns the name under which a header's values are stored: the first spelling in the request. */
function spelling(spellings: Map<string, string>, key: string, name: string): string {
  const first = spellings.get(key);
  if (first !== undefined) return first;
  spellings.set(key, name);
  return name;
}

function readCaptures(
  names: readonly string[],
  values: readonly string[],
): Record<string, string> | null {
  if (names.length === 0) return null;
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

type ContextFacts = {
  readonly identity: GatewayIdentity;
  readonly resourceId: string;
  readonly requestTime: string;
};

function readContext(invocation: Invocation, facts: ContextFacts): ProxyRequestContext {
  const { access, requestId } = invocation;
  const { stage, accountId, apiId } = facts.identity;
  const host = headerValue(invocation.headers, 'host') ?? 'localhost';
  return {
    resourceId: facts.resourceId,
    ...(access?.authorizer && { authorizer: access.authorizer }),
    resourcePath: invocation.resource,
    httpMethod: invocation.method,
    extendedRequestId: extendedRequestId(requestId),
    requestTime: facts.requestTime,
    path: `/${stage}${invocation.path}`,
    accountId,
    protocol: invocation.protocol,
    stage,
    domainPrefix: domainPrefix(host),
    requestTimeEpoch: invocation.time,
    requestId,
    identity: {
      ...NO_IDENTITY,
      sourceIp: invocation.sourceIp,
      userAgent: userAgent(invocation.headers),
      ...access?.identity,
    },
    domainName: host,
    deploymentId: 'local',
    apiId,
  };
}

function domainPrefix(host: string): string {
  return /^[^.:]*/.exec(host)?.[0] ?? host;
}

function userAgent(headers: HeaderList): string | null {
  return headerValue(headers, 'user-agent') ?? null;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The returned function formats a time such as `20/Nov/2026:17:30:46 +0000`, at most once per second. */
function createRequestTime(): (time: number) => string {
  let second = -1;
  let text = '';
  return (time) => {
    const asked = Math.floor(time / 1000);
    if (asked === second) return text;
    second = asked;
    const [, day = '', month = '', year = '', clock = ''] = new Date(time).toUTCString().split(' ');
    text = `${day}/${month}/${year}:${clock} +0000`;
    return text;
  };
}

/** The properties of a function that are the same for every invocation. */
export type FunctionFacts = {
  readonly functionName: string;
  readonly region: string;
  readonly accountId: string;
  /** In MB. */
  readonly memorySize: number;
  /** The time in milliseconds after which the function is terminated. */
  readonly timeout: number;
};

/** Creates the context of one invocation. `started` is its start and `now` is the clock, both in milliseconds. */
export function createLambdaContext(
  facts: FunctionFacts,
  invocation: { readonly requestId: string; readonly started: number },
  now: () => number,
): LambdaContext {
  const { functionName, region, accountId, timeout } = facts;
  return {
    callbackWaitsForEmptyEventLoop: true,
    awsRequestId: invocation.requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${region}:${accountId}:function:${functionName}`,
    memoryLimitInMB: String(facts.memorySize),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: '[$LATEST]local',
    getRemainingTimeInMillis: () => Math.max(0, invocation.started + timeout - now()),
  };
}
