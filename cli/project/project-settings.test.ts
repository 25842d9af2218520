// The setting for `null` in tsconfig.json.
import { expect, test } from 'vitest';
import { temporaryProject } from '../../test/support/temporary-project.js';
import { readSettings } from './open-project.js';

test.each([
  [{ strict: true }, undefined],
  [{}, undefined],
  [{ strict: false }, true],
  [{ strict: true, strictNullChecks: false }, true],
  [{ strict: false, strictNullChecks: true }, undefined],
])('%j', (compilerOptions, ignoresNull) => {
  const root = temporaryProject({ 'tsconfig.json': JSON.stringify({ compilerOptions }) });
  expect(readSettings(root).settings.ignoresNull).toBe(ignoresNull);
});
