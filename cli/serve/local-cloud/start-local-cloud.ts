// Starts a cloud on this machine: one HTTP server on 127.0.0.1 with all services. `framework cloud` runs one, and each test
// starts its own (`start-test-cloud.fixture.ts`).
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { devNull } from 'node:os';
import { createIam } from './iam/iam.js';
import { createRegion, type Region } from './region.js';
import { temporaryPrefix } from './running-cloud.js';
import { type Caller, createCaller, createRoleCaller } from './server/caller.js';
import { createClock } from './server/clock.js';
import { createCodeDownloads } from './server/code-downloads.js';
import { createCredentialBook, type UserCredentials } from './server/credentials.js';
import { createFaults } from './server/faults.js';
import { createListener } from './server/listener.js';
import { manage, type ManagementPorts } from './server/management.js';
import { createSts } from './sts/sts.js';
import { answerOwn, OWN, type OwnRoutes } from './own-processes.js';
import { createRecordedCalls } from './server/recorded-calls.js';
import { createAttachments } from './lambda/run/attachments.js';
import type { Service } from './service.js';
import { createStateStore, type StateStore } from './state-store.js';
import type { TestCloud, TestCloudOptions } from './test-cloud.js';

export type LocalCloudOptions = TestCloudOptions & {
  /** The port on 127.0.0.1; defaults to a free one. */
  readonly port?: number;
  /** The only accepted keys, besides those of functions. If undefined, every key is accepted, which tests use. */
  readonly keys?: UserCredentials;
  /** The saved state of an earlier cloud. */
  readonly store?: StateStore;
  /** True to deliver queues, streams and schedules automatically. */
  readonly live?: boolean;
  /** Called after every call that may have changed the state. */
  readonly onChange?: () => void;
  /** `/_framework/…` endpoints for processes that have this token. */
  readonly own?: OwnRoutes;
};

export type LocalCloud = TestCloud & {
  readonly port: number;
  readonly ports: ManagementPorts;
  readonly store: StateStore;
  /** A temporary folder, which `close` removes. */
  readonly folder: () => Promise<string>;
};

/** Creates keys that cannot be mistaken for those of a real account. */
export function newKeys(): UserCredentials {
  const id = randomBytes(6).toString('hex').toUpperCase().slice(0, 11);
  return { accessKeyId: `AKIALOCAL${id}`, secretAccessKey: randomBytes(20).toString('hex') };
}

export const LOCAL_ACCOUNT = '000000000000';

export async function startLocalCloud(options: LocalCloudOptions = {}): Promise<LocalCloud> {
  const { region: home = 'us-east-1', account = '123456789012', keys, own } = options;
  const { readsLag = 0, roleQuota = 1000, store = createStateStore() } = options;
  const clock = createClock(options);
  const caller = createCaller(account);
  const credentials = createCredentialBook(keys);
  const faults = createFaults();
  const calls = createRecordedCalls();
  const downloads = createCodeDownloads(clock);
  let url = '';
  const iam = createIam({
    ...{ account, clock, caller, readsLag, roleQuota },
    byName: store.map('roles'),
  });
  const cloudUrl = (): string => url;
  const bucketRegions = store.map<string>('bucket-regions');
  let made: Promise<string> | undefined;
  const folder = (): Promise<string> => (made ??= mkdtemp(temporaryPrefix()));
  const regions = new Map<string, Region>();
  const attachments = createAttachments({
    functionsIn: (name) => regionOf(name).functions,
    credentials,
    cloudUrl,
  });
  const regionOf = (name: string): Region => {
    const known = regions.get(name);
    if (known) return known;
    const codeFolder = folder;
    const ports = { account, clock, caller, credentials, downloads, iam, bucketRegions, store };
    const made = createRegion(name, { ...ports, attachments, cloudUrl, codeFolder }, options);
    regions.set(name, made);
    return made;
  };
  const atHome = regionOf(home);
  // Regions with saved state deliver their messages without waiting for a call.
  for (const name of store.all().keys())
    if (name.includes('/')) regionOf(name.slice(0, name.indexOf('/')));
  const callerOf = (accessKeyId: string): Caller | undefined => {
    const session = credentials.sessionOf(accessKeyId);
    if (session) return attachments.watched(session, createRoleCaller(session, iam.roles));
    return keys && keys.accessKeyId !== accessKeyId ? undefined : caller;
  };
  const sts = createSts({ account, caller, credentials, roles: iam.roles });
  const servicesIn = (name: string): readonly Service[] => [
    iam.service,
    sts,
    ...(name === '' ? atHome : regionOf(name)).services,
  ];
  // A cloud with keys of its own runs for days, so its calls are not recorded.
  const count: ManagementPorts['record'] = keys ? () => () => undefined : calls.record;
  const wake = (): void => {
    for (const region of regions.values()) region.wake();
  };
  const record: ManagementPorts['record'] = (call) => {
    const settle = count(call);
    return (status) => {
      settle(status);
      if (call.isWrite) wake();
    };
  };
  const ports: ManagementPorts = {
    ...{ servicesIn, callerOf, faults, record },
    secretOf: (accessKeyId) => {
      const { user } = credentials;
      if (accessKeyId === user.accessKeyId) return user.secretAccessKey;
      return credentials.sessionOf(accessKeyId)?.secretAccessKey;
    },
    regionOfBucket: (bucket) => bucketRegions.get(bucket),
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isForApi = atHome.gateway.isForApi(request);
    const hasHostOfApi = isForApi && !request.url?.startsWith('/restapis/');
    if (!hasHostOfApi && !isOwnHost(request.headers.host)) {
      response.writeHead(403).end('This cloud answers for hosts of this machine alone.\n');
    } else if (request.url?.startsWith(OWN) === true) {
      const asked = { attachments, servicesIn, store, region: home };
      await answerOwn(own, asked, { request, response }).finally(wake);
    } else if (downloads.serve(request, response)) return;
    else if (isForApi) {
      const owner = [...regions.values()].find(({ gateway }) => gateway.hasApi(request));
      await (owner ?? atHome).gateway.serve(request, response);
    } else {
      await manage(ports, request, response);
      options.onChange?.();
    }
  };
  const listener = createListener((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A bug in this cloud: reported to the caller who triggered it.
      if (!response.headersSent) response.writeHead(500);
      response.end(`The cloud on this machine failed: ${String(error)}`);
    });
  });
  const port = await listener.listen(options.port ?? 0);
  url = `http://127.0.0.1:${port}`;

  return {
    url,
    port,
    ports,
    store,
    folder,
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
      // Stops deliveries before the listener that functions call closes.
      for (const { stop } of regions.values()) stop();
      await listener.close();
      for (const { services } of regions.values()) {
        for (const service of services) await service.close?.();
      }
      if (made) await rm(await made, { recursive: true, force: true });
    },
  };
}

/**
 * Returns true for an acceptable `Host`. A page of another site can resolve its own name to this machine (DNS rebinding) and
 * then sends that name. SDK clients put a bucket in front of the host, and a proxy may forward requests for AWS, whose names no
 * other site has.
 */
function isOwnHost(host = ''): boolean {
  return /^(?:127\.0\.0\.1|(?:[a-z0-9-]+\.)*localhost|(?:[a-z0-9-]+\.)+amazonaws\.com)(?::\d+)?$/i.test(
    host,
  );
}
