// The configuration of one stage after lookup and merging (spec 2.6): what the commands read, never the raw file.
import type { Runtime } from './raw-config.js';

/** How the role of a function is had: made by us, or given. */
export type RoleConfig =
  | {
      readonly kind: 'managed';
      readonly policy:
        | { readonly kind: 'generated' }
        | {
            readonly kind: 'file';
            readonly path: string;
            /** True when the function's own entry says so; `--no-autogen-policy` replaces only what the stage says. */
            readonly isOwn: boolean;
          };
    }
  | { readonly kind: 'given'; readonly arn: string };

/** Subnets and security groups; present only when both are configured. */
export type VpcConfig = {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
};

/** The settings of one function. */
export type FunctionConfig = {
  readonly role: RoleConfig;
  /** True when the function's own entry asks for a role or a policy, so that it does not share the one of the stage. */
  readonly hasOwnRole: boolean;
  readonly environmentVariables: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly timeout: number;
  /** MB. */
  readonly memorySize: number;
  readonly tags: Readonly<Record<string, string>>;
  readonly vpc: VpcConfig | undefined;
  /** Undefined: no reservation. */
  readonly reservedConcurrency: number | undefined;
};

export type StageConfig = {
  readonly stage: string;
  /** `app_name` of the file; undefined when the file does not say. */
  readonly appName: string | undefined;
  readonly apiGatewayStage: string;
  /** Of every function of the stage. */
  readonly runtime: Runtime;
  /** The API function (`lambda_functions.api_handler` over the stage over the top level). */
  readonly apiHandler: FunctionConfig;
  /** Settings of a lambda function by name: its own over the stage's over the top level's. */
  readonly functionConfig: (name: string) => FunctionConfig;
};
