// Reads the region, endpoint, profile and proxy from options, environment variables and profiles, before any call is made
// (docs/decisions/credentials.md).
import { homedir } from 'node:os';
import { join } from 'node:path';
import { nearestName } from '../../compiler/diagnostics/diagnostic.js';
import { CloudError, type CloudErrorFacts } from './cloud-error.js';
import { readText } from '../project/disk.js';
import { KNOWN_REGIONS } from './regions.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings by profile name and key, such as `region` and `endpoint_url`. */
export type Profiles = ReadonlyMap<string, ReadonlyMap<string, string>>;

export type CloudSettings = {
  readonly region: string;
  /** The profile; undefined to use the SDK's own credential chain, without a profile. */
  readonly profile: string | undefined;
  /** The endpoint of all services, without a trailing slash. */
  readonly endpoint: string | undefined;
  /** Returns the endpoint of one service, which `AWS_ENDPOINT_URL_<service>` can override. */
  readonly endpointOf: (service: string) => string | undefined;
  readonly proxyVariable: string | undefined;
  /** The access keys in the environment; undefined if the SDK has to find credentials elsewhere. */
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

/** Throws a CloudError if there is no region, if the profile does not exist, or if an endpoint is not a URL. */
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
  if (!region) throw unusable('no-region', 'No region is set');
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

/**
 * Reads the profiles. If both files contain a setting, the credentials file takes precedence, as in the SDK. Only the SDK reads
 * access keys and tokens; it is not loaded for a command that needs only the region.
 */
export function readProfiles(environment: Environment): Profiles {
  const folder = join(environment['HOME'] || environment['USERPROFILE'] || homedir(), '.aws');
  const config = readText(environment['AWS_CONFIG_FILE'] || join(folder, 'config')) ?? '';
  const credentials =
    readText(environment['AWS_SHARED_CREDENTIALS_FILE'] || join(folder, 'credentials')) ?? '';
  const profiles = new Map<string, Map<string, string>>();
  const sections = [...parseSections(config, configProfile), ...parseSections(credentials, trim)];
  for (const { name, key, value } of sections) {
    const profile = profiles.get(name) ?? new Map<string, string>();
    profiles.set(name, profile);
    if (key !== undefined) profile.set(key, value);
  }
  return profiles;
}

/** Returns the URL, prefixed with `http://` if it has no scheme, as curl and the AWS CLI do. */
export function proxyAddress(text: string): string {
  return text.includes('://') ? text : `http://${text}`;
}

function checkProfile(profile: string, profiles: Profiles): void {
  if (profiles.has(profile)) return;
  const facts = { name: 'ProfileNotFound', resource: profile, known: [...profiles.keys()].sort() };
  throw unusable('no-credentials', `There is no profile ${profile}`, facts);
}

/** Rejects a misspelled region and an availability zone, but accepts unknown regions, which may be new. */
function checkRegion(region: string): void {
  if (/^[a-z]{2,4}(?:-[a-z]+)+-\d+$/.test(region)) return;
  const nearest = nearestName(region, KNOWN_REGIONS);
  const known = nearest === undefined ? KNOWN_REGIONS : [nearest];
  const facts = { name: 'UnknownRegion', resource: region, known };
  throw unusable('bad-region', `There is no region ${region}`, facts);
}

function keysOf(environment: Environment): CloudSettings['keys'] {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/** Removes trailing slashes. `http` or `https` is required, because `new URL('localhost:4566')` has the scheme `localhost`. */
function addressOf(setting: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (isWebAddress(text)) return text.replace(/\/+$/, '');
  throw unusable('bad-endpoint', `${text} is not a URL`, { name: setting, resource: text });
}

function unusable(
  kind: CloudErrorFacts['kind'],
  message: string,
  more: Partial<CloudErrorFacts> = {},
): CloudError {
  const facts = { kind, operation: 'connect', message, name: kind };
  return new CloudError({ ...facts, status: undefined, requestId: undefined, ...more }, undefined);
}

type Line = {
  readonly name: string;
  /** The key of a setting; undefined for a section heading. */
  readonly key: string | undefined;
  readonly value: string;
};

/** Parses the lines. `nameOf` returns the profile that a section heading names, or undefined for another kind of section. */
function parseSections(text: string, nameOf: (heading: string) => string | undefined): Line[] {
  let name: string | undefined;
  return text.split(/\r?\n/).flatMap((line): Line[] => {
    const heading = /^\s*\[([^\]]+)\]/.exec(line)?.[1];
    if (heading !== undefined) {
      name = nameOf(heading);
      return name === undefined ? [] : [{ name, key: undefined, value: '' }];
    }
    // An indented line belongs to the setting above it.
    const setting = /^([^\s#;=][^=]*)=(.*?)(?:\s[#;].*)?$/.exec(line);
    if (name === undefined || !setting) return [];
    return [{ name, key: trim(setting[1] ?? '').toLowerCase(), value: trim(setting[2] ?? '') }];
  });
}

/** Returns `prod` for `[profile prod]`; undefined for `[sso-session x]` and `[services x]`. */
function configProfile(heading: string): string | undefined {
  const text = trim(heading);
  if (text === 'default') return text;
  return /^profile\s+["']?(.*?)["']?$/.exec(text)?.[1];
}

function trim(text: string): string {
  return text.trim();
}

// The proxy variables are read here, because `proxy-agent.ts` and its library are loaded only if there is a proxy.
const PROXY_VARIABLES: readonly string[] = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'];

/** Returns the first variable that is set, in lower or upper case. Throws a CloudError if any of them is not a URL. */
function readProxyVariable(environment: Environment): string | undefined {
  const set = PROXY_VARIABLES.flatMap((name) => {
    const found = [name.toLowerCase(), name].find((each) => environment[each]);
    return found === undefined ? [] : [found];
  });
  for (const name of set) {
    if (isWebAddress(proxyAddress(environment[name] ?? ''))) continue;
    // The value may contain a password, so the message does not show it.
    throw unusable('bad-proxy', `${name} is not the URL of an HTTP proxy`, { name });
  }
  return set[0];
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}
