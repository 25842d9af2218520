// Loads .framework/config.json for one stage (spec 2.6): every problem of the file at once, or the configuration.
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { Project } from '../project/open-project.js';
import { CONFIG_FILE, type ConfigFile, parseConfigFile } from './config-file.js';
import { PATTERNS } from './limits.js';
import type { RawConfig } from './raw-config.js';
import { resolveStage } from './resolve-stage.js';
import { SHAPE_CATALOGUE } from './shape-catalogue.js';
import { checkShape } from './shape-problems.js';
import type { StageConfig } from './stage-config.js';
import { checkStage } from './stage-problems.js';

export type LoadedConfig = {
  /** Undefined when there are errors. */
  readonly config: StageConfig | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The file with its places, for checks that need more than the file; undefined when there is none. */
  readonly file: ConfigFile | undefined;
  /** Empty when there are errors of shape. */
  readonly raw: RawConfig;
};

/** Loads the configuration of a stage. A project without the file, or a stage without an entry, has the defaults. */
export function loadConfig(project: Pick<Project, 'root' | 'files'>, stage: string): LoadedConfig {
  const stageProblems = checkStageName(stage);
  const text = project.files.readText(`${project.root}/${CONFIG_FILE}`);
  if (text === undefined)
    return finish({ raw: {}, stage, file: undefined, diagnostics: stageProblems });
  const file = parseConfigFile(text);
  if (file.value === undefined) {
    const diagnostics = [...stageProblems, ...file.diagnostics];
    return { config: undefined, diagnostics, file, raw: {} };
  }
  const shape = checkShape(file);
  if (shape.kind === 'wrong') {
    const diagnostics = [...stageProblems, ...file.diagnostics, ...shape.diagnostics];
    return { config: undefined, diagnostics, file, raw: {} };
  }
  const raw = shape.config;
  const diagnostics = [...stageProblems, ...file.diagnostics, ...checkStage(raw, stage, file)];
  return finish({ raw, stage, file, diagnostics });
}

function finish(read: Omit<LoadedConfig, 'config'> & { readonly stage: string }): LoadedConfig {
  const { raw, stage, file, diagnostics } = read;
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  return { config: hasErrors ? undefined : resolveStage(raw, stage), diagnostics, file, raw };
}

/** A stage that the command line names may have no entry in the file that would have been checked. */
function checkStageName(stage: string): Diagnostic[] {
  if (PATTERNS.name.test(stage)) return [];
  const data = { path: stage, key: stage, value: stage, expected: '', knownKeys: [] };
  return [diagnose(SHAPE_CATALOGUE['stage-name'], data, { at: undefined })];
}
