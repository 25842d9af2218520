// Finds the application and the stage of a command. The application's name comes from the configuration, else from the
// source, else from the record of the last deploy. So a stage can be deleted when its source has errors.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { loadApp } from '../../app/load-app.js';
import { appNameOf } from '../../config/cloud-names.js';
import { loadConfig } from '../../config/load-config.js';
import type { StageConfig } from '../../config/stage-config.js';
import { openProject } from '../../project/open-project.js';
import type { DeployedState } from '../stage/states.js';
import { readRecord } from './state-file.js';

export type StageIdentity =
  | {
      readonly kind: 'known';
      readonly app: string;
      /** The name of the API's stage; undefined when neither configuration nor record has it. */
      readonly apiStage: string | undefined;
      /** The record of the last deploy from this machine, to any cloud. */
      readonly record: DeployedState | undefined;
    }
  | { readonly kind: 'unknown'; readonly diagnostics: readonly Diagnostic[] };

/** `root`: the project directory. */
export async function identifyStage(root: string, stage: string): Promise<StageIdentity> {
  const record = await readRecord(root, stage);
  const known = (app: string, config: StageConfig | undefined): StageIdentity => {
    const apiStage = config?.settings.api_gateway_stage ?? record?.api?.stage;
    return { kind: 'known', app, apiStage, record };
  };
  const configured = readConfig(root, stage);
  if (configured?.appName !== undefined) return known(configured.appName, configured);
  const { config, compilation, diagnostics } = loadApp({ directory: root, stage });
  const manifest = compilation?.manifest;
  if (config && manifest) return known(appNameOf(config, manifest), config);
  if (record) return known(record.app, config);
  return { kind: 'unknown', diagnostics };
}

/** Undefined when the configuration has problems, which are reported with those of the source. */
function readConfig(root: string, stage: string): StageConfig | undefined {
  const opened = openProject(root);
  return 'project' in opened ? loadConfig(opened.project, stage).config : undefined;
}
