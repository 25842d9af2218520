// A deployed API with a function that the test provides. It records the events that the function receives.
import type { FunctionInvoker, InvocationOutcome } from '../service.js';
import {
  startApiHost,
  type ApiHost,
  type HostOptions,
  type Invocation,
} from './api-host.fixture.js';
import { deployDocument } from './imported-api.fixture.js';

export type ServedApi = {
  readonly host: ApiHost;
  readonly apiId: string;
  readonly invocations: Invocation[];
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends a request, and returns the status, the error type and the body of the response. */
  readonly summary: (path: string, init?: RequestInit) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Runs the function whose name is at the end of the ARN. */
export type Functions = (call: Invocation) => InvocationOutcome | Promise<InvocationOutcome>;

export async function serveDocument(
  document: unknown,
  functions: Functions = () => returned({ statusCode: 200, body: 'hello' }),
  ports: HostOptions = {},
): Promise<ServedApi> {
  const invocations: Invocation[] = [];
  const invoker: FunctionInvoker = {
    invoke: (call) => {
      invocations.push(call);
      return Promise.resolve(functions(call));
    },
  };
  const host = await startApiHost({ functions: invoker, ...ports });
  const apiId = await deployDocument(host, document);
  const request: ServedApi['request'] = (path, init) => host.request({ apiId }, path, init);
  const summary: ServedApi['summary'] = async (path, init) => {
    const response = await request(path, init);
    const type = response.headers.get('x-amzn-errortype') ?? '-';
    return `${response.status} ${type} ${await response.text()}`;
  };
  return { host, apiId, invocations, request, summary, close: host.close };
}

export function returned(value: unknown): InvocationOutcome {
  return { kind: 'returned', payload: JSON.stringify(value) };
}

/** Returns the event of an invocation as the response. */
export function echo({ event }: Invocation): InvocationOutcome {
  return returned({ statusCode: 200, body: JSON.stringify(event) });
}
