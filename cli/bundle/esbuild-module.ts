// esbuild, loaded with `require`: `import` of a CommonJS package first looks for the names it exports, which takes four
// times as long as running it.
import { createRequire } from 'node:module';
import type * as Esbuild from 'esbuild';

const require = createRequire(import.meta.url);

export const esbuild: typeof Esbuild = require('esbuild') as typeof Esbuild; // because that is what the package is

/** Starts esbuild's process, so that it is there when the application has been compiled. */
export function startEsbuild(): void {
  void esbuild.transform('');
}
