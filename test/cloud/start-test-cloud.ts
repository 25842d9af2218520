// Starts the test cloud: one HTTP server on this machine, with the services behind it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import { createApiGateway } from './api-gateway/api-gateway.js';
import { createIam } from './iam/iam.js';
import type { FunctionBook } from './lambda/function-book.js';
import { createFunctionInvoker } from './lambda/function-invoker.js';
import { createLambda } from './lambda/lambda.js';
import { createFunctionRunner } from './lambda/run/function-runner.js';
import { createLogStore } from './logs/log-store.js';
import { createLogs } from './logs/logs.js';
import { type Caller, createCaller, createRoleCaller } from './server/caller.js';
import { createCodeDownloads } from './server/code-downloads.js';
import { createCredentialBook } from './server/credentials.js';
import { createFaults } from './server/faults.js';
import { manage } from './server/management.js';
import { createRecordedCalls } from './server/recorded-calls.js';
import type { CloudClock, Service } from './service.js';
import type { TestCloud, TestCloudOptions } from './test-cloud.js';

const DEFAULT_SCALE = 0.01;
const KEEP_ALIVE = 600_000;

export async function startTestCloud(options: TestCloudOptions = {}): Promise<TestCloud> {
  const { region = 'us-east-1', account = '123456789012', readsLag = 0 } = options;
  const clock = createClock(options);
  const caller = createCaller(account);
  const credentials = createCredentialBook();
  const faults = createFaults();
  const calls = createRecordedCalls();
  const downloads = createCodeDownloads(clock);
  let url = '';
  const iam = createIam({ account, clock, caller, readsLag });
  const logs = createLogStore({ region, account, clock });
  const book: FunctionBook = {
    account,
    region,
    clock,
    caller,
    roles: iam.roles,
    functions: new Map(),
    readsLag,
    codeUrl: ({ zip }) => url + downloads.offer(zip),
  };
  const runner = createFunctionRunner({
    node: options.node ?? process.execPath,
    roles: iam.roles,
    logs,
    cloudUrl: () => url,
    credentials,
  });
  const lambda = createLambda(book, runner);
  const gateway = createApiGateway({
    account,
    region,
    clock,
    functions: createFunctionInvoker(book, runner),
    roles: iam.roles,
    quotas: options.quotas ?? false,
    credentialsOf: (accessKeyId) =>
      accessKeyId === credentials.user.accessKeyId
        ? credentials.user
        : credentials.sessionOf(accessKeyId),
  });
  const services: readonly Service[] = [iam.service, lambda, createLogs(logs), gateway.service];
  const callerOf = (accessKeyId: string): Caller => {
    const session = credentials.sessionOf(accessKeyId);
    return session ? createRoleCaller(session, iam.roles) : caller;
  };
  const ports = { services, callerOf, faults, record: calls.record };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (downloads.serve(request, response)) return;
    if (gateway.isForApi(request)) await gateway.serve(request, response);
    else await manage(ports, request, response);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A bug of this cloud: seen by the test that met it.
      if (!response.headersSent) response.writeHead(500);
      response.end(`The test cloud failed: ${String(error)}`);
    });
  });
  // A caller that pauses, for a prompt or under load, must not find its connection closed.
  server.keepAliveTimeout = KEEP_ALIVE;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // because it listens on TCP
  url = `http://127.0.0.1:${port}`;

  return {
    url,
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: credentials.user.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.user.secretAccessKey,
      AWS_REGION: region,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
    },
    calls: calls.list,
    clearCalls: calls.clear,
    arm: faults.arm,
    disarm: faults.disarm,
    restrictCaller: caller.restrict,
    inventory: () => services.flatMap((service) => service.inventory()).sort(),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      for (const service of services) await service.close?.();
    },
  };
}

function createClock({ timeScale = DEFAULT_SCALE, now = Date.now }: TestCloudOptions): CloudClock {
  return { now, scaled: (milliseconds) => milliseconds * timeScale };
}
