// Each fixture gives the manifest and the diagnostics that are committed next to it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serializeManifest } from '../../compiler/manifest/build-manifest.js';
import {
  compileFixture,
  FIXTURES,
  fixtureNames,
  readFixture,
} from '../support/compiler-fixtures.js';
import { reportDiagnostics } from '../support/diagnostic-report.js';

describe.each(fixtureNames())('%s', (name) => {
  const { manifest, diagnostics } = compileFixture(name);
  const texts = readFixture(name);
  const expected = (file: string) => join(FIXTURES, name, file);

  test('has the manifest that is expected', async () => {
    expect(manifest !== undefined).toBe(!diagnostics.some(({ severity }) => severity === 'error'));
    if (!manifest) expect(existsSync(expected('manifest.json'))).toBe(false);
    else await expect(serializeManifest(manifest)).toMatchFileSnapshot(expected('manifest.json'));
  });

  test('has the diagnostics that are expected', async () => {
    const report = reportDiagnostics(diagnostics, (file) => texts[file]);
    if (report === '') expect(existsSync(expected('diagnostics.txt'))).toBe(false);
    else await expect(report).toMatchFileSnapshot(expected('diagnostics.txt'));
  });
});
