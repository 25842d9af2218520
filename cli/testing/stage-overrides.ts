// The configuration of a stage with what a test says otherwise.
import type { FunctionConfig, StageConfig } from '../config/stage-config.js';
import type { OpenRequest } from './messages.js';

/** Environment variables and the time-out of a test hold for every function of the application. */
export function withOverrides(
  config: StageConfig,
  { environment, timeout }: Pick<OpenRequest, 'environment' | 'timeout'>,
): StageConfig {
  const override = (one: FunctionConfig): FunctionConfig => ({
    ...one,
    environmentVariables: { ...one.environmentVariables, ...environment },
    timeout: timeout === undefined ? one.timeout : timeout / 1000,
  });
  return {
    ...config,
    apiHandler: override(config.apiHandler),
    functionConfig: (name) => override(config.functionConfig(name)),
  };
}
