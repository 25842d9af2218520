// API Gateway alone behind a socket, with the SDK's own client for management calls, a way to send requests to the deployed
// API, and functions that the test provides.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import {
  answerOf,
  type CloudClock,
  type FunctionInvoker,
  type RoleBook,
  type ServiceRequest,
} from '../service.js';
import { createClock } from '../server/clock.js';
import { createControlPlane } from './control/control-plane.js';
import type { DataPlanePorts } from './data/admission.js';
import { createDataPlane } from './data/data-plane.js';
import { createQuotas } from './quotas.fixture.js';

export const ACCOUNT = '123456789012';
export const REGION = 'us-east-1';

export type ApiHost = {
  readonly client: APIGateway;
  readonly url: string;
  readonly inventory: () => readonly string[];
  /** Sends a request for a path in a stage. */
  readonly request: (
    place: { readonly apiId: string; readonly stage?: string },
    path: string,
    init?: RequestInit,
  ) => Promise<Response>;
  readonly close: () => Promise<void>;
};

export type Invocation = Parameters<FunctionInvoker['invoke']>[0];

export type HostOptions = Partial<DataPlanePorts> & {
  readonly clock?: CloudClock;
  /** True to reject management calls that arrive faster than the real service allows. */
  readonly quotas?: boolean;
};

export async function startApiHost({
  quotas,
  clock = createClock({}),
  ...ports
}: HostOptions = {}): Promise<ApiHost> {
  const tooEarly = quotas ? createQuotas(clock) : () => undefined;
  const store = {
    ...{ account: ACCOUNT, region: REGION, clock },
    ...{ apis: new Map(), keys: new Map(), plans: new Map(), domains: new Map() },
  };
  const service = createControlPlane(store);
  const { isForApi, serve } = createDataPlane(store, {
    functions: { invoke: () => Promise.resolve({ kind: 'missing' }) },
    roles: NO_ROLES,
    patience: (milliseconds) => milliseconds,
    credentialsOf: (accessKeyId) =>
      accessKeyId === 'test' ? { accessKeyId, secretAccessKey: 'test' } : undefined,
    ...ports,
  });
  const server = createServer((request, response) => {
    if (isForApi(request)) {
      void serve(request, response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const call: ServiceRequest = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        body: Buffer.concat(chunks),
        region: REGION,
      };
      const operation = service.operationOf(call);
      const unknown = { status: 404, code: 'UnknownOperationException', message: pathname };
      const refusal = operation ? tooEarly(operation.name) : unknown;
      const answered =
        operation && !refusal ? answerOf(service, operation) : service.refuse(refusal ?? unknown);
      void Promise.resolve(answered).then(({ status, headers, body }) => {
        response.writeHead(status, headers).end(body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // because it listens on a port
  const url = `http://127.0.0.1:${port}`;
  const client = new APIGateway({
    region: REGION,
    endpoint: url,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  return {
    client,
    url,
    inventory: service.inventory,
    request: ({ apiId, stage = 'api' }, path, init) =>
      fetch(`${url}/restapis/${apiId}/${stage}/_user_request_${path}`, init),
    close: async () => {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const NO_ROLES: RoleBook = {
  assume: () => 'missing',
  allows: () => false,
  policiesOf: () => [],
  trustsAccount: () => false,
};

/** Returns the error of a rejected call as the SDK reports it: `BadRequestException: text`. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'not refused';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${error.name}: ${error.message}`;
  }
}
