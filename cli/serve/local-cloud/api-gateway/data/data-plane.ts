// Serves requests to deployed APIs: reads a request from its socket, gets the response, and compresses and writes it.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type HttpAnswer, MAX_REQUEST_BYTES, headerValue } from '../../../gateway/index.js';
import { createUsageMeter } from '../../../gateway/usage-meter.js';
import type { Domain, Store } from '../control/store.js';
import { type ApiRefusal, errorAnswer } from './api-errors.js';
import {
  type StreamedAnswer,
  drained,
  streamFunction,
  invokeFunction,
  answerMock,
  type Address,
  type ApiRequest,
  type ServedStage,
  type RouteMatch,
} from './integrations.js';
import { isWellFormedQuery } from '../../../gateway/query-string.js';
import { createAdmission, refusedByPolicy, type DataPlanePorts } from './admission.js';
import type { Resource } from '../definition/definition.js';

export type DataPlane = {
  /** Returns true if a request is addressed to a deployed API, by its path or its host. */
  readonly isForApi: (request: IncomingMessage) => boolean;
  /** Returns true if that API is in this region. */
  readonly hasApi: (request: IncomingMessage) => boolean;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

export function createDataPlane(store: Store, ports: DataPlanePorts): DataPlane {
  const handle = createRequestHandler(store, ports);
  return {
    isForApi: (request) => readAddress(request, store.domains) !== undefined,
    hasApi: (request) => store.apis.has(readAddress(request, store.domains)?.apiId ?? ''),
    serve: async (incoming, response) => {
      const address = readAddress(incoming, store.domains);
      if (!address) throw new Error(`${incoming.url ?? ''} is not the address of an API`);
      const request = await readRequest(incoming, address, store.clock.now());
      const served = findServedStage(store, address.apiId, address.stage);
      const definition = served?.deployment.definition;
      const refuse = (error: 'unknownStage' | 'requestTooLong') =>
        errorAnswer({ kind: 'refused', error }, request, definition);
      if (!served) write(response, request, refuse('unknownStage'));
      else if ((request.body?.length ?? 0) > MAX_REQUEST_BYTES) {
        write(response, request, refuse('requestTooLong'));
      } else {
        const answer = await handle(inflated(request), served);
        if ('chunks' in answer) await writeStream(response, answer);
        else
          write(response, request, compressed(answer, request, definition?.minimumCompressionSize));
      }
    },
  };
}

async function readRequest(
  incoming: IncomingMessage,
  address: Address,
  time: number,
): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array)); // because streams may yield any value
  const body = Buffer.concat(chunks);
  return {
    ...address,
    requestId: randomUUID(),
    time,
    method: incoming.method ?? 'GET',
    headers: incoming.rawHeaders,
    body: body.length > 0 ? body : undefined,
    sourceIp: incoming.socket.remoteAddress?.replace('::ffff:', '') ?? '127.0.0.1',
    protocol: `HTTP/${incoming.httpVersion}`,
  };
}

/** Decompresses a gzip body. A body that is not valid gzip stays unchanged. */
function inflated(request: ApiRequest): ApiRequest {
  if (!request.body || headerValue(request.headers, 'content-encoding') !== 'gzip') return request;
  try {
    return { ...request, body: gunzipSync(request.body) };
  } catch {
    return request;
  }
}

function compressed(
  answer: HttpAnswer,
  request: ApiRequest,
  minimum: number | undefined,
): HttpAnswer {
  const accepted = headerValue(request.headers, 'accept-encoding') ?? '';
  const isEncoded = headerValue(answer.headers, 'content-encoding') !== undefined;
  const size = Buffer.byteLength(answer.body);
  if (minimum === undefined || size < minimum || size === 0 || isEncoded) return answer;
  if (!/\bgzip\b/.test(accepted)) return answer;
  const headers = [...answer.headers, 'Content-Encoding', 'gzip'];
  return { ...answer, headers, body: gzipSync(answer.body) };
}

function write(response: ServerResponse, request: ApiRequest, answer: HttpAnswer): void {
  const hasBody = request.method !== 'HEAD' && answer.status !== 204 && answer.status !== 304;
  const length = hasBody ? ['Content-Length', String(Buffer.byteLength(answer.body))] : [];
  response.writeHead(answer.status, [...answer.headers, ...length]);
  response.end(hasBody ? answer.body : undefined);
}

