// Bundles a temporary project for tests and shows what came of it.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Compilation } from '../../compiler/compile-app.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { DEFAULT_SETTINGS, type ProjectSettings } from '../../compiler/modules/source-files.js';
import { type Bundle, bundleApp } from '../../cli/bundle/bundle-app.js';
import type { BundleTarget } from '../../cli/bundle/bundle-target.js';
import { plainCompilation } from './temporary-project.js';

export type BundleChoices = {
  readonly compilation?: Compilation;
  readonly settings?: ProjectSettings;
  readonly target?: BundleTarget;
  readonly minify?: boolean;
};

/** Where {@link bundleProject} writes. */
export function packageFolder(root: string): string {
  return join(root, '.framework/build/package');
}

export function bundleProject(root: string, choices: BundleChoices = {}): Promise<Bundle> {
  return bundleApp({
    root,
    compilation: choices.compilation ?? plainCompilation(root),
    settings: choices.settings ?? DEFAULT_SETTINGS,
    outDirectory: packageFolder(root),
    target: choices.target ?? { architecture: 'x64' },
    minify: choices.minify ?? true,
  });
}

/** The files of the written package, `*` behind an executable one. */
export function packageFiles(root: string): readonly string[] {
  const folder = packageFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => relative(folder, path) + ((statSync(path).mode & 0o100) !== 0 ? '*' : ''))
    .sort();
}

/** Diagnostics as lines: code, place, message, hint. */
export function show({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): string {
  return diagnostics
    .map(({ code, at, message, hint }) => {
      const place = at ? `${at.file}:${at.line}:${at.column} ` : '';
      return `${code} ${place}${message} -> ${hint ?? ''}`;
    })
    .join('\n');
}
