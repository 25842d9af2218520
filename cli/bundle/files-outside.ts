// Finds files that a module names with `new URL('./data.txt', import.meta.url)` and that are not in the package.
import { posix } from 'node:path';
import type { AppModule } from '../../compiler/compile-app.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import { spanOf } from '../project/source-place.js';
import { fileOutsidePackage } from './bundle-catalogue.js';
import { LIBRARY } from './library-files.js';

const BESIDE = /\bnew\s+URL\(\s*(['"`])(?<path>\.{1,2}\/[^'"`$]*)\1\s*,\s*import\.meta\.url\s*\)/dg;

/** A warning for each file that is named relative to a module and is outside of `frameworklib/`. */
export function findFilesOutside(modules: readonly AppModule[]): Diagnostic[] {
  return modules.flatMap(({ file, text }) =>
    [...text.matchAll(BESIDE)].flatMap((match) => {
      const [start, end] = match.indices?.groups?.['path'] ?? [0, 0];
      const path = posix.join(posix.dirname(file), match.groups?.['path'] ?? '');
      if (path === LIBRARY || path.startsWith(`${LIBRARY}/`) || path === './') return [];
      return [diagnose(fileOutsidePackage, { path }, { at: spanOf(file, text, { start, end }) })];
    }),
  );
}