/** Sends each chunk when it arrives. If the stream ends early, the connection is cut. */
async function writeStream(
  response: ServerResponse,
  { status, headers, chunks }: StreamedAnswer,
): Promise<void> {
  response.writeHead(status, [...headers]);
  response.flushHeaders();
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      // because no encoding is set
      // A caller that is gone does not end the function.
      if (!response.destroyed && !response.write(chunk)) await drained(response);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

function createRequestHandler(
  store: Store,
  ports: DataPlanePorts,
): (request: ApiRequest, served: ServedStage) => Promise<HttpAnswer | StreamedAnswer> {
  const admit = createAdmission(store, ports);
  const throttle = createThrottle();

  const answer = async (
    request: ApiRequest,
    served: ServedStage,
  ): Promise<HttpAnswer | StreamedAnswer | ApiRefusal> => {
    if (!isWellFormedQuery(request.query)) return { kind: 'refused', error: 'badRequest' };
    const { definition } = served.deployment;
    const route = findRoute(definition.resources, request.method, request.path);
    if (!route) return { kind: 'refused', error: 'missingAuthenticationToken' };
    const routed = { request, served, route };
    const refusal = refusedByPolicy(routed, store);
    if (refusal) return refusal;
    const tooMany = throttle(served, store.clock.now());
    if (tooMany) return tooMany;
    const admission = await admit(routed);
    if (admission.kind === 'refused') return admission;
    const { integration } = route.method;
    if (!integration) return { kind: 'refused', error: 'misconfigured' };
    if (integration.kind === 'mock') return answerMock(integration, routed);
    const invoking = { ...ports, store, access: admission.access };
    return integration.mode === 'STREAM'
      ? streamFunction(integration, routed, invoking)
      : invokeFunction(integration, routed, invoking);
  };

  return async (request, served) => {
    const result = await answer(request, served);
    return 'kind' in result ? errorAnswer(result, request, served.deployment.definition) : result;
  };
}

// Finds the deployed API of a request: by the real service's host name, or by a path, because tests cannot resolve that name.

const BY_PATH = /^\/restapis\/([^/]+)\/([^/]+)\/_user_request_(\/.*)?$/;
const BY_HOST = /^([a-z0-9]+)\.execute-api\.(?:[a-z0-9-]+\.amazonaws\.com|localhost)(?::\d+)?$/;

/** Returns undefined if the request is not addressed to an API. */
function readAddress(
  { url = '/', headers }: IncomingMessage,
  domains: Store['domains'],
): Address | undefined {
  const mark = url.indexOf('?');
  const wholePath = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const byPath = BY_PATH.exec(wholePath);
  if (byPath) {
    const [, apiId = '', stage = '', path = '/'] = byPath;
    return { apiId, stage, path, query, wholePath };
  }
  const domain = domains.get((headers.host ?? '').replace(/:\d+$/, ''));
  if (domain) return belowDomain(domain, { wholePath, query });
  const apiId = BY_HOST.exec(headers.host ?? '')?.[1];
  if (apiId === undefined) return undefined;
  const [, stage = '', path = '/'] = /^\/([^/]*)(\/.*)?$/.exec(wholePath) ?? [];
  return { apiId, stage, path, query, wholePath };
}

/** Finds the API of a domain name by the first segment of the path. If no mapping matches, the root mapping applies. */
function belowDomain(
  { mappings }: Domain,
  { wholePath, query }: Pick<Address, 'wholePath' | 'query'>,
): Address {
  const [, first = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/.exec(wholePath) ?? [];
  const below = first === '' ? undefined : mappings.get(first);
  const mapping = below ?? mappings.get('');
  const { apiId = '', stage = '' } = mapping ?? {};
  const path = below ? rest : wholePath;
  return { apiId, stage, path, query, wholePath, mappedPath: wholePath };
}

/** Returns undefined if the stage does not exist or serves no deployment. */
function findServedStage(store: Store, apiId: string, stageName: string): ServedStage | undefined {
  const api = store.apis.get(apiId);
  const stage = api?.stages.get(stageName);
  if (!api || !stage) return undefined;
  const isLive = stage.liveAt <= store.clock.now();
  const deployment = isLive ? api.deployments.get(stage.deploymentId) : stage.before;
  return deployment && { api, stage, deployment };
}

// Finds the resource for a request path. At each level, a literal segment takes precedence over a parameter, and the search
// never backtracks. A greedy parameter matches the rest of the path.

/** Returns undefined if no resource matches, or if the resource does not have this HTTP method. */
function findRoute(
  resources: readonly Resource[],
  httpMethod: string,
  path: string,
): RouteMatch | undefined {
  const known = new Map(resources.map((resource) => [resource.path, resource]));
  // A trailing slash is ignored; any other empty segment matches nothing.
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  const parts = path === '/' ? [] : path.slice(1, end).split('/');
  const captures: Record<string, string> = {};
  let current = '';
  for (const [index, part] of parts.entries()) {
    if (part === '') return undefined;
    if (known.has(`${current}/${part}`) && !part.startsWith('{')) {
      current = `${current}/${part}`;
      continue;
    }
    const capture = childrenOf(resources, current).find((child) => child.startsWith('{'));
    if (capture === undefined) return undefined;
    current = `${current}/${capture}`;
    if (capture.endsWith('+}')) {
      captures[capture.slice(1, -2)] = parts.slice(index).join('/');
      break;
    }
    captures[capture.slice(1, -1)] = part;
  }
  const resource = known.get(current === '' ? '/' : current);
  const method = resource?.methods[httpMethod] ?? resource?.methods['ANY'];
  return resource && method && { resource, method, captures };
}

function childrenOf(resources: readonly Resource[], parent: string): readonly string[] {
  return resources
    .map(({ path }) => path)
    .filter((path) => path !== '/' && path.slice(0, path.lastIndexOf('/')) === parent)
    .map((path) => path.slice(path.lastIndexOf('/') + 1));
}

// Throttles a stage across all callers and methods.

const UNLIMITED = -1;

function createThrottle(): (served: ServedStage, now: number) => ApiRefusal | undefined {
  const meter = createUsageMeter();
  return ({ api, stage }, now) => {
    const { rateLimit: rate = UNLIMITED, burstLimit: burst = UNLIMITED } =
      stage.methodSettings['*/*'] ?? {};
    if (rate === UNLIMITED || burst === UNLIMITED) return undefined;
    const error = meter(`${api.id} ${stage.name}`, { rate, burst }, now);
    return error && { kind: 'refused', error };
  };
}
