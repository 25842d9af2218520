// Opens a project directory: its real path, its files, and the settings in its tsconfig.json. No project code is executed.
import { realpathSync } from 'node:fs';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import type { ProjectSettings } from '../../compiler/modules/source-files.js';
import { parseJson } from './placed-json.js';
import { posixPath } from './disk.js';
import { type ProjectFiles, openFiles } from './project-files.js';
import { brokenPackageJson } from './project-catalogue.js';
import { readSettings } from './project-settings.js';

export type Project = {
  /** Absolute real path (without symbolic links), with forward slashes. */
  readonly root: string;
  readonly files: ProjectFiles;
  readonly settings: ProjectSettings;
  /** Absolute path of the tsconfig.json that the settings come from. */
  readonly tsconfig?: string;
};

export type OpenedProject = (
  { readonly project: Project } | { readonly diagnostics: readonly Diagnostic[] }
) & {
  /** Absolute paths of the files that the settings were read from, and of files that would take precedence if they existed. */
  readonly settingsFiles: readonly string[];
};

/**
 * Opens the project in `directory`, which must exist. An invalid tsconfig.json or package.json results in diagnostics; the
 * compiler reports a directory without `app.ts`.
 */
export function openProject(directory: string, files: ProjectFiles = openFiles()): OpenedProject {
  const root = posixPath(realpathSync(directory));
  const read = readSettings(root);
  const diagnostics = [...read.diagnostics, ...checkPackageJson(root, files)];
  const { settings, tsconfig, files: settingsFiles } = read;
  if (diagnostics.length > 0) return { diagnostics, settingsFiles };
  return {
    settingsFiles,
    project: {
      root,
      files: withoutExcluded(files, read.isExcluded),
      settings,
      ...(tsconfig !== undefined && { tsconfig: posixPath(tsconfig) }),
    },
  };
}

/** Excluded files are filtered here and not in `openFiles`, because tsconfig.json may change after the files are opened. */
function withoutExcluded(
  files: ProjectFiles,
  isExcluded?: (path: string) => boolean,
): ProjectFiles {
  const { listFiles } = files;
  if (!isExcluded || !listFiles) return files;
  return { ...files, listFiles: (root) => listFiles(root).filter((path) => !isExcluded(path)) };
}

function checkPackageJson(root: string, files: ProjectFiles): Diagnostic[] {
  const text = files.readText(`${root}/package.json`);
  if (text === undefined) return [];
  return parseJson('package.json', text, { allowsComments: false }).problems.map(
    ({ message, at }) => diagnose(brokenPackageJson, { message }, { at }),
  );
}
