// Passes management calls from SDK clients in this process directly to a cloud in this process. No socket is used, because both
// ends of a connection cost a test more than the call itself. The cloud receives the signed request, and the client receives
// the unparsed response. While a fault is armed, calls use sockets, because faults concern connections.
import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { ServiceAnswer, ServiceRequest } from '../service.js';
import { hasBody, headersOf, type ManagementPorts, outcomeOf, bodyChunks } from './management.js';

type Handle = NodeHttpHandler['handle'];
type SdkRequest = Parameters<Handle>[0];
type SdkAnswer = Awaited<ReturnType<Handle>>;

/** The clouds in this process, by port. */
const clouds = new Map<number, DirectCloud>();

type DirectCloud = { readonly ports: ManagementPorts; readonly isFaulty: () => boolean };

/** Handles calls to the port on 127.0.0.1 directly, until the returned function is called. */
export function answerDirectly(port: number, cloud: DirectCloud): () => void {
  clouds.set(port, cloud);
  return () => clouds.delete(port);
}

// Patches the prototype of the SDK's handler class, because every client creates its own instance.
const overSocket: Handle = Reflect.get(NodeHttpHandler.prototype, 'handle');

NodeHttpHandler.prototype.handle = async function handle(request, options = {}) {
  const cloud = request.hostname === '127.0.0.1' ? clouds.get(request.port ?? 0) : undefined;
  const body = bodyOf(request);
  const { abortSignal = NEVER } = options;
  if (!cloud || !body || !(abortSignal instanceof AbortSignal))
    return overSocket.call(this, request, options);
  // Lets the caller continue with other work first, as when a request is sent.
  await new Promise((resolve) => setImmediate(resolve));
  if (cloud.isFaulty() || abortSignal.aborted) return overSocket.call(this, request, options);
  const outcome = await unlessAborted(outcomeOf(cloud.ports, readCall(request, body)), abortSignal);
  if (outcome.kind !== 'answer') throw new Error(`A ${outcome.kind} needs a socket`);
  return { response: responseOf(outcome.answer) };
};

const NEVER = new AbortController().signal;

/** Resolves with the result of the work, or rejects with an abort error if the signal is aborted first. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(Object.assign(new Error('Request aborted'), { name: 'AbortError' }));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const end = (): void => {
      signal.removeEventListener('abort', onAbort);
    };
    work.then(resolve, reject).finally(end);
  });
}

function bodyOf({ body }: SdkRequest): Buffer | undefined {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  if (!(body instanceof Uint8Array)) return undefined;
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function readCall(
  { method, path, query, headers }: SdkRequest,
  body: Buffer,
): Omit<ServiceRequest, 'region'> {
  const values = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one ?? '']),
  );
  return { method, path, query: new URLSearchParams(values), headers: inLowerCase(headers), body };
}

function responseOf(answer: ServiceAnswer): SdkAnswer['response'] {
  const headers: Readonly<Record<string, string>> = {
    date: new Date().toUTCString(),
    ...inLowerCase(headersOf(answer)),
  };
  const parts = hasBody(answer) ? bodyChunks(answer).map((part) => Buffer.from(part)) : [];
  // Clients read events and objects only from a stream.
  const isStream = headers['content-type'] === EVENTS || Array.isArray(answer.body);
  const body = isStream ? Readable.from(parts) : Buffer.concat(parts);
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- clients read the members only
  return { statusCode: answer.status, headers, body };
}

const EVENTS = 'application/vnd.amazon.eventstream';

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
