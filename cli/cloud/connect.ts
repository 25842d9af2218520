// Opens the port to AWS over the SDK. Opening calls nothing and loads nothing.
import { setMaxListeners } from 'node:events';
import { openClients } from './clients.js';
import { type Cloud, type CloudCalls, SILENT, type WaitFor } from './cloud.js';
import { readCloudSettings } from './cloud-settings.js';
import type { Opening } from './port.js';
import { PORTS } from './ports.js';
import type { Environment } from './profiles.js';
import { serviceCaller } from './service-caller.js';

export type ConnectOptions = {
  readonly environment: Environment;
  /** `--profile`; else CLOUD_PROFILE, else AWS_PROFILE, else the SDK's own chain. */
  readonly profile?: string | undefined;
  /** `--region`; else AWS_REGION, AWS_DEFAULT_REGION, else the region of the profile. */
  readonly region?: string | undefined;
  /** Ends calls that are in flight. They reject with the reason of the signal. */
  readonly signal: AbortSignal;
  /** Called when a wait begins. Without it waits are not shown. */
  readonly waitFor?: WaitFor | undefined;
};

/**
 * Throws a CloudError when there is no region or the profile does not exist. Credentials are looked up by the first
 * call.
 */
export function connect(options: ConnectOptions): Cloud {
  const { environment, profile, region, signal, waitFor = SILENT } = options;
  const settings = readCloudSettings({ environment, profile, region });
  const { endpointOf } = settings;
  const clients = openClients(settings);
  // Each attempt adds a listener to the signal, and Node.js warns of more than ten.
  setMaxListeners(0, signal);

  const opening: Opening = {
    region: settings.region,
    signal,
    connections: clients.connections,
    endpointOf,
    caller: (service, idleSeconds) =>
      serviceCaller({
        prefix: service.prefix,
        kinds: service.kinds,
        open: () => clients.open(service, idleSeconds),
        region: settings.region,
        endpoint: endpointOf(service.id),
        signal,
        waitFor,
        repeatsBusy: service.repeatsBusy !== false,
      }),
  };
  const calls = Object.fromEntries(PORTS.map((port) => [port.name, port.open(opening)]));
  return {
    ...(calls as unknown as CloudCalls), // because every property has its port (ports.test.ts)
    region: settings.region,
    endpoint: settings.endpoint,
    profile: settings.profile,
    proxyVariable: settings.proxyVariable,
    waitFor,
    close: clients.close,
  };
}
