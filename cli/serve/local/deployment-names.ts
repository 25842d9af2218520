// The names and environment variables that a deployment would provide to an application, as far as this machine knows them.
import { appNameOf, baseName, functionNameOf } from '../../config/cloud-names.js';
import { API_HANDLER, type FunctionConfig, STREAM_HANDLER } from '../../config/stage-config.js';
import type { FunctionFacts, GatewayIdentity } from '../gateway/index.js';
import type { BuiltApp } from './builder.js';

export type DeploymentNames = {
  readonly identity: GatewayIdentity;
  /** The name of the API function, which is also the prefix of the other names: `<app>-<stage>`. */
  readonly functionPrefix: string;
  readonly apiFunction: FunctionFacts;
  readonly streamFunction: FunctionFacts;
  /** The functions, by their name in the application. */
  readonly functions: Readonly<Record<string, FunctionFacts>>;
};

export type DeploymentNamesOptions = {
  readonly environment: Environment;
  readonly address: Pick<GatewayIdentity, 'apiId' | 'scheme' | 'port'>;
  /** The timeout of every function in milliseconds; defaults to the timeout of the stage. */
  readonly timeout: number | undefined;
  readonly account?: string | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

type NamedApp = Pick<BuiltApp, 'config'> & {
  readonly manifest: {
    readonly app: { readonly name: string };
    readonly functions: readonly { readonly name: string }[];
  };
};

/** The account id in the AWS documentation. */
const ACCOUNT_ID = '123456789012';

export function deploymentNamesOf(app: NamedApp, options: DeploymentNamesOptions): DeploymentNames {
  const { manifest, config } = app;
  const { environment, address, timeout, account = ACCOUNT_ID } = options;
  const functionPrefix = functionPrefixOf(app);
  const region = environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const factsOf = (key: string, { settings }: FunctionConfig): FunctionFacts => ({
    functionName: functionNameOf(functionPrefix, key),
    region,
    accountId: account,
    memorySize: settings.lambda_memory_size,
    timeout: timeout ?? settings.lambda_timeout * 1000,
  });
  return {
    identity: { stage: config.settings.api_gateway_stage, accountId: account, region, ...address },
    functionPrefix,
    apiFunction: factsOf(API_HANDLER, config.apiHandler),
    streamFunction: factsOf(STREAM_HANDLER, config.functionConfig(STREAM_HANDLER)),
    functions: Object.fromEntries(
      manifest.functions.map(({ name }) => [name, factsOf(name, config.functionConfig(name))]),
    ),
  };
}

export function functionPrefixOf({ manifest, config }: NamedApp): string {
  return baseName(appNameOf(config, manifest), config.stage);
}

/**
 * Merges the environment of this process, the variables that Lambda sets, and the variables of the stage, in this order. The
 * region is not changed, because it may come from the profile. `LAMBDA_TASK_ROOT` is set when the bundle is loaded (worker.ts).
 */
export function functionEnvironment({
  environment,
  config,
  facts,
}: {
  readonly environment: Environment;
  readonly config: FunctionConfig;
  readonly facts: FunctionFacts;
}): Environment {
  const profile = environment['CLOUD_PROFILE'];
  const region = environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'];
  return {
    ...environment,
    AWS_LAMBDA_FUNCTION_NAME: facts.functionName,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(facts.memorySize),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${facts.functionName}`,
    AWS_LAMBDA_LOG_STREAM_NAME: '[$LATEST]local',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    _HANDLER: 'index.handler',
    ...(region && { AWS_REGION: region, AWS_DEFAULT_REGION: region }),
    ...(profile && { AWS_PROFILE: profile }),
    ...config.settings.environment_variables,
  };
}
