// The environment variables of a function in the cloud, as far as this machine can set them.
import type { FunctionConfig } from '../../config/stage-config.js';
import type { FunctionFacts } from '../gateway/index.js';

type Environment = Readonly<Record<string, string | undefined>>;

export type EnvironmentOptions = {
  readonly environment: Environment;
  readonly config: FunctionConfig;
  readonly facts: FunctionFacts;
  /** The folder of the bundle; undefined while it is not known. */
  readonly directory: string | undefined;
};

/**
 * The environment of this process, then the variables that Lambda sets, then those of the stage. The region is not
 * changed, because it may come from the profile.
 */
export function functionEnvironment({
  environment,
  config,
  facts,
  directory,
}: EnvironmentOptions): Environment {
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
    ...(directory !== undefined && { LAMBDA_TASK_ROOT: directory }),
    _HANDLER: 'index.handler',
    ...(region && { AWS_REGION: region, AWS_DEFAULT_REGION: region }),
    ...(profile && { AWS_PROFILE: profile }),
    ...config.settings.environment_variables,
  };
}
