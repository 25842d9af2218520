// Which stack frames are shown.
import { expect, test } from 'vitest';
import { foldFrames } from './app-output.js';

const at = (indent: string, ...frames: readonly string[]): string =>
  ['TypeError: no', ...frames.map((frame) => `    at ${frame}`), ''].join(`\n${indent}`);

const OWN = 'word (/home/me/shop/app.ts:3:17)';

test.each([
  'ModuleJob.run (node:internal/modules/esm/module_job:329:25)',
  'Module.module0 (framework-dependencies:dependencies:1:26)',
  'framework-dependency-value:/shop/node_modules/a/i.js.kept (framework-dependency-value:/shop/node_modules/a/i.js.kept:1:35)',
  '__init (file:///home/me/shop/.framework/cache/dependencies/35b77/chunk-PDNRBC4W.mjs:6:52)',
  '__require (file:///home/me/shop/.framework/build/local-12/index.mjs:11:52)',
  'serve (framework:dist/runtime/serve.js:1:1)',
])('%s is not shown, however far the stack is indented', (frame) => {
  expect(foldFrames(at('', frame, OWN))).toBe(at('', OWN));
  expect(foldFrames(at('  ', frame, OWN))).toBe(at('  ', OWN));
});

test.each([
  'word (/home/me/cache/dependencies/app.ts:3:17)',
  'word (/home/me/framework-dependencies/app.ts:3:17)',
  'word (/home/me/my-framework-dependency/app.ts:3:17)',
  '/home/me/shop/node_modules/framework-dependency/index.js:1:1',
  'view (file:///home/me/shop/.framework/build/local-12/index.mjs:11:52)',
])('%s is shown', (frame) => {
  expect(foldFrames(at('', frame))).toBe(at('', frame));
});
