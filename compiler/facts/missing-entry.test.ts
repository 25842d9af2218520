import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../test/support/memory-files.js';
import { compileApp } from '../compile-app.js';

test.each([
  ['src/app.ts', './src/app.js'],
  ['src/app.mts', './src/app.mjs'],
])('an application in %s is offered the two lines of app.ts', (file, specifier) => {
  const files = memoryFiles({ [file]: '' });
  const [found] = compileApp({ root: MEMORY_ROOT, files }).diagnostics;
  expect([found?.code, found?.hint]).toEqual([
    'FW1001',
    `There is \`${file}\`: write \`app.ts\` with the two lines \`import '${specifier}';\` and \`export { app } from '${specifier}';\`.`,
  ]);
});
