// Loads .framework/config.json for one stage (specification 2.6). Returns either the configuration or all the problems in the
// file.
import {
  type Diagnostic,
  sortDiagnostics,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import { mappingOf } from '../../compiler/json-values.js';
import type { Project } from '../project/open-project.js';
import { unreadableConfig } from './config-catalogue.js';
import {
  checkShape,
  CONFIG_FILE,
  type ConfigFile,
  type LoadedConfig,
  parseConfigFile,
} from './config-file.js';
import type { RawConfig } from './keys.js';
import { PATTERNS } from './limits.js';
import { SHAPE_CATALOGUE } from './shape-catalogue.js';
import { entryOf, resolveStage } from './stage-config.js';
import { checkStage } from './stage-problems.js';

export type ConfigOptions = {
  /** False with `--no-autogen-policy`: the policy file of the stage is not read and may be missing. */
  readonly autogenPolicy?: boolean | undefined;
  /** True for a deploy, and for its plan, policies or export: keys that are read only by a deploy are checked too. */
  readonly isForDeploy?: boolean | undefined;
};

/** Applies the defaults if the project has no configuration file, or the file has no entry for the stage. */
export function loadConfig(
  project: Pick<Project, 'root' | 'files'>,
  stage: string,
  { autogenPolicy = true, isForDeploy = false }: ConfigOptions = {},
): LoadedConfig {
  const { file, raw, diagnostics } = readConfig(project);
  const isFile = (path: string): boolean => project.files.isFile(`${project.root}/${path}`);
  const all = sortDiagnostics([
    ...checkStageName(stage),
    ...diagnostics,
    ...(file && raw ? checkStage({ raw, stage, file, isFile, autogenPolicy, isForDeploy }) : []),
  ]);
  const hasErrors = all.some(({ severity }) => severity === 'error');
  const config = hasErrors || !raw ? undefined : resolveStage(raw, stage);
  return { config, diagnostics: all, file, raw: raw ?? {} };
}

type ReadConfig = {
  readonly file: ConfigFile | undefined;
  /** The configuration as written; undefined if the file cannot be used. */
  readonly raw: RawConfig | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

function readConfig({ root, files }: Pick<Project, 'root' | 'files'>): ReadConfig {
  const text = files.readText(`${root}/${CONFIG_FILE}`);
  if (text === undefined) {
    const why = files.whyUnreadable?.(`${root}/${CONFIG_FILE}`);
    if (why === undefined) return { file: undefined, raw: {}, diagnostics: [] };
    return { file: undefined, raw: undefined, diagnostics: [diagnose(unreadableConfig, { why })] };
  }
  const file = parseConfigFile(text);
  if (file.value === undefined) return { file, raw: undefined, diagnostics: file.diagnostics };
  const shape = checkShape(file);
  if (shape.kind === 'right') return { file, raw: shape.config, diagnostics: file.diagnostics };
  return { file, raw: undefined, diagnostics: [...file.diagnostics, ...shape.diagnostics] };
}

/** Checks the name here, because a stage that is named on the command line may have no entry in the file. */
function checkStageName(stage: string): Diagnostic[] {
  if (PATTERNS.name.test(stage)) return [];
  const data = { path: stage, key: stage, value: stage, expected: '', choices: [], knownKeys: [] };
  return [diagnose(SHAPE_CATALOGUE['stage-name'], data)];
}

/**
 * Returns the variables of the API function, even if the file has problems: without them, every `process.env.NAME` in the
 * source would be a further problem. Entries that are not strings are omitted.
 */
export function stageEnvironment(
  { config, file }: LoadedConfig,
  stage: string,
): Readonly<Record<string, string>> {
  if (config) return config.apiHandler.settings.environment_variables;
  const value = mappingOf(file?.value);
  const own = mappingOf(entryOf(mappingOf(value['stages']), stage));
  return {
    ...stringsOf(value['environment_variables']),
    ...stringsOf(own['environment_variables']),
  };
}

function stringsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(mappingOf(value));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
