// Finds out whether a deploy would create a stage that is neither configured nor deployed. It may be a typing mistake in
// `--stage`, which would create everything a second time, or a wanted stage for a pull request.
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { nearestName } from '../../../compiler/diagnostics/nearest-name.js';
import { loadConfig } from '../../config/load-config.js';
import type { Project } from '../../project/open-project.js';
import type { Plan } from '../stage/states.js';
import { newStage } from './deploy-catalogue.js';
import { isVoid } from './plan-deploy.js';
import { stateFile } from './state-file.js';

export type NewStage = {
  /** The known stage that the user may have meant. */
  readonly nearest: string | undefined;
  /** A warning. */
  readonly diagnostic: Diagnostic;
};

/** The default of `--stage`. */
const DEFAULT_STAGE = 'dev';

/** Undefined for a known stage, and for one that the deploy does not create. */
export async function findNewStage(project: Project, plan: Plan): Promise<NewStage | undefined> {
  const { stage, region } = plan;
  if (!plan.isFirst || isVoid(plan)) return undefined;
  const configured = Object.keys(loadConfig(project, stage).raw.stages ?? {});
  const known = [...new Set([DEFAULT_STAGE, ...configured, ...(await recordedStages(project))])];
  if (known.includes(stage)) return undefined;
  const nearest = nearestName(
    stage,
    known.filter((name) => !isNumbered(name, stage)),
  );
  return { nearest, diagnostic: diagnose(newStage, { stage, region, nearest }) };
}

/** `pr-12` is not a typing mistake for `pr-11`. */
function isNumbered(name: string, stage: string): boolean {
  return name.replaceAll(/\d+/g, '0') === stage.replaceAll(/\d+/g, '0');
}

/** Stages that this machine has deployed to any cloud. */
async function recordedStages({ root }: Project): Promise<readonly string[]> {
  const folder = join(root, dirname(stateFile('any')));
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
}
