// Bundles a temporary project for tests and prints the result.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { type Compilation, compileApp } from '../../compiler/compile-app.js';
import { openProject, type Project } from '../../cli/project/open-project.js';
import { type Bundle, bundleApp } from '../../cli/bundle/bundle-app.js';
import type { BundleTarget } from '../../cli/bundle/bundle-target.js';

export type BundleChoices = {
  readonly target?: BundleTarget;
  readonly minify?: boolean;
};

/** Returns the folder to which {@link bundleProject} writes. */
export function packageFolder(root: string): string {
  return join(root, '.framework/build/package');
}

/** Compiles a project as the commands do; its diagnostics are ignored. */
export function compileProject(
  root: string,
): Pick<Project, 'settings'> & { compilation: Compilation } {
  const opened = openProject(root);
  if (!('project' in opened)) throw new Error(show(opened));
  const { settings, files } = opened.project;
  return { settings, compilation: compileApp({ root, files, settings }) };
}

export function bundleProject(root: string, choices: BundleChoices = {}): Promise<Bundle> {
  return bundleApp({
    root,
    ...compileProject(root),
    outDirectory: packageFolder(root),
    target: choices.target ?? { cpus: ['x64'] },
    minify: choices.minify ?? true,
  });
}

/** Returns the files in the package that was written; the names of executable files end with `*`. */
export function packageFiles(root: string): readonly string[] {
  const folder = packageFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => relative(folder, path) + ((statSync(path).mode & 0o100) !== 0 ? '*' : ''))
    .sort();
}

/** Prints diagnostics as lines: code, location, message, hint. */
export function show({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): string {
  return diagnostics
    .map(({ code, at, message, hint }) => {
      const place = at ? `${at.file}:${at.line}:${at.column} ` : '';
      return `${code} ${place}${message} -> ${hint ?? ''}`;
    })
    .join('\n');
}
