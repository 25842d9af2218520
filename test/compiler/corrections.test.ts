// The fix that a diagnostic offers removes it.
import { describe, expect, test } from 'vitest';
import { compileApp } from '../../compiler/index.js';
import type { Diagnostic, Fix } from '../../compiler/diagnostics/diagnostic.js';
import { fixtureNames, readFixture } from '../support/compiler-fixtures.js';
import { memoryFiles, MEMORY_ROOT } from '../support/memory-files.js';
import { sampleOf } from '../support/sample.js';

type Texts = Readonly<Record<string, string>>;

const corrections = fixtureNames().flatMap((name) => {
  const texts = readFixture(name);
  return compileTexts(texts).flatMap((diagnostic) =>
    diagnostic.fix ? [{ name, texts, diagnostic, fix: diagnostic.fix }] : [],
  );
});

test('the fixtures have corrections of many kinds', () => {
  const codes = new Set(corrections.map(({ diagnostic }) => diagnostic.code));
  expect([...codes].toSorted()).toMatchInlineSnapshot(`
    [
      "FW2003",
      "FW2007",
      "FW2014",
      "FW2103",
      "FW2104",
      "FW2105",
      "FW2201",
      "FW2204",
      "FW2205",
      "FW2206",
      "FW2307",
      "FW2311",
      "FW2401",
      "FW2503",
      "FW2508",
      "FW2510",
      "FW2604",
      "FW2608",
      "FW2616",
      "FW2704",
      "FW2903",
      "FW2918",
      "FW2921",
      "FW2926",
      "FW2929",
      "FW3307",
      "FW3311",
      "FW3404",
    ]
  `);
});

describe('the correction removes the problem', () => {
  const DRAWN = sampleOf('corrections', corrections, 4);

  test.each(DRAWN)('$name: $diagnostic.code $fix.title', ({ texts, diagnostic, fix }) => {
    const before = compileTexts(texts).filter(({ code }) => code === diagnostic.code);
    const after = compileTexts(applyFix(texts, fix));
    const remaining = after.filter(({ code }) => code === diagnostic.code);
    expect(remaining.length).toBeLessThan(before.length);
    expect(syntaxErrorsOf(after)).toEqual(syntaxErrorsOf(compileTexts(texts)));
  });
});

function syntaxErrorsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => code === 'FW1003');
}

function compileTexts(texts: Texts): readonly Diagnostic[] {
  return compileApp({ root: MEMORY_ROOT, files: memoryFiles(texts) }).diagnostics;
}

function applyFix(texts: Texts, fix: Fix): Texts {
  const changed: Record<string, string> = { ...texts };
  for (const { file, start, end, text } of fix.edits) {
    const old = changed[file] ?? '';
    changed[file] = old.slice(0, start) + text + old.slice(end);
  }
  return changed;
}
