// The keys of .framework/config.json (specification 2.6), one row each: the shape with its limits and the problem that is
// reported for invalid values, the default, and the meaning. The checks, the defaults, config.schema.json and
// docs/reference/config.md are generated from these rows. The group of a row is its scope. A key has the same name in
// `FunctionSettings` or `StageSettings`, and in a plan.
import * as v from 'valibot';
import {
  EPHEMERAL_STORAGE,
  LAYERS,
  MEMORY,
  PATTERNS,
  RESERVED_ENVIRONMENT,
  TIMEOUT,
  VPC,
} from './limits.js';
import {
  as,
  closed,
  entries,
  flag,
  ids,
  key,
  type Keys,
  matching,
  oneOf,
  range,
  TAG_ENTRIES,
  text,
  whole,
} from './shapes.js';
import { STAGE_SETTINGS, type StageSettings } from './stage-keys.js';

type Mapping = Readonly<Record<string, string>>;

type SingleSettings = {
  readonly manage_iam_role: boolean;
  readonly iam_role_arn?: string;
  readonly autogen_policy: boolean;
  readonly iam_policy_file: string;
  readonly lambda_timeout: number;
  readonly lambda_memory_size: number;
  readonly architecture: 'x86_64' | 'arm64';
  readonly subnet_ids?: readonly string[];
  readonly security_group_ids?: readonly string[];
  readonly reserved_concurrency?: number;
  readonly log_format: 'text' | 'json';
  readonly log_retention_in_days?: number;
  readonly layers: readonly string[];
  readonly ephemeral_storage: number;
};

/** Mappings that are merged across all levels: for each name, the most specific level takes precedence. */
export type MergedSettings = {
  readonly environment_variables: Mapping;
  readonly tags: Mapping;
};

/** The value of every key for a function after lookup. A key without a default may be absent. */
export type FunctionSettings = SingleSettings & MergedSettings;

/** The content of each level of the file after validation. */
export type RawFunction = Partial<FunctionSettings>;
type RawFunctions = { readonly lambda_functions?: Readonly<Record<string, RawFunction>> };
type RawStage = RawFunction & Partial<StageSettings> & RawFunctions;
type FileSettings = {
  readonly $schema?: string;
  readonly version: string;
  readonly app_name?: string;
  readonly stages?: Readonly<Record<string, RawStage>>;
};
export type RawConfig = RawStage & Partial<FileSettings>;

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const LOG_RETENTION: readonly number[] = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
];

