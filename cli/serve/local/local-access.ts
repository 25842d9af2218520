// The API key and the credentials that `framework local` accepts (docs/decisions/gateway-answers.md), and the lines about them.
import { type KeySettings, limitsText } from '../../config/stage-keys.js';
import { type Credentials, foreignAuthorizers, type GatewayOptions } from '../gateway/index.js';
import { createUsageMeter } from '../gateway/usage-meter.js';
import type { BuiltApp } from './builder.js';
import { functionPrefixOf } from './deployment-names.js';

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_API_KEY = 'local-api-key';
const DEFAULT_CREDENTIALS: Credentials = {
  accessKeyId: 'local-access-key',
  secretAccessKey: 'local-secret-key',
};

export type LocalAccess = {
  readonly apiKey: string;
  readonly credentials: Credentials;
  /** True if the credentials come from the environment. */
  readonly isOwnCredentials: boolean;
};

/** The key and the credentials default to the documented ones. */
export function readLocalAccess(environment: Environment): LocalAccess {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  const own =
    accessKeyId && secretAccessKey
      ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
      : undefined;
  return {
    apiKey: environment['FRAMEWORK_LOCAL_API_KEY'] || DEFAULT_API_KEY,
    credentials: own ?? DEFAULT_CREDENTIALS,
    isOwnCredentials: own !== undefined,
  };
}

type StageKeys = Readonly<Record<string, KeySettings>> | undefined;

/** Returns the local values of the keys in `api_keys`, by name. */
export function localKeys(keys: StageKeys = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.keys(keys).map((name) => [name, `${DEFAULT_API_KEY}-${name}`] as const),
  );
}

/** Accepts the stage's keys, each with its limits, and the given key, which has no limits. */
export function createKeyAccess(
  keys: StageKeys,
  isAccepted: (value: string) => boolean,
): Required<Pick<GatewayOptions, 'apiKeyId' | 'countRequest'>> {
  const meter = createUsageMeter();
  const limits = new Map(Object.entries(keys ?? {}).map(([name, one]) => [`local-${name}`, one]));
  const ids = new Map(
    Object.entries(localKeys(keys)).map(([name, value]) => [value, `local-${name}`]),
  );
  return {
    apiKeyId: (value) => ids.get(value) ?? (isAccepted(value) ? 'local' : undefined),
    countRequest: (id, now) => {
      const own = limits.get(id);
      return own && meter(id, own, now);
    },
  };
}

/** Returns one line for each kind of authorization that a route uses. */
export function describeAccess(
  app: Pick<BuiltApp, 'manifest' | 'config'>,
  access: LocalAccess,
  isOpen: boolean,
): string[] {
  const { manifest, config } = app;
  const { api_keys: keys } = config.settings;
  const hasKeys = manifest.routes.some((route) => route.apiKeyRequired);
  if (isOpen) {
    return hasKeys || manifest.authorizers.length > 0
      ? ['--no-auth: requests are accepted without keys, tokens and signatures']
      : [];
  }
  const used = new Set(manifest.routes.map((route) => route.authorizer));
  const authorizers = manifest.authorizers.filter(({ name }) => used.has(name));
  const foreign = new Set(
    foreignAuthorizers(manifest, functionPrefixOf(app)).map(({ name }) => name),
  );
  return [
    ...(hasKeys
      ? [
          `api key: send X-Api-Key: ${access.apiKey}`,
          ...Object.entries(localKeys(keys)).map(
            ([name, value]) =>
              `api key ${name}: send X-Api-Key: ${value} (${limitsText(keys?.[name] ?? {})})`,
          ),
        ]
      : []),
    ...authorizers.map((entry) => {
      switch (entry.kind) {
        case 'iam':
          return access.isOwnCredentials
            ? `IAM: sign with the credentials of the environment (${access.credentials.accessKeyId})`
            : `IAM: sign with ${access.credentials.accessKeyId} and ${access.credentials.secretAccessKey}`;
        case 'userPool':
          return `user pool ${entry.name}: the issuer and the expiry of a token are checked, but not its signature`;
        case 'custom':
          return foreign.has(entry.name)
            ? `authorizer ${entry.name}: its function is not part of this application, so its routes respond with 500 (--no-auth skips it)`
            : `authorizer ${entry.name}: its function is called${cacheText(entry.ttl)}`;
      }
    }),
  ];
}

function cacheText(ttl: number | undefined): string {
  if (ttl === 0) return ' for every request';
  return `, and its result is cached for ${ttl === undefined ? '5 minutes' : `${ttl} s`}`;
}
