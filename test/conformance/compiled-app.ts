// Compiles the applications in this folder.
import { join } from 'node:path';
import { openProject, type Project } from '../../cli/project/open-project.js';
import { type Compilation, compileApp } from '../../compiler/index.js';
import type { Manifest } from '../../runtime/contract/manifest.js';
import type { AppName } from './case.js';

export type CompiledApp = {
  readonly project: Project;
  readonly compilation: Compilation;
  readonly manifest: Manifest;
};

/** Compiles one application. Any diagnostic fails the test. */
export function compiledApp(name: AppName): CompiledApp {
  const opened = openProject(join(import.meta.dirname, name));
  if (!('project' in opened)) throw new Error(`${name} is no project`);
  const { project } = opened;
  const compilation = compileApp(project);
  const { manifest, diagnostics } = compilation;
  if (manifest && diagnostics.length === 0) return { project, compilation, manifest };
  throw new Error(`${name} does not compile:\n${JSON.stringify(diagnostics, null, 2)}`);
}