/** Keys that are valid for a function, for a stage and at the top level: the most specific level takes precedence. */
export const FUNCTION_KEYS: Keys<SingleSettings> & Keys<Partial<MergedSettings>> = {
  manage_iam_role: key({
    shape: flag,
    default: true,
    meaning: 'When false, no role is created or updated, and `iam_role_arn` is required.',
    isForDeploy: true,
  }),
  iam_role_arn: key({
    shape: matching(PATTERNS.roleArn, 'role-arn'),
    default: undefined,
    meaning: 'The role of the function; used only when `manage_iam_role` is false.',
    isForDeploy: true,
  }),
  autogen_policy: key({
    shape: flag,
    default: true,
    meaning:
      'When false, the policy of the role is read from `iam_policy_file` instead of being generated.',
    isForDeploy: true,
  }),
  iam_policy_file: key({
    shape: matching(PATTERNS.policyFile, 'policy-file'),
    default: 'policy-<stage>.json',
    meaning: 'Policy file, relative to `.framework/`; used only when `autogen_policy` is false.',
    isForDeploy: true,
  }),
  environment_variables: key({
    shape: entries(
      v.pipe(
        text,
        v.regex(PATTERNS.environmentName, as('environment-name')),
        v.notValues(RESERVED_ENVIRONMENT, as('environment-reserved')),
      ),
      v.string(as('environment-value')),
    ),
    default: undefined,
    meaning:
      'Environment variables of the application; every value is a string. Entries of a function override those ' +
      'of its stage, which override those of the top level.',
  }),
  lambda_timeout: key({
    shape: range(TIMEOUT, 'timeout'),
    default: 60,
    meaning: 'Seconds after which an invocation times out, from 1 to 900.',
  }),
  lambda_memory_size: key({
    shape: v.pipe(range(MEMORY, 'memory'), v.multipleOf(MEMORY.step, as('memory'))),
    default: 128,
    meaning:
      'Memory in MB, a multiple of 64 from 128 to 10240. It also determines the share of CPU.',
  }),
  architecture: key({
    shape: oneOf(['x86_64', 'arm64'], 'choice'),
    default: 'x86_64',
    meaning:
      'Processor of the function: `x86_64`, or `arm64` (Graviton). Packages with native code must match it.',
  }),
  tags: key({
    shape: TAG_ENTRIES,
    default: undefined,
    meaning:
      'Tags for the deployed functions. Merged like `environment_variables`. Every resource also has the tag ' +
      '`cloud-framework`.',
  }),
  subnet_ids: key({
    shape: ids(PATTERNS.subnet, VPC.subnets),
    default: undefined,
    meaning: 'Subnets of the function. Has an effect only with `security_group_ids`.',
  }),
  security_group_ids: key({
    shape: ids(PATTERNS.securityGroup, VPC.securityGroups),
    default: undefined,
    meaning: 'Security groups of the function. Has an effect only with `subnet_ids`.',
  }),
  reserved_concurrency: key({
    shape: v.pipe(whole, v.minValue(0, as('concurrency'))),
    default: undefined,
    meaning:
      'Concurrency reserved for each function; 0 blocks every invocation. Unset: no reservation.',
  }),
  log_format: key({
    shape: oneOf(['text', 'json'], 'choice'),
    default: 'text',
    meaning:
      'Format of the log lines of `app.log` and of each request in a deployed function: `text`, or `json`, one ' +
      'object per line, with every field.',
  }),
  log_retention_in_days: key({
    shape: v.pipe(whole, v.values(LOG_RETENTION, as('choice'))),
    default: undefined,
    meaning:
      'Days after which CloudWatch Logs deletes the logs of a function. Unset: the log group is not changed, and a log group ' +
      'that Lambda creates keeps everything.',
  }),
  layers: key({
    shape: v.pipe(
      v.array(matching(PATTERNS.layer, 'layer'), as('type')),
      v.maxLength(LAYERS, as('layer-count')),
    ),
    default: [],
    meaning:
      'ARNs of layers, each with its version, such as an extension that collects metrics. Lambda unpacks them in this order ' +
      'below `/opt`. The packages of the application do not need one: they are in its bundle.',
  }),
  ephemeral_storage: key({
    shape: range(EPHEMERAL_STORAGE, 'ephemeral-storage'),
    default: 512,
    meaning: 'Size of `/tmp` in MB, from 512 to 10240.',
  }),
};

/** Keys that are valid for a stage and at the top level, but not for a function. */
export const STAGE_KEYS: Keys<StageSettings & RawFunctions> = {
  ...STAGE_SETTINGS,
  lambda_functions: key({
    shape: entries(matching(PATTERNS.name, 'function-name'), closed(FUNCTION_KEYS)),
    default: undefined,
    meaning:
      'Settings for individual functions, by name, which override those of the stage. The function of the API is named `api_handler`, ' +
      'the function of its streaming routes `stream_handler`.',
  }),
};

/** Keys that describe the file itself. */
export const FILE_KEYS: Keys<FileSettings> = {
  $schema: key({
    shape: text,
    default: undefined,
    meaning: 'The JSON Schema of this file, for editors. Otherwise ignored.',
  }),
  version: key({
    shape: v.pipe(text, v.value('2.0', as('version'))),
    default: '2.0',
    meaning: 'Format version of this file.',
  }),
  app_name: key({
    shape: matching(PATTERNS.name, 'app-name'),
    default: undefined,
    meaning: 'Name of the application; AWS resources are named `<app_name>-<stage>`.',
  }),
  stages: key({
    shape: entries(
      matching(PATTERNS.name, 'stage-name'),
      closed({ ...FUNCTION_KEYS, ...STAGE_KEYS }),
    ),
    default: undefined,
    meaning:
      'Configuration by stage. A key that a stage does not set is read from the top level of the file.',
  }),
};

export const configSchema: v.GenericSchema<RawConfig> = closed({
  ...FILE_KEYS,
  ...FUNCTION_KEYS,
  ...STAGE_KEYS,
});
