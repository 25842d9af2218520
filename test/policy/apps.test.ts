// Small applications, one for each way to call AWS or to write a name, and the exact policy of each.
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { generateFor, policyLines, readSmallApps, warningLines } from './small-apps.js';

const apps = readSmallApps();

test('there are at least 80 of them, and none is executed', () => {
  expect(apps.length).toBeGreaterThanOrEqual(80);
  for (const { files, policies } of sampleOf('trapped applications', apps, 5))
    generateFor(trapped(files), Object.keys(policies)[0]);
  expect('smallAppRan' in globalThis).toBe(false);
});

describe.each(apps)('$name: $title', ({ files, policies, warnings }) => {
  test.each(Object.entries(policies))('the policy of "%s"', (name, expected) => {
    const policy = generateFor(files, name);
    expect(policyLines(policy)).toBe(expected);
    if (name === '') expect(warningLines(policy)).toBe(warnings);
  });
});

test.each(sampleOf('bytes of policies', apps, 5))(
  '$name gives the same bytes again',
  ({ files }) => {
    const text = JSON.stringify(generateFor(files));
    const shuffled = Object.fromEntries(Object.entries(files).toReversed());
    expect(JSON.stringify(generateFor(shuffled))).toBe(text);
  },
);

/** Adds a message to each module that is printed when it runs. */
function trapped(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      /\.[cm]?[jt]s$/.test(path) ? `${text}\nglobalThis['smallAppRan'] = true;\n` : text,
    ]),
  );
}
