// Loads every configuration file in the documentation as the commands do; every other JSON block is valid JSON.
import { expect, test } from 'vitest';
import { loadConfig } from '../../cli/config/load-config.js';
import { openFiles } from '../../cli/project/project-files.js';
import { allPages, readPage } from './pages.js';

const blocks = allPages().flatMap((page) =>
  page.blocks
    .filter(({ language }) => language === 'json')
    .map(({ text, line }) => ({ at: `${page.path}:${line}`, text })),
);
const configurations = blocks.filter(({ text }) => text.includes('"version": "2.0"'));

test.each(configurations)('$at is a configuration without a problem', ({ text }) => {
  const files = { ...openFiles(), readText: () => text, isFile: () => true };
  expect(loadConfig({ root: '/project', files }, 'dev', { isForDeploy: true }).diagnostics).toEqual(
    [],
  );
});

test.each(blocks)('$at is JSON', ({ text }) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

test('every key of the reference has a type', () => {
  const types = readPage('docs/reference/config.md').text.matchAll(/^\| `\w+` +\| ([^|]+?) +\|/gm);
  const found = [...types].map(([, type = '']) => type);
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((type) => type.includes('undefined'))).toEqual([]);
});
