// FW11: problems with individual values in .framework/config.json. `keys.ts` refers to the problems by name; this table
// contains their texts.
import {
  code,
  codeList,
  didYouMean,
  nearestName,
  type CatalogueEntry,
} from '../../compiler/diagnostics/diagnostic.js';
import {
  MEMORY,
  OWN_TAG,
  TAGS,
  TIMEOUT,
  VPC,
  COMPRESSION,
  EPHEMERAL_STORAGE,
  KEY_LIMIT,
  LAYERS,
} from './limits.js';

/** The problems that `keys.ts` refers to. */
type SettingProblem =
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

const SETTING_CATALOGUE: Readonly<Record<SettingProblem, ShapeEntry>> = {
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
      `${code(path)} must be 0 or a positive ${key === 'burst_limit' ? 'whole number' : 'number'}, not ${showValue(value)}.`,
    hint: () => 'Remove the key to use the limits of the account; 0 rejects every request.',
  },
  'key-name': {
    code: 'FW1160',
    severity: 'error',
    title: 'The name of an API key cannot be used in AWS resource names',
    message: ({ key }) =>
      `The name "${key}" in ${code('api_keys')} cannot be used in AWS resource names.`,
    hint: () =>
      'Use 1 to 128 letters, digits, `-` and `_`: the name becomes part of a longer name.',
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

type ShapeData = {
  /** A dotted path, for example `stages.dev.lambda_timeout`. */
  readonly path: string;
  readonly key: string;
  readonly value: unknown;
  readonly expected: string;
  /** The allowed values, if there are only a few. */
  readonly choices: readonly string[];
  /** The valid keys at the level of `key`. */
  readonly knownKeys: readonly string[];
};

type ShapeEntry = CatalogueEntry<ShapeData>;

const LONGEST = 40;

/** Returns the value as shortened JSON. For a list or a mapping, returns only its kind. */
function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Returns the kind of a value that must not be printed. */
function showKind(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? showValue(value) : `a ${typeof value}`;
}

const NAME_HINT = () =>
  'Use letters, digits, `-` and `_`: the name becomes part of AWS resource names.';

export type ShapeProblem =
  | 'unknown-key'
  | 'type'
  | 'version'
  | 'app-name'
  | 'stage-name'
  | 'function-name'
  | 'gateway-stage'
  | 'memory'
  | 'timeout'
  | 'concurrency'
  | 'environment-value'
  | 'environment-name'
  | 'environment-reserved'
  | 'role-arn'
  | 'tag-key'
  | 'tag-value'
  | 'tag-reserved'
  | 'vpc-id'
  | 'vpc-count'
  | 'policy-file'
  | 'runtime'
  | 'choice'
  | SettingProblem;

export const SHAPE_CATALOGUE: Readonly<Record<ShapeProblem, ShapeEntry>> = {
  ...SETTING_CATALOGUE,
  'unknown-key': {
    code: 'FW1103',
    severity: 'error',
    title: 'A key is unknown',
    message: ({ key, path }) => `${code(key)} is not a known key${parentText(path, key)}.`,
    hint: ({ key, knownKeys }) =>
      knownKeys.length === 0
        ? 'Every JavaScript object has a member with this name: choose another name.'
        : didYouMean(nearestName(key, knownKeys), knownKeys),
  },
  type: {
    code: 'FW1104',
    severity: 'error',
    title: 'A value has the wrong type',
    message: ({ path, expected, value }) =>
      `${code(path)} must be ${expected}, not ${showValue(value)}.`,
    hint: ({ path, value, expected }) => {
      if (path === 'version') return 'Write `"version": "2.0"`.';
      const plain = typeof value === 'string' ? value.trim() : '';
      const wanted = expected === 'a whole number' ? /^\d+$/ : /^(?:true|false)$/;
      const isQuoted = expected !== 'a string' && wanted.test(plain);
      return isQuoted ? `Write ${code(plain)} without quotes.` : undefined;
    },
  },
  version: {
    code: 'FW1105',
    severity: 'error',
    title: 'The format version of the configuration is not supported',
    message: ({ value }) =>
      `The format version of this file must be "2.0", not ${showValue(value)}.`,
    hint: () => 'Write `"version": "2.0"`.',
  },
  'app-name': {
    code: 'FW1106',
    severity: 'error',
    title: 'The application name contains characters that AWS does not accept',
    message: ({ value }) =>
      `The application name ${showValue(value)} cannot be used in AWS resource names.`,
    hint: NAME_HINT,
  },
  'stage-name': {
    code: 'FW1107',
    severity: 'error',
    title: 'A stage name contains characters that AWS does not accept',
    message: ({ key }) => `The stage name "${key}" cannot be used in AWS resource names.`,
    hint: NAME_HINT,
  },
  'function-name': {
    code: 'FW1108',
    severity: 'error',
    title: 'A function name contains characters that AWS does not accept',
    message: ({ key }) =>
      `The function name "${key}" in ${code('lambda_functions')} cannot be used in AWS resource names.`,
    hint: NAME_HINT,
  },
  'gateway-stage': {
    code: 'FW1109',
    severity: 'error',
    title: 'API Gateway does not accept the name of the gateway stage',
    message: ({ path, value }) =>
      `${code(path)} is ${showValue(value)}, which API Gateway does not accept as a stage name.`,
    hint: () => 'Use 1 to 128 letters, digits, `-` and `_`.',
  },
  memory: {
    code: 'FW1110',
    severity: 'error',
    title: 'The memory size is not a multiple of 64 or is out of range',
    message: ({ path, value }) =>
      `${code(path)} must be a multiple of ${MEMORY.step} from ${MEMORY.least} to ${MEMORY.most}, not ${showValue(value)}.`,
    hint: ({ value }) => `Write ${code(String(nearestMemory(Number(value))))}.`,
  },
  timeout: {
    code: 'FW1111',
    severity: 'error',
    title: 'The timeout is out of range',
    message: ({ path, value }) =>
      `${code(path)} must be from ${TIMEOUT.least} to ${TIMEOUT.most} seconds, not ${showValue(value)}.`,
    hint: ({ value }) =>
      Number(value) > TIMEOUT.most
        ? 'A response through API Gateway cannot take longer than 29 seconds; only lambda functions benefit from a longer timeout.'
        : undefined,
  },
  concurrency: {
    code: 'FW1112',
    severity: 'error',
    title: 'The reserved concurrency is negative',
    message: ({ path, value }) => `${code(path)} must be 0 or more, not ${showValue(value)}.`,
    hint: () => 'Remove the key to reserve nothing; 0 blocks every invocation.',
  },
  'environment-value': {
    code: 'FW1113',
    severity: 'error',
    title: 'The value of an environment variable is not a string',
    // Shows only the kind, because the value itself may be a secret.
    message: ({ key, value }) =>
      `The environment variable ${code(key)} must be a string, not ${showKind(value)}.`,
    hint: ({ value }) =>
      typeof value === 'number' || typeof value === 'boolean'
        ? 'Write the value in double quotes.'
        : undefined,
  },
  'environment-name': {
    code: 'FW1114',
    severity: 'error',
    title: 'Lambda does not accept the name of an environment variable',
    message: ({ key }) => `A Lambda function cannot have an environment variable named "${key}".`,
    hint: () => 'A name begins with a letter, followed by at least one letter, digit or `_`.',
  },
  'environment-reserved': {
    code: 'FW1115',
    severity: 'error',
    title: 'An environment variable is reserved by Lambda',
    message: ({ key }) =>
      `Lambda sets the environment variable ${code(key)} itself and rejects a function that sets it.`,
    hint: ({ key }) =>
      `Give the variable another name, for example ${code(`APP_${key.replace(/^_+/, '')}`)}.`,
  },
  'role-arn': {
    code: 'FW1118',
    severity: 'error',
    title: 'The role ARN is not valid',
    message: ({ path, value }) =>
      `${code(path)} must be the ARN of a role, not ${showValue(value)}.`,
    hint: () => 'It looks like `arn:aws:iam::123456789012:role/name`.',
  },
  'tag-key': {
    code: 'FW1119',
    severity: 'error',
    title: 'AWS does not accept a tag key',
    message: ({ key }) => `AWS does not accept the tag key ${showValue(key)}.`,
    hint: () => `Use 1 to ${TAGS.keyLength} letters, digits, spaces and \`_ . : / = + - @\`.`,
  },
  'tag-value': {
    code: 'FW1120',
    severity: 'error',
    title: 'AWS does not accept a tag value',
    message: ({ key, value }) =>
      `AWS does not accept the value ${showValue(value)} of the tag ${code(key)}.`,
    hint: () => `Use at most ${TAGS.valueLength} letters, digits, spaces and \`_ . : / = + - @\`.`,
  },
  'tag-reserved': {
    code: 'FW1121',
    severity: 'error',
    title: 'A tag key is reserved',
    message: ({ key }) =>
      key === OWN_TAG
        ? `The tag ${code(key)} is reserved for finding deployed resources, so it cannot be set.`
        : `The tag key ${code(key)} begins with ${code('aws:')}, which is reserved by AWS.`,
    hint: () => 'Give the tag another key.',
  },
  'vpc-id': {
    code: 'FW1123',
    severity: 'error',
    title: 'A subnet or security group ID is not valid',
    message: ({ path, value }) => `${code(path)} is ${showValue(value)}, which is not a valid ID.`,
    hint: ({ path }) =>
      path.includes('subnet_ids')
        ? 'It looks like `subnet-0a1b2c3d`.'
        : 'It looks like `sg-0a1b2c3d`.',
  },
  'vpc-count': {
    code: 'FW1124',
    severity: 'error',
    title: 'There are more subnets or security groups than Lambda accepts',
    message: ({ path, key }) =>
      `${code(path)} can have at most ${key === 'subnet_ids' ? VPC.subnets : VPC.securityGroups} entries.`,
  },
  'policy-file': {
    code: 'FW1125',
    severity: 'error',
    title: 'The path of the policy file is not relative',
    message: ({ path, value }) =>
      `${code(path)} must be the name of a file in ${code('.framework/')}, not ${showValue(value)}.`,
    hint: () => 'Write it relative to `.framework/`, for example `policy-dev.json`.',
  },
  runtime: {
    code: 'FW1130',
    severity: 'error',
    title: 'The runtime is not supported',
    message: ({ path, choices, value }) =>
      `${code(path)} must be ${codeList(choices, 'or')}, not ${showValue(value)}.`,
  },
  choice: {
    code: 'FW1134',
    severity: 'error',
    title: 'A value is not one of the allowed values',
    message: ({ path, choices, value }) =>
      `${code(path)} must be ${codeList(choices, 'or')}, not ${showValue(value)}.`,
  },
};

function parentText(path: string, key: string): string {
  const parent = path.slice(0, -key.length).replace(/\.$/, '');
  return parent === '' ? ' at the top level' : ` in ${code(parent)}`;
}

function nearestMemory(size: number): number {
  const steps = Math.ceil(size / MEMORY.step) * MEMORY.step;
  return Math.min(MEMORY.most, Math.max(MEMORY.least, steps));
}
