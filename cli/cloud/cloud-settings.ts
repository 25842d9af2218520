// Reads region, endpoint, profile and proxy from options, environment and profiles, before anything is called
// (docs/decisions/credentials.md).
import { nearestName } from '../../compiler/diagnostics/nearest-name.js';
import { CloudError, type CloudErrorFacts } from './cloud-error.js';
import { type Environment, type Profiles, readProfiles } from './profiles.js';
import { readProxyVariable } from './proxy.js';
import { KNOWN_REGIONS } from './regions.js';

export type CloudSettings = {
  readonly region: string;
  /** Undefined for the SDK's own chain without a profile. */
  readonly profile: string | undefined;
  /** The endpoint of all services, without a slash at its end. */
  readonly endpoint: string | undefined;
  /** The endpoint of one service, which may differ from the common one: that of `AWS_ENDPOINT_URL_<service>`. */
  readonly endpointOf: (service: string) => string | undefined;
  /** The name of the variable that holds the address of a proxy. */
  readonly proxyVariable: string | undefined;
  /** Access keys of the environment; undefined when the SDK has to look for others. */
  readonly keys:
    | {
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly sessionToken?: string;
      }
    | undefined;
};

export type SettingsOptions = {
  readonly environment: Environment;
  readonly profile?: string | undefined;
  readonly region?: string | undefined;
};

/**
 * Reads the settings. Throws a CloudError when there is no region, when the profile does not exist, and when an
 * endpoint is no address.
 */
export function readCloudSettings({ environment, ...options }: SettingsOptions): CloudSettings {
  const profile =
    options.profile || environment['CLOUD_PROFILE'] || environment['AWS_PROFILE'] || undefined;
  const profiles = readProfiles(environment);
  if (profile !== undefined) checkProfile(profile, profiles);
  const settings = profiles.get(profile ?? 'default');
  const isIgnored = environment['AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'] === 'true';
  const endpoint = isIgnored
    ? undefined
    : (addressOf('AWS_ENDPOINT_URL', environment['AWS_ENDPOINT_URL']) ??
      addressOf('endpoint_url', settings?.get('endpoint_url')));
  const region =
    options.region ||
    environment['AWS_REGION'] ||
    environment['AWS_DEFAULT_REGION'] ||
    settings?.get('region');
  if (!region) throw unusable('no-region', 'No region is given');
  if (endpoint === undefined) checkRegion(region);
  return {
    region,
    profile,
    endpoint,
    endpointOf: (service) => {
      const name = `AWS_ENDPOINT_URL_${service}`;
      return (isIgnored ? undefined : addressOf(name, environment[name])) ?? endpoint;
    },
    proxyVariable: readProxyVariable(environment),
    keys: profile === undefined ? keysOf(environment) : undefined,
  };
}

function checkProfile(profile: string, profiles: Profiles): void {
  if (profiles.has(profile)) return;
  const known = [...profiles.keys()].sort();
  throw unusable('no-credentials', `There is no profile ${profile}`, {
    name: 'ProfileNotFound',
    resource: profile,
    known,
  });
}

/** Refuses a misspelt region and an availability zone, and admits a region that is new. */
function checkRegion(region: string): void {
  if (/^[a-z]{2,4}(?:-[a-z]+)+-\d+$/.test(region)) return;
  const nearest = nearestName(region, KNOWN_REGIONS);
  throw unusable('bad-region', `There is no region ${region}`, {
    name: 'UnknownRegion',
    resource: region,
    known: nearest === undefined ? KNOWN_REGIONS : [nearest],
  });
}

function keysOf(environment: Environment): CloudSettings['keys'] {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/**
 * The address without slashes at its end. `http://` is required, because `new URL('localhost:4566')` has the scheme
 * `localhost`.
 */
function addressOf(setting: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (/^https?:\/\/[^/]/i.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw unusable('bad-endpoint', `${text} is not an address`, { name: setting, resource: text });
}

function unusable(
  kind: CloudErrorFacts['kind'],
  message: string,
  more: Partial<CloudErrorFacts> = {},
): CloudError {
  return new CloudError(
    {
      kind,
      operation: 'connect',
      message,
      name: kind,
      status: undefined,
      requestId: undefined,
      ...more,
    },
    undefined,
  );
}
