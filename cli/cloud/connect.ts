// Opens the port to AWS, which uses the SDK. Opening the port makes no call and loads no module.
import { setMaxListeners } from 'node:events';
import { type Cloud, type CloudCalls, SILENT, type WaitFor } from './cloud.js';
import { type CloudSettings, type Environment, readCloudSettings } from './cloud-settings.js';
import { PORTS } from './ports.js';
import {
  type ClientConfig,
  type Connections,
  type Credentials,
  IDLE_SECONDS,
  openCalls,
  type OpenClient,
  openConnections,
  type OpenedClient,
  type Opening,
  type Service,
} from './service.js';

export type ConnectOptions = {
  readonly environment: Environment;
  /** `--profile`; defaults to CLOUD_PROFILE, then AWS_PROFILE, then the SDK's own chain. */
  readonly profile?: string | undefined;
  /** `--region`; defaults to AWS_REGION, then AWS_DEFAULT_REGION, then the region of the profile. */
  readonly region?: string | undefined;
  /** Aborts calls in progress, which then reject with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called when a wait begins. If undefined, waits are not shown. */
  readonly waitFor?: WaitFor | undefined;
};

/** Throws a CloudError if there is no region or the profile does not exist. Credentials are looked up by the first call. */
export function connect(options: ConnectOptions): Cloud {
  const { environment, profile, region, signal, waitFor = SILENT } = options;
  const settings = readCloudSettings({ environment, profile, region });
  const { endpointOf } = settings;
  const clients = openClients(settings);
  // Each attempt adds a listener to the signal, and Node.js prints a warning for more than ten.
  setMaxListeners(0, signal);

  const opening: Opening = {
    region: settings.region,
    signal,
    connections: clients.connections,
    endpointOf,
    callsOf: (service, idleSeconds) =>
      openCalls(service, {
        open: () => clients.open(service, idleSeconds),
        region: settings.region,
        endpoint: endpointOf(service.id),
        signal,
        waitFor,
      }),
  };
  const calls = Object.fromEntries(PORTS.map((port) => [port.name, port.open(opening)]));
  return {
    ...(calls as unknown as CloudCalls), // because `ports.ts` has a port for every property
    region: settings.region,
    endpoint: settings.endpoint,
    profile: settings.profile,
    proxyVariable: settings.proxyVariable,
    waitFor,
    close: clients.close,
  };
}

/** Each client is loaded by the first call to its service. All clients share the credentials that the first one finds. */
type Clients = {
  readonly open: <Sdk>(service: Service<Sdk>, idleSeconds?: number) => Promise<OpenedClient>;
  readonly connections: () => Promise<Connections>;
  readonly close: () => void;
};

function openClients(settings: CloudSettings): Clients {
  // The SDK prints a long warning on the console if it will soon drop support for the running version of Node.js.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  let credentials: Credentials | undefined = settings.keys;
  const clients: OpenClient[] = [];
  let opening: Promise<Connections> | undefined;
  const connections = (): Promise<Connections> =>
    (opening ??= openConnections(settings.proxyVariable !== undefined));

  const configOf = async (
    { id, isXml = false }: Pick<Service<unknown>, 'id' | 'isXml'>,
    idleSeconds: number = IDLE_SECONDS,
  ): Promise<ClientConfig> => {
    const endpoint = settings.endpointOf(id);
    const { openHandler } = await import('./request-handler.js');
    const options = { idleSeconds, connections: await connections() };
    return {
      region: settings.region,
      // Calls are repeated by `attempts.ts` instead.
      maxAttempts: 1,
      logger: QUIET,
      requestHandler: openHandler({ ...options, isXml }),
      // The settings for clients that the credential chain creates to assume a role or to sign in.
      clientConfig: { requestHandler: openHandler({ ...options, isXml: true }) },
      ...(settings.profile !== undefined && { profile: settings.profile }),
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
    };
  };

  return {
    open: async (service, idleSeconds) => {
      const config = await configOf(service, idleSeconds);
      const sdk = (await service.load()) as object; // because it is a module
      const Client = Reflect.get(sdk, service.client) as new (config: object) => OpenClient; // because the service defines its name
      const client = new Client({ ...config, ...service.settings?.(config) });
      clients.push(client);
      // The credential chain may start programs, call other services or prompt the user, so it runs only once for all clients.
      credentials ??= client.config.credentials;
      return { sdk, client };
    },
    connections,
    close: () => {
      for (const client of clients) client.destroy();
      void opening?.then(({ httpAgent, httpsAgent }) => {
        httpAgent.destroy();
        httpsAgent.destroy();
      });
    },
  };
}

/** Without a logger, the SDK prints warnings on the console. */
const QUIET = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
