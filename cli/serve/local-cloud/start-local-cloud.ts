// Starts a local cloud: one HTTP server on 127.0.0.1 with all services. `framework cloud` runs one, and each test
// starts its own (`start-test-cloud.fixture.ts`).
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { devNull } from 'node:os';
import { createIam } from './iam/iam.js';
import { type Region, type RegionOptions, createRegion } from './region.js';
import { temporaryPrefix } from './running-cloud.js';
import {
  type Caller,
  type UserCredentials,
  createCaller,
  createCredentialBook,
  createRoleCaller,
} from './server/caller.js';
import { type ClockOptions, createClock } from './server/clock.js';
import { createCodeDownloads } from './lambda/code.js';
import { createListener, readRequest } from './server/listener.js';
import { type ManagementPorts, manage } from './server/management.js';
import type { Delivery } from './deliveries.js';
import type { PolledBatch } from './lambda/mappings/poller.js';
import { createSts } from './sts/sts.js';
import { type Attachments, createAttachments } from './lambda/run/attachments.js';
import type { Service } from './service.js';
import { type StateStore, createStateStore } from './state-store.js';
import { type ListingPorts, listingOf } from './listings.js';

/** What tests do with the management calls. By default, all calls are carried out, and none are recorded. */
type CallPorts = Partial<Pick<ManagementPorts, 'record' | 'intercept'>>;

export type LocalCloudOptions = ClockOptions &
  RegionOptions &
  CallPorts & {
    /** The region in `environment`. The cloud also has all other regions. */
    readonly region?: string;
    readonly account?: string;
    /** The maximum number of roles in the account; defaults to 1000. */
    readonly roleQuota?: number;
    /** The port on 127.0.0.1; defaults to a free one. */
    readonly port?: number;
    /** The only accepted keys, besides those of functions. If undefined, as in tests, every key is accepted. */
    readonly keys?: UserCredentials;
    readonly store?: StateStore;
    /** Endpoints below `/_framework/` for processes that have the token. */
    readonly own?: OwnRoutes;
  };

export type LocalCloud = {
  /** The value for `AWS_ENDPOINT_URL`. */
  readonly url: string;
  readonly port: number;
  /** The environment variables that make a process use only this cloud. */
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: ManagementPorts;
  readonly store: StateStore;
  /** Returns a temporary folder, which `close` removes. */
  readonly folder: () => Promise<string>;
  /** Restricts the caller to this policy; undefined allows everything. */
  readonly restrictCaller: (policy: unknown) => void;
  /**
   * Returns the sorted names of everything that exists, such as `function helloworld-dev` or `api helloworld-dev in eu-west-1`.
   */
  readonly inventory: () => readonly string[];
  /** Resolves with the events that services have sent to functions, once all of them are complete. */
  readonly deliveries: () => Promise<readonly Delivery[]>;
  /** Runs the schedules that are due by the clock (`now`), once for each time that was missed. */
  readonly runSchedules: () => Promise<void>;
  /** Passes records of queues and streams to functions until no more are available. Resolves with all batches so far. */
  readonly poll: () => Promise<readonly PolledBatch[]>;
  readonly close: () => Promise<void>;
};

const answered: ManagementPorts['intercept'] = async (_, run) => {
  return { kind: 'answer', answer: await run() };
};

/** Creates keys that cannot be mistaken for the keys of a real account. */
export function newKeys(): UserCredentials {
  const id = randomBytes(6).toString('hex').toUpperCase().slice(0, 11);
  return { accessKeyId: `AKIALOCAL${id}`, secretAccessKey: randomBytes(20).toString('hex') };
}

export const LOCAL_ACCOUNT = '000000000000';

export async function startLocalCloud(options: LocalCloudOptions = {}): Promise<LocalCloud> {
  const { region: home = 'us-east-1', account = '123456789012', keys, own } = options;
  const { readsLag = 0, roleQuota = 1000, store = createStateStore() } = options;
  const { intercept = answered, record: count = () => () => undefined } = options;
  const clock = createClock(options);
  const caller = createCaller(account);
  const credentials = createCredentialBook(keys);
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
  // Opens the regions with saved state, so that they deliver their messages without waiting for a call.
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
    ...{ servicesIn, callerOf, intercept, record },
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
      response
        .writeHead(403)
        .end('The local cloud accepts requests only for hosts of this machine.\n');
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
      // A bug in this cloud is reported to the caller that triggered it.
      if (!response.headersSent) response.writeHead(500);
      response.end(`The local cloud failed: ${String(error)}`);
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
      // Stops deliveries before the listener closes, because functions call the listener.
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
 * Returns true for an acceptable `Host` header. A page on another site can make its own domain name resolve to this machine
 * (DNS rebinding), and its requests then contain that name. SDK clients add a bucket name before the host. A proxy may forward
 * requests for AWS, whose host names other sites cannot use.
 */
function isOwnHost(host = ''): boolean {
  return /^(?:127\.0\.0\.1|(?:[a-z0-9-]+\.)*localhost|(?:[a-z0-9-]+\.)+amazonaws\.com)(?::\d+)?$/i.test(
    host,
  );
}

// `/_framework/…`: endpoints for the framework's own processes, which have the token of the cloud. These are the command that
// manages the cloud, `framework local --cloud` and the explorer.

type OwnRoutes = {
  readonly token: string;
  /** Returns the JSON response for a path below `/_framework/`; undefined for an unknown path. */
  readonly answer: (path: string, query: URLSearchParams) => unknown;
};

/** The path prefix of these endpoints. No bucket can have such a name. */
export const OWN = '/_framework/';

async function answerOwn(
  own: OwnRoutes | undefined,
  { attachments, ...ports }: ListingPorts & { readonly attachments: Attachments },
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  if (!own || !isSameSecret(request.headers.authorization ?? '', `Bearer ${own.token}`)) {
    response.writeHead(401).end();
    return;
  }
  const { method, path, query, body } = await readRequest(request);
  const name = path.slice(OWN.length);
  if (method === 'POST' && name === 'attach') {
    attachments.attach(body.toString(), response);
    return;
  }
  if (method === 'POST' && name === 'result') {
    const isTaken = attachments.settle(query.get('id') ?? '', body.toString());
    response.writeHead(isTaken ? 204 : 410).end();
    return;
  }
  const region = query.get('region') ?? ports.region;
  const found =
    method === 'GET' &&
    ((await listingOf(name, query, { ...ports, region })) ?? own.answer(name, query));
  const status = found ? 200 : 404;
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
}

function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
