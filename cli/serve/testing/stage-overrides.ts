// Replaces parts of a stage's configuration by what a test says.
import type { FunctionConfig, StageConfig } from '../../config/stage-config.js';

/** Environment variables of a test hold for every function of the application. */
export function withEnvironment(
  config: StageConfig,
  environment: Readonly<Record<string, string>>,
): StageConfig {
  const override = (one: FunctionConfig): FunctionConfig => ({
    ...one,
    settings: {
      ...one.settings,
      environment_variables: { ...one.settings.environment_variables, ...environment },
    },
  });
  return {
    ...config,
    apiHandler: override(config.apiHandler),
    functionConfig: (name) => override(config.functionConfig(name)),
  };
}
