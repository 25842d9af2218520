// Checks API settings that depend on each other: endpoint type, VPC endpoints, policy and domain.
import { posix } from 'node:path';
import {
  type Diagnostic,
  type SourceSpan,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import type { Manifest } from '../../runtime/contract/manifest.js';
import type { KeyPath } from '../project/placed-json.js';
import {
  closedApi,
  halfRate,
  idleStreams,
  missingApiPolicy,
  missingCertificate,
  noKeys,
  privateDomain,
  tooManyKeys,
  uncompressedStreams,
  unusedDomainKey,
  unusedEndpoint,
  unusedKeys,
} from './config-catalogue.js';
import type { ConfigFile, LoadedConfig } from './config-file.js';
import type { RawConfig } from './keys.js';
import { USAGE_PLANS } from './limits.js';
import { entryOf } from './stage-config.js';
import {
  type DomainKeys,
  type KeySettings,
  STAGE_SETTINGS,
  type StageSettings,
} from './stage-keys.js';

export type ApiToCheck = {
  readonly raw: RawConfig;
  readonly stage: string;
  readonly file: ConfigFile;
  /** Returns true if the path, relative to the project directory, is a file. */
  readonly isFile: (path: string) => boolean;
  /** False for commands that do not need the settings that are read only by a deploy. */
  readonly isForDeploy: boolean;
};

/** Returns the path of the API's resource policy, relative to the project directory. */
export function apiPolicyPath(file: string): string {
  return posix.join('.framework', file);
}

function settingsIn({ raw, stage }: Pick<ApiToCheck, 'raw' | 'stage'>): {
  readonly own: Partial<StageSettings>;
  readonly keyPath: (key: keyof StageSettings) => KeyPath;
} {
  const ofStage = entryOf(raw.stages, stage);
  return {
    own: { ...raw, ...ofStage },
    keyPath: (key) => (ofStage?.[key] === undefined ? [key] : ['stages', stage, key]),
  };
}

export function checkApi(checked: ApiToCheck): Diagnostic[] {
  const { file, isFile } = checked;
  const { own, keyPath } = settingsIn(checked);
  const locationOf = (key: keyof StageSettings): SourceSpan => file.placeOfKey(keyPath(key));
  const { api_gateway_endpoint_type: type = 'REGIONAL', api_gateway_policy_file: policy } = own;
  const hasEndpoint = own.api_gateway_endpoint_vpce !== undefined;
  const isPolicyRead = checked.isForDeploy || !STAGE_SETTINGS.api_gateway_policy_file.isForDeploy;
  const path = policy === undefined || !isPolicyRead ? undefined : apiPolicyPath(policy);
  const policyAt = file.placeOfValue(keyPath('api_gateway_policy_file'));
  return [
    ...(type === 'PRIVATE' && !hasEndpoint && policy === undefined
      ? [diagnose(closedApi, {}, { at: locationOf('api_gateway_endpoint_type') })]
      : []),
    ...(type !== 'PRIVATE' && hasEndpoint
      ? [diagnose(unusedEndpoint, { type }, { at: locationOf('api_gateway_endpoint_vpce') })]
      : []),
    ...(type === 'PRIVATE' && own.api_gateway_custom_domain
      ? [diagnose(privateDomain, {}, { at: locationOf('api_gateway_custom_domain') })]
      : []),
    ...(path !== undefined && !isFile(path)
      ? [diagnose(missingApiPolicy, { path }, { at: policyAt })]
      : []),
    ...checkDomain(own.api_gateway_custom_domain, (path) =>
      file.placeOfKey([...keyPath('api_gateway_custom_domain'), ...path]),
    ),
    ...checkKeyLimits(own.api_keys, (path) => file.placeOfKey([...keyPath('api_keys'), ...path])),
  ];
}

function checkKeyLimits(
  keys: Readonly<Record<string, KeySettings>> = {},
  locationOf: (path: KeyPath) => SourceSpan,
): Diagnostic[] {
  const count = Object.keys(keys).length;
  return [
    ...(count > USAGE_PLANS ? [diagnose(tooManyKeys, { count }, { at: locationOf([]) })] : []),
    ...Object.entries(keys).flatMap(([name, { rate, burst }]) => {
      if ((rate === undefined) === (burst === undefined)) return [];
      const [given, missing] = rate === undefined ? ['burst', 'rate'] : ['rate', 'burst'];
      return [diagnose(halfRate, { name, given, missing }, { at: locationOf([name, given]) })];
    }),
  ];
}

const SETTINGS_OF_MANAGED = ['certificate_arn', 'tls_version', 'tags'] as const;

function checkDomain(
  domain: DomainKeys | undefined,
  locationOf: (path: KeyPath) => SourceSpan,
): Diagnostic[] {
  if (!domain) return [];
  if (domain.manage_domain === false) {
    return SETTINGS_OF_MANAGED.filter((key) => domain[key] !== undefined).map((key) =>
      diagnose(unusedDomainKey, { key }, { at: locationOf([key]) }),
    );
  }
  if (domain.certificate_arn !== undefined) return [];
  return [diagnose(missingCertificate, {}, { at: locationOf([]) })];
}

/** Reports API settings that have no effect, or a different effect, for streaming routes. */
export function checkStreams(
  { raw, file }: LoadedConfig,
  { routes }: Pick<Manifest, 'routes'>,
  stage: string,
): Diagnostic[] {
  const [path, ...others] = new Set(routes.flatMap((one) => (one.stream ? [one.path] : [])));
  if (path === undefined) return [];
  const { own, keyPath } = settingsIn({ raw, stage });
  const data = { path, others: others.length };
  const at = (key: keyof StageSettings): { readonly at: SourceSpan | undefined } => ({
    at: file?.placeOfKey(keyPath(key)),
  });
  return [
    ...(own.minimum_compression_size === undefined
      ? []
      : [diagnose(uncompressedStreams, data, at('minimum_compression_size'))]),
    ...(own.api_gateway_endpoint_type === 'EDGE'
      ? [diagnose(idleStreams, data, at('api_gateway_endpoint_type'))]
      : []),
  ];
}

/** Reports routes that require a key although the stage has no keys, and keys that no route requires. */
export function checkKeys(
  { raw, file }: LoadedConfig,
  { routes }: Pick<Manifest, 'routes'>,
  stage: string,
): Diagnostic[] {
  const { own, keyPath } = settingsIn({ raw, stage });
  const [first, ...others] = routes.filter(({ apiKeyRequired }) => apiKeyRequired);
  const { api_keys: keys } = own;
  if (first && !keys) {
    const data = { route: `${first.methods.join(', ')} ${first.path}`, others: others.length };
    return [diagnose(noKeys, { ...data, stage })];
  }
  const names = Object.keys(keys ?? {});
  if (first || names.length === 0) return [];
  return [diagnose(unusedKeys, { names }, { at: file?.placeOfKey(keyPath('api_keys')) })];
}
