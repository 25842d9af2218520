// Serves requests to deployed APIs: reads a request from its socket, gets the response, compresses and writes it.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { headerValue, MAX_REQUEST_BYTES } from '../../../gateway/index.js';
import type { HttpAnswer } from '../../../gateway/index.js';
import type { FunctionInvoker, RoleBook } from '../../service.js';
import type { Store } from '../control/store.js';
import { readAddress } from './address.js';
import type { Address } from './address.js';
import { errorAnswer } from './api-errors.js';
import type { ApiRequest } from './api-request.js';
import { createRequestHandler } from './request-handler.js';
import { drained, type StreamedAnswer } from './stream-integration.js';
import { findServedStage } from './served-stage.js';

/** The owner of an access key. A role needs permission for a call; any other owner is the account itself. */
export type CallerCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly roleArn?: string;
};

export type DataPlanePorts = {
  readonly functions: FunctionInvoker;
  readonly roles: RoleBook;
  readonly patience: (milliseconds: number) => number;
  readonly credentialsOf: (accessKeyId: string) => CallerCredentials | undefined;
};

export type DataPlane = {
  readonly isForApi: (request: IncomingMessage) => boolean;
  /** True if the API is one of this store. */
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
    // The body is not valid gzip.
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
  return {
    ...answer,
    headers: [...answer.headers, 'Content-Encoding', 'gzip'],
    body: gzipSync(answer.body),
  };
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
