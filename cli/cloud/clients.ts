// The clients of the AWS SDK. Each is loaded by the first call of its service, and all share the credentials that the
// first of them finds.
import type { CloudSettings } from './cloud-settings.js';
import { type Connections, IDLE_SECONDS, openConnections } from './connections.js';
import type { ClientConfig, Credentials, OpenClient, SdkService } from './port.js';
import type { Sdk } from './service-caller.js';

export type Clients = {
  /** Makes a new client. */
  readonly open: <Module, Client extends OpenClient>(
    service: SdkService<Module, Client>,
    idleSeconds?: number,
  ) => Promise<Sdk<Module, Client>>;
  /** The connections that all clients share. */
  readonly connections: () => Promise<Connections>;
  /** Closes all connections. */
  readonly close: () => void;
};

export function openClients(settings: CloudSettings): Clients {
  // The SDK prints a long warning on the console when it will drop the running version of Node.js.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  let credentials: Credentials | undefined = settings.keys;
  const clients: OpenClient[] = [];
  let opening: Promise<Connections> | undefined;
  const connections = (): Promise<Connections> =>
    (opening ??= openConnections(settings.proxyVariable !== undefined));

  const configOf = async (
    { id, isXml = false }: Pick<SdkService<unknown, OpenClient>, 'id' | 'isXml'>,
    idleSeconds: number = IDLE_SECONDS,
  ): Promise<ClientConfig> => {
    const endpoint = settings.endpointOf(id);
    const { openHandler } = await import('./request-handler.js');
    const options = { idleSeconds, connections: await connections() };
    return {
      region: settings.region,
      // `attempts.ts` repeats calls.
      maxAttempts: 1,
      logger: QUIET,
      requestHandler: openHandler({ ...options, isXml }),
      // Settings of the clients that the credential chain opens to assume a role or to sign in.
      clientConfig: { requestHandler: openHandler({ ...options, isXml: true }) },
      ...(settings.profile !== undefined && { profile: settings.profile }),
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
    };
  };

  return {
    open: async (service, idleSeconds) => {
      const opened = await service.open(await configOf(service, idleSeconds));
      clients.push(opened.client);
      // The credential chain may start programs, call other services or ask a person, so it runs once for all clients.
      credentials ??= opened.client.config.credentials;
      return opened;
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

/** Without a logger the SDK warns on the console. */
const QUIET = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
