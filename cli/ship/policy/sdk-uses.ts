// Finds the AWS calls in the application's code and the permissions for its event sources, for deploy and the policy
// commands.
import { type Compiler, createCompiler } from '../../../compiler/index.js';
import type { SdkUses } from '../../../compiler/policy/sdk-use.js';
import { readSdkUses } from '../../../compiler/sdk-uses.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { functionKeys } from '../../config/cloud-names.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { Project } from '../../project/open-project.js';
import { eventNeeds } from './event-needs.js';

export type AnalysedApp = {
  readonly project: Project;
  readonly config: StageConfig;
  readonly manifest: Manifest;
  /** The compiler that compiled the application, so that no file is read twice. */
  readonly compiler?: Compiler;
};

export function sdkUsesOf({ project, config, manifest, compiler }: AnalysedApp): SdkUses {
  const { root, files, settings } = project;
  // Functions may have different environment variables, so the calls are evaluated once for each function.
  const environments = functionKeys(manifest).map(
    (key) => config.functionConfig(key).settings.environment_variables,
  );
  const found = readSdkUses(compiler ?? createCompiler(), { root, files, settings, environments });
  const given = eventNeeds(manifest, config);
  return given.length > 0 ? { ...found, given } : found;
}
