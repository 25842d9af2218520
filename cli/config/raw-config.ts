// .framework/config.json as it is written (spec 2.6), once its shape is known to be right. Keys are those of the file.
import type { RUNTIMES } from './limits.js';

/** A runtime of Lambda that functions are deployed on. */
export type Runtime = (typeof RUNTIMES)[number];

/** Keys that a function, its stage and the top level may have. */
export type RawFunction = {
  readonly manage_iam_role?: boolean;
  readonly iam_role_arn?: string;
  readonly autogen_policy?: boolean;
  readonly iam_policy_file?: string;
  readonly environment_variables?: Readonly<Record<string, string>>;
  readonly lambda_timeout?: number;
  readonly lambda_memory_size?: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly subnet_ids?: readonly string[];
  readonly security_group_ids?: readonly string[];
  readonly reserved_concurrency?: number;
};

export type RawStage = RawFunction & {
  readonly api_gateway_stage?: string;
  readonly runtime?: Runtime;
  readonly lambda_functions?: Readonly<Record<string, RawFunction>>;
};

export type RawConfig = RawStage & {
  readonly $schema?: string;
  readonly version?: string;
  readonly app_name?: string;
  readonly stages?: Readonly<Record<string, RawStage>>;
};
