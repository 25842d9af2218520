// Finds the stage that a command works on: the application, and whether a deploy would create a stage that is neither
// configured nor deployed.
import { realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Diagnostic,
  nearestName,
  diagnose,
} from '../../../compiler/diagnostics/diagnostic.js';
import { loadApp } from '../../app/load-app.js';
import { appNameOf } from '../../config/cloud-names.js';
import { loadConfig } from '../../config/load-config.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { CommandInput } from '../../program/command.js';
import { openProject, type Project } from '../../project/open-project.js';
import type { DeployedState, Plan } from '../stage/states.js';
import { newStage } from './deploy-catalogue.js';
import { isVoid } from './plan-deploy.js';
import { readRecord, stateFile } from './state-file.js';

export type StageIdentity =
  | {
      readonly kind: 'known';
      readonly app: string;
      /** The name of the API's stage; undefined if neither the configuration nor the record contains it. */
      readonly apiStage: string | undefined;
      /** The record of the last deploy from this machine, to any cloud. */
      readonly record: DeployedState | undefined;
    }
  | { readonly kind: 'unknown'; readonly diagnostics: readonly Diagnostic[] };

/** Takes the name from the configuration, the source or the record: even a stage whose source has errors can be deleted. */
export async function identifyStage(
  { projectDirectory, records }: Pick<CommandInput, 'projectDirectory' | 'records'>,
  stage: string,
): Promise<StageIdentity> {
  const root = realpathSync(projectDirectory);
  const record = await readRecord(root, stage, records);
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

/**
 * A stage that is neither configured nor deployed: intended, or a mistake in `--stage`, which would create everything again.
 */
export type NewStage = {
  /** The known stage that the user may have meant. */
  readonly nearest: string | undefined;
  readonly diagnostic: Diagnostic;
};

/** Returns undefined for a known stage, and if the deploy would not create the stage. */
export async function findNewStage(
  project: Project,
  plan: Plan,
  records?: string,
): Promise<NewStage | undefined> {
  const { stage, region } = plan;
  if (!plan.isFirst || isVoid(plan)) return undefined;
  const configured = Object.keys(loadConfig(project, stage).raw.stages ?? {});
  const recorded = await recordedStages(project, records);
  const known = [...new Set([DEFAULT_STAGE, ...configured, ...recorded])];
  if (known.includes(stage)) return undefined;
  const others = known.filter((name) => !isNumbered(name, stage));
  const nearest = nearestName(stage, others);
  return { nearest, diagnostic: diagnose(newStage, { stage, region, nearest }) };
}

/** Returns undefined if the configuration has problems, which are reported together with the problems in the source. */
function readConfig(root: string, stage: string): StageConfig | undefined {
  const opened = openProject(root);
  return 'project' in opened ? loadConfig(opened.project, stage).config : undefined;
}

/** The default for `--stage`. */
const DEFAULT_STAGE = 'dev';

/** True if the names differ only in their numbers: `pr-12` is not a typing mistake for `pr-11`. */
function isNumbered(name: string, stage: string): boolean {
  return name.replaceAll(/\d+/g, '0') === stage.replaceAll(/\d+/g, '0');
}

async function recordedStages(
  { root }: Project,
  records: string | undefined,
): Promise<readonly string[]> {
  const folder = join(root, dirname(stateFile('any', records)));
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
}
