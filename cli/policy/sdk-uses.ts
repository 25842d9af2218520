// What the code of an application asks of the cloud. The one place where deploy and policies learn it.
import { type Compiler, createCompiler } from '../../compiler/index.js';
import type { SdkUses } from '../../compiler/policy/sdk-use.js';
import { readSdkUses } from '../../compiler/sdk-uses.js';
import type { Manifest } from '../../runtime/contract/manifest.js';
import { functionKeys } from '../config/cloud-names.js';
import type { StageConfig } from '../config/stage-config.js';
import type { Project } from '../project/open-project.js';

export type AnalysedApp = {
  readonly project: Project;
  readonly config: StageConfig;
  readonly manifest: Manifest;
  /** Hand in the one that compiled the application, so that nothing is read twice. */
  readonly compiler?: Compiler;
};

export function sdkUsesOf({ project, config, manifest, compiler }: AnalysedApp): SdkUses {
  const { root, files, settings } = project;
  // What `process.env` holds is another text in every function that has variables of its own.
  const environments = functionKeys(manifest).map(
    (key) => config.functionConfig(key).settings.environment_variables,
  );
  return readSdkUses(compiler ?? createCompiler(), { root, files, settings, environments });
}
