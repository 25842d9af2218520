// The keys of .framework/config.json (spec 2.6): what each is for and what holds without it. The JSON Schema for
// editors and docs/reference/config.md are made of this table and the schema.

import type { RawConfig, RawFunction, RawStage } from './raw-config.js';

export type KeyDescription = {
  /** One or two sentences. */
  readonly summary: string;
  /** What holds when the key is nowhere; undefined when there is nothing to say. */
  readonly default?: string | number | boolean;
};

/** What holds when a key is nowhere in the file. */
export const DEFAULTS = {
  version: '2.0',
  manage_iam_role: true,
  autogen_policy: true,
  lambda_timeout: 60,
  lambda_memory_size: 128,
  api_gateway_stage: 'api',
  runtime: 'nodejs24.x',
} as const;

type Described<Keys extends string> = Readonly<Record<Keys, KeyDescription>>;

/** Keys that describe the file itself. */
export const FILE_KEYS: Described<Exclude<keyof RawConfig, keyof RawStage>> = {
  $schema: { summary: 'Where an editor finds the JSON Schema of this file. Not read otherwise.' },
  version: { summary: 'Version of the format of this file.', default: DEFAULTS.version },
  app_name: {
    summary: 'Name of the application; cloud resources are named `<app_name>-<stage>`.',
  },
  stages: {
    summary:
      'Configuration by stage. A key that a stage does not have is looked up at the top level of the file.',
  },
};

/** Keys of a stage, of a function in it, and of the top level. */
export const FUNCTION_KEYS: Described<keyof RawFunction> = {
  manage_iam_role: {
    summary: 'When false, no role is created or updated, and `iam_role_arn` is required.',
    default: DEFAULTS.manage_iam_role,
  },
  iam_role_arn: { summary: 'The role of the function; used only when `manage_iam_role` is false.' },
  autogen_policy: {
    summary:
      'When false, the policy of the role is read from `iam_policy_file` instead of being generated.',
    default: DEFAULTS.autogen_policy,
  },
  iam_policy_file: {
    summary: 'Policy file, relative to `.framework/`; used only when `autogen_policy` is false.',
    default: 'policy-<stage>.json',
  },
  environment_variables: {
    summary:
      'Environment variables of the application; every value is a string. Entries of a function are merged over those ' +
      'of its stage, and these over those of the top level.',
  },
  lambda_timeout: {
    summary: 'Seconds after which an invocation is ended, from 1 to 900.',
    default: DEFAULTS.lambda_timeout,
  },
  lambda_memory_size: {
    summary: 'Memory in MB, a multiple of 64 from 128 to 10240. The share of CPU follows from it.',
    default: DEFAULTS.lambda_memory_size,
  },
  tags: {
    summary:
      'Tags of the deployed functions. Merged as `environment_variables` are. Every resource also has the tag ' +
      '`cloud-framework`.',
  },
  subnet_ids: { summary: 'Subnets of the function. Takes effect only with `security_group_ids`.' },
  security_group_ids: {
    summary: 'Security groups of the function. Takes effect only with `subnet_ids`.',
  },
  reserved_concurrency: {
    summary:
      'Concurrency reserved for each function; 0 blocks every invocation. Unset: no reservation.',
  },
};

/** Keys of a stage and of the top level, but not of a function. */
export const STAGE_KEYS: Described<Exclude<keyof RawStage, keyof RawFunction>> = {
  api_gateway_stage: {
    summary: 'Name of the API Gateway stage, which is the first segment of every URL of the API.',
    default: DEFAULTS.api_gateway_stage,
  },
  runtime: {
    summary: 'The Node.js of the deployed functions: `nodejs24.x` or `nodejs22.x`.',
    default: DEFAULTS.runtime,
  },
  lambda_functions: {
    summary:
      'Settings of single functions by name, over those of the stage. The function of the API has the name `api_handler`.',
  },
};
