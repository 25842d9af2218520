// Starts the test cloud: one HTTP server on this machine, with the services behind it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import { createIam } from './iam/iam.js';
import { createRegion, type Region } from './region.js';
import { type Caller, createCaller, createRoleCaller } from './server/caller.js';
import { createClock } from './server/clock.js';
import { createCodeDownloads } from './server/code-downloads.js';
import { createCredentialBook } from './server/credentials.js';
import { createFaults } from './server/faults.js';
import { answerDirectly } from './server/direct-calls.js';
import { manage } from './server/management.js';
import { createSts } from './sts/sts.js';
import { createRecordedCalls } from './server/recorded-calls.js';
import type { Service } from './service.js';
import type { TestCloud, TestCloudOptions } from './test-cloud.js';

const KEEP_ALIVE = 600_000;

export async function startTestCloud(options: TestCloudOptions = {}): Promise<TestCloud> {
  const { region: home = 'us-east-1', account = '123456789012' } = options;
  const { readsLag = 0, roleQuota = 1000 } = options;
  const clock = createClock(options);
  const caller = createCaller(account);
  const credentials = createCredentialBook();
  const faults = createFaults();
  const calls = createRecordedCalls();
  const downloads = createCodeDownloads(clock);
  let url = '';
  const iam = createIam({ account, clock, caller, readsLag, roleQuota });
  const cloudUrl = (): string => url;
  const bucketRegions = new Map<string, string>();
  const shared = { account, clock, caller, credentials, downloads, iam, bucketRegions, cloudUrl };
  const regions = new Map<string, Region>();
  const regionOf = (name: string): Region => {
    const known = regions.get(name);
    if (known) return known;
    const made = createRegion(name, shared, options);
    regions.set(name, made);
    return made;
  };
  const atHome = regionOf(home);
  const callerOf = (accessKeyId: string): Caller => {
    const session = credentials.sessionOf(accessKeyId);
    return session ? createRoleCaller(session, iam.roles) : caller;
  };
  const sts = createSts(account, caller);
  const servicesIn = (name: string): readonly Service[] => [
    iam.service,
    sts,
    ...(name === '' ? atHome : regionOf(name)).services,
  ];
  const ports = { servicesIn, callerOf, faults, record: calls.record };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (downloads.serve(request, response)) return;
    if (atHome.gateway.isForApi(request)) {
      const owner = [...regions.values()].find(({ gateway }) => gateway.hasApi(request));
      await (owner ?? atHome).gateway.serve(request, response);
    } else await manage(ports, request, response);
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
  const endDirectCalls = answerDirectly(port, ports);

  return {
    url,
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: credentials.user.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.user.secretAccessKey,
      AWS_REGION: home,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
    },
    calls: calls.list,
    clearCalls: calls.clear,
    arm: faults.arm,
    disarm: faults.disarm,
    restrictCaller: caller.restrict,
    inventory: () => {
      const regional = [...regions].flatMap(([name, { services }]) => {
        const end = name === home ? '' : ` in ${name}`;
        return services.flatMap((service) => service.inventory()).map((one) => `${one}${end}`);
      });
      return [...iam.service.inventory(), ...regional].sort();
    },
    deliveries: async () => {
      const each = [...regions.values()].map(({ deliveries }) => deliveries);
      await Promise.all(each.map(({ settle }) => settle()));
      return each.flatMap(({ list }) => list());
    },
    poll: async () => {
      const pollers = [...regions.values()].map(({ poller }) => poller);
      await Promise.all(pollers.map(({ poll }) => poll()));
      return pollers.flatMap(({ batches }) => batches());
    },
    runSchedules: async () => {
      for (const { runSchedules } of regions.values()) runSchedules();
      await Promise.all([...regions.values()].map(({ deliveries }) => deliveries.settle()));
    },
    close: async () => {
      endDirectCalls();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      for (const { services } of regions.values()) {
        for (const service of services) await service.close?.();
      }
    },
  };
}
