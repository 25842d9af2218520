// FW114x: problems with individual settings of functions and the API.
import { code, type CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';
import { COMPRESSION, EPHEMERAL_STORAGE, KEY_LIMIT, LAYERS } from './limits.js';

/** The problems that `keys.ts` refers to. */
export type SettingProblem =
  | 'missing-key'
  | 'layer'
  | 'layer-count'
  | 'ephemeral-storage'
  | 'compression'
  | 'vpc-endpoint'
  | 'throttle'
  | 'key-name'
  | 'key-limit'
  | 'domain-name'
  | 'certificate-arn'
  | 'base-path';

export const SETTING_CATALOGUE: Readonly<Record<SettingProblem, ShapeEntry>> = {
  layer: {
    code: 'FW1140',
    severity: 'error',
    title: 'A layer ARN is not valid',
    message: ({ path, value }) =>
      `${code(path)} must be the ARN of a layer including its version, not ${showValue(value)}.`,
    hint: () => 'It looks like `arn:aws:lambda:eu-west-1:123456789012:layer:name:3`.',
  },
  'layer-count': {
    code: 'FW1141',
    severity: 'error',
    title: 'There are more layers than Lambda accepts',
    message: ({ path }) => `${code(path)} can have at most ${LAYERS} entries.`,
    hint: () => 'Use packages in the application instead: its bundle contains what it imports.',
  },
  'ephemeral-storage': {
    code: 'FW1142',
    severity: 'error',
    title: 'The size of /tmp is out of range',
    message: ({ path, value }) =>
      `${code(path)} must be from ${EPHEMERAL_STORAGE.least} to ${EPHEMERAL_STORAGE.most} MB, not ${showValue(value)}.`,
  },
  compression: {
    code: 'FW1143',
    severity: 'error',
    title: 'The minimum size of compressed responses is out of range',
    message: ({ path, value }) =>
      `${code(path)} must be from ${COMPRESSION.least} to ${COMPRESSION.most} bytes, not ${showValue(value)}.`,
    hint: () => 'Remove the key to disable compression.',
  },
  'vpc-endpoint': {
    code: 'FW1144',
    severity: 'error',
    title: 'A VPC endpoint ID is not valid',
    message: ({ path, value }) =>
      `${code(path)} must be the ID of a VPC endpoint or a list of such IDs, not ${Array.isArray(value) && value.length === 0 ? 'an empty list' : showValue(value)}.`,
    hint: () => 'It looks like `vpce-0a1b2c3d4e5f67890`.',
  },
  throttle: {
    code: 'FW1145',
    severity: 'error',
    title: 'A request limit is not a number that API Gateway accepts',
    message: ({ path, key, value }) =>
      `${code(path)} must be ${key === 'burst_limit' ? 'a whole number' : 'a number'} of 0 or more, not ${showValue(value)}.`,
    hint: () => 'Remove the key to use the limits of the account; 0 rejects every request.',
  },
  'key-name': {
    code: 'FW1160',
    severity: 'error',
    title: 'The name of an API key cannot be used in AWS resource names',
    message: ({ key }) =>
      `The name "${key}" in ${code('api_keys')} cannot be used in AWS resource names.`,
    hint: () => 'Use 1 to 128 letters, digits, `-` and `_`: it becomes part of a name.',
  },
  'key-limit': {
    code: 'FW1161',
    severity: 'error',
    title: 'A limit of an API key is not a number that API Gateway accepts',
    message: ({ path, key, value }) =>
      `${code(path)} must be ${key === 'rate' ? 'a number' : 'a whole number'} from ${KEY_LIMIT.least} to ${KEY_LIMIT.most}, not ${showValue(value)}.`,
    hint: () => 'Remove the key for no limit; 0 rejects every request.',
  },
  'domain-name': {
    code: 'FW1151',
    severity: 'error',
    title: 'API Gateway does not accept the domain name',
    message: ({ path, value }) => `${code(path)} must be a domain name, not ${showValue(value)}.`,
    hint: () => 'It looks like `api.example.com`, in lower case and without `https://`.',
  },
  'certificate-arn': {
    code: 'FW1152',
    severity: 'error',
    title: 'The certificate ARN is not valid',
    message: ({ path, value }) =>
      `${code(path)} must be the ARN of a certificate, not ${showValue(value)}.`,
    hint: () => 'It looks like `arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c3d-...`.',
  },
  'base-path': {
    code: 'FW1153',
    severity: 'error',
    title: 'The base path is not a single path segment',
    message: ({ path, value }) =>
      `${code(path)} must be a single path segment, not ${showValue(value)}.`,
    hint: ({ value }) =>
      typeof value === 'string' && /[^/]\/[^/]/.test(value)
        ? 'Only version 2 of the API Gateway API accepts several segments, and a deploy does not use it: keep the first segment here, and write the others in the paths of the routes or as `urlPrefix` of a blueprint.'
        : 'Use letters, digits, `.`, `_` and `-`; remove the key to use the root of the domain.',
  },
  'missing-key': {
    code: 'FW1146',
    severity: 'error',
    title: 'A key is missing',
    message: ({ path, key }) => {
      const parent = path.slice(0, -key.length).replace(/\.$/, '');
      return `${code(parent)} has no ${code(key)}.`;
    },
  },
};

/** The value that a check rejected. */
type ShapeData = {
  /** A dotted path, for example `stages.dev.lambda_timeout`. */
  readonly path: string;
  /** The last key of the path. */
  readonly key: string;
  readonly value: unknown;
  /** A description of the expected type. */
  readonly expected: string;
  /** The allowed values, if there are only a few. */
  readonly choices: readonly string[];
  /** The valid keys at the level of `key`. */
  readonly knownKeys: readonly string[];
};

export type ShapeEntry = CatalogueEntry<ShapeData>;

const LONGEST = 40;

/** Returns the value as shortened JSON. For a list or a mapping, returns only its kind. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Returns the kind of a value that must not be printed. */
export function showKind(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? showValue(value) : `a ${typeof value}`;
}
