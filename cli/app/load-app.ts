// Loads an application for the commands: its project, the configuration for a stage, the compiled source, and all diagnostics.
// None of the application's code is executed.
import process from 'node:process';
import type { Compilation } from '../../compiler/compile-app.js';
import { environmentVariable } from '../../compiler/values/static-value-catalogue.js';
import { type Diagnostic, sortDiagnostics } from '../../compiler/diagnostics/diagnostic.js';
import { type Compiler, createCompiler } from '../../compiler/index.js';
import { checkEventSources, checkResourceNames } from '../config/event-sources.js';
import { readEnvironmentFiles, withVariables } from '../config/environment-files.js';
import { type ConfigOptions, loadConfig, stageEnvironment } from '../config/load-config.js';
import type { StageConfig } from '../config/stage-config.js';
import { checkKeys } from '../config/api-problems.js';
import type { Manifest } from '../../runtime/contract/manifest.js';
import { localValues } from '../../runtime/contract/resources.js';
import { checkConfigOfApp } from '../config/stage-problems.js';
import { type OpenedProject, type Project, openProject } from '../project/open-project.js';
import type { ProjectFiles } from '../project/project-files.js';

export type LoadedApp = {
  /** The project; undefined if it cannot be opened, in which case `diagnostics` contains the errors. */
  readonly project: Project | undefined;
  /** The configuration of the stage; undefined if the configuration file has errors. */
  readonly config: StageConfig | undefined;
  /** The configuration for a deploy, without the variables from this machine. */
  readonly deployed: StageConfig | undefined;
  readonly compilation: Compilation | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of the settings files that affect how every module is read. */
  readonly settingsFiles: readonly string[];
};

export type LoadOptions = ConfigOptions & {
  /** The project directory, which must exist. */
  readonly directory: string;
  readonly stage: string;
  /** The compiler from an earlier load; only files that have changed since then are read again. */
  readonly compiler?: Compiler;
  /** Defaults to the file system. */
  readonly files?: ProjectFiles;
  readonly machine?: MachineVariables;
};

/** The variables of this machine, for an application that runs on it. Only such an application reads `.env` files. */
export type MachineVariables = {
  /** The shell's variables, if they take precedence over those from the configuration and the `.env` files. */
  readonly shell?: Readonly<Record<string, string | undefined>>;
  /** Variables that take precedence over the local values for declared resources; defaults to `process.env`. */
  readonly process?: Readonly<Record<string, string | undefined>>;
};

/** Returns the variables for the declared resources on this machine. */
function localVariables(
  { resources = [] }: Manifest,
  { process: own = process.env }: MachineVariables,
): Readonly<Record<string, string>> {
  const values = resources.flatMap((resource) => Object.entries(localValues(resource)));
  return overridden(Object.fromEntries(values), own);
}

/** Replaces the values of variables that `stronger` also has. */
function overridden(
  variables: Readonly<Record<string, string>>,
  stronger: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, stronger[name] ?? value]),
  );
}

export function loadApp(options: LoadOptions): LoadedApp {
  return loadOpened(openProject(options.directory, options.files), options);
}

/** Like `loadApp`, but reads modules ahead in other threads. */
export async function loadAppAhead(options: LoadOptions): Promise<LoadedApp> {
  const { directory, files, compiler = createCompiler() } = options;
  const opened = openProject(directory, files);
  if ('project' in opened) await compiler.readAhead(opened.project);
  return loadOpened(opened, { ...options, compiler });
}

function loadOpened(opened: OpenedProject, options: LoadOptions): LoadedApp {
  const { stage, compiler = createCompiler(), machine } = options;
  if (!('project' in opened)) {
    return {
      ...{ project: undefined, config: undefined, deployed: undefined, compilation: undefined },
      ...opened,
    };
  }
  const { project, settingsFiles } = opened;
  const loaded = loadConfig(project, stage, options);
  const compilation = compiler.compile({
    root: project.root,
    files: project.files,
    settings: project.settings,
    environment: stageEnvironment(loaded, stage),
  });
  const { manifest } = compilation;
  const added = machine && readEnvironmentFiles(project, stage);
  const local = machine && manifest ? localVariables(manifest, machine) : {};
  const config =
    loaded.config &&
    withVariables(loaded.config, (variables) =>
      overridden({ ...local, ...variables, ...added?.variables }, machine?.shell ?? {}),
    );
  const isReadable = !loaded.file || loaded.file.value !== undefined;
  const diagnostics = sortDiagnostics([
    ...loaded.diagnostics,
    ...(added?.diagnostics ?? []),
    // If the configuration is not valid JSON, the stage's variables are unknown, so missing ones are not reported.
    ...compilation.diagnostics.filter(
      ({ code }) => isReadable || code !== environmentVariable.code,
    ),
    ...(manifest && config
      ? [
          ...checkConfigOfApp(loaded, manifest, stage),
          // An application that runs on this machine always has an API key, so keys are not checked.
          ...(machine ? [] : checkKeys(loaded, manifest, stage)),
          ...checkEventSources({ project, manifest, config, loaded }),
          ...checkResourceNames({ project, manifest, config }),
        ]
      : []),
  ]);
  return {
    project,
    config,
    deployed: loaded.config,
    compilation,
    diagnostics,
    settingsFiles,
  };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
