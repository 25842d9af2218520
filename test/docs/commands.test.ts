// Every command in the documentation exists, and so do its options.
import { expect, test } from 'vitest';
import { commands } from '../../cli/commands/registry.js';
import { allPages } from './pages.js';

const GLOBAL = ['project-dir', 'debug', 'help', 'version'];
const SHELLS = ['sh', 'bash', 'yaml', 'console'];

test('every command of the documentation exists, with its options', () => {
  const lines = allPages().flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language }) => SHELLS.includes(language))
      .flatMap((block) =>
        block.text.split('\n').map((line, at) => ({ path, line, at: block.line + at })),
      ),
  );
  const typed = lines.flatMap(({ path, line, at }) =>
    [...line.matchAll(/(?:^|[ (])framework ([a-z][^|>&;)#]*)/g)].map(([, text = '']) => ({
      at: `${path}:${at}`,
      text: text.trim(),
    })),
  );
  expect(typed.length).toBeGreaterThan(30);
  expect(typed.filter(({ text }) => !canBeTyped(text))).toEqual([]);
});

function canBeTyped(text: string): boolean {
  const [name, ...words] = text.split(/\s+/);
  const command = commands.find(({ spec }) => spec.name === name);
  if (!command) return false;
  const known = [...Object.keys(command.spec.options), ...GLOBAL];
  return words
    .filter((word) => word.startsWith('--'))
    .every((word) => known.includes(word.slice(2).replace(/=.*/, '')));
}
