import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BAD_VIEWS } from './bad-views.js';
import { type DecoratorMode, typeCheck } from './type-check.js';

const HEAD = `import { Framework, CORSConfig } from 'framework';
const app = new Framework({ appName: 'x' });
`;
const HERE = import.meta.dirname;
const GOOD = join(HERE, '../fixtures/types/good.ts');
const APPLICATIONS = readdirSync(join(HERE, '../conformance'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => /^[\w-]*app[\\/].*\.ts$/.test(file))
  .map((file) => join(HERE, '../conformance', file));
const BAD = Object.entries(BAD_VIEWS).map(([idea, text], index) => ({
  idea,
  file: join(HERE, `bad-${index}.ts`),
  text: `${HEAD}${text}\n`,
}));

describe.each<DecoratorMode>(['standard', 'legacy'])('with %s decorators', (mode) => {
  const messages = typeCheck(
    {
      ...Object.fromEntries([GOOD, ...APPLICATIONS].map((file) => [file, undefined])),
      ...Object.fromEntries(BAD.map(({ file, text }) => [file, text])),
    },
    mode,
  );

  it('good code has no errors', () => {
    expect(messages[GOOD]).toEqual([]);
  });

  it('the conformance applications have no errors', () => {
    expect(APPLICATIONS.flatMap((file) => messages[file])).toEqual([]);
    expect(APPLICATIONS.length).toBeGreaterThan(8);
  });

  it('each mistake has its message', async () => {
    const text = BAD.map(({ idea, file }) => {
      const lines = (messages[file] ?? []).join('\n').replaceAll(/^/gm, '  ');
      return `${idea}\n${lines}\n`;
    }).join('\n');
    await expect(text).toMatchFileSnapshot(`../fixtures/types/bad-views.${mode}.txt`);
  });
});
