// The errors that `tsc` alone reports for views, in each release that users have, in both decorator modes and in call form.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BAD_EVENTS } from './bad-events.js';
import { BAD_VIEWS } from './bad-views.js';
import { isTurn, sampleOf } from '../support/sample.js';
import { COMPILERS, RELEASES } from '../support/type-program.js';
import { type DecoratorMode, typeCheck } from './type-check.js';

const HEAD = `import { Framework, CORSConfig, middleware, type Int, rate, type KinesisRecord, type List, type Num, type ScheduledEvent, type SqsBatch, type SqsMessage, type Text } from 'framework';
const app = new Framework({ appName: 'x' });
`;
const HERE = import.meta.dirname;
const GOOD = ['good.ts', 'good-inputs.ts', 'good-events.ts', 'good-streams.ts'].map((file) =>
  join(HERE, '../fixtures/types', file),
);
const APPLICATIONS = readdirSync(join(HERE, '../conformance'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => /^[\w-]*app[\\/].*\.ts$/.test(file))
  .map((file) => join(HERE, '../conformance', file));
const DECORATED = Object.entries({ ...BAD_VIEWS, ...BAD_EVENTS }).map(([idea, text], index) => ({
  idea,
  file: `bad-${index}.ts`,
  text,
}));
const CALLED = DECORATED.flatMap(({ idea, file, text }) => {
  const call = byCall(text);
  return call === undefined ? [] : [{ idea, file: `called-${file}`, text: call }];
});

const runs = (['standard', 'legacy'] as const).flatMap((mode: DecoratorMode) =>
  RELEASES.map((compiler) => ({ compiler, mode })),
);
const drawn = isTurn('releases', 1, 2) ? sampleOf('types of routes', runs, 5) : [];

it('every release that is installed is tested', () => {
  expect(RELEASES).toEqual(Object.keys(COMPILERS));
});

describe.each(drawn)('TypeScript $compiler with $mode decorators', ({ compiler, mode }) => {
  let messages: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    const texts = [...DECORATED, ...CALLED].map(({ file, text }) => [file, `${HEAD}${text}\n`]);
    messages = await typeCheck(
      {
        texts: Object.fromEntries(texts) as Record<string, string>,
        paths: [...GOOD, ...APPLICATIONS],
      },
      { compiler, mode },
    );
  });

  it('good code has no errors', () => {
    expect(GOOD.flatMap((file) => messages.get(file))).toEqual([]);
  });

  it('the conformance applications have no errors', () => {
    expect(APPLICATIONS.flatMap((file) => messages.get(file))).toEqual([]);
    expect(APPLICATIONS.length).toBeGreaterThan(8);
  });

  it('each mistake has one message', () => {
    const counts = [...DECORATED, ...CALLED].map(({ idea, file }) => [
      idea,
      messages.get(file)?.length,
    ]);
    // A decorator that cannot be used on a class: the compiler reports the value and its use.
    const twice = mode === 'legacy' ? [['on a class', 2]] : [];
    expect(counts.filter(([, count]) => count !== 1)).toEqual(twice);
  });

  it('each mistake has its message', async () => {
    await expect(listing(DECORATED)).toMatchFileSnapshot(`../fixtures/types/bad-views.${mode}.txt`);
  });

  it('each mistake has its message by call too', async () => {
    await expect(listing(CALLED)).toMatchFileSnapshot('../fixtures/types/bad-views.called.txt');
  });

  function listing(cases: typeof DECORATED): string {
    return cases
      .map(({ idea, file }) => {
        const lines = (messages.get(file) ?? []).map(sortUnions).join('\n').replaceAll(/^/gm, '  ');
        return `${idea}\n${lines}\n`;
      })
      .join('\n');
  }
});

/** TypeScript 7 sorts the members of a union; the others keep the order in which they first met them. */
function sortUnions(message: string): string {
  return message.replaceAll(/"[^"]+"(?: \| "[^"]+")+/g, (union) =>
    union.split(' | ').toSorted().join(' | '),
  );
}

/** Converts a decorated method to the call form; undefined if the text contains no such method. */
function byCall(text: string): string | undefined {
  const [, before, decorator, method] =
    /^(.*)class V \{ @(app\.\w+\(.*\)) (\w+\([^)]*\) \{ return 1; \}) \}$/.exec(text) ?? [];
  if (decorator === undefined) return undefined;
  return `${before}export const view = ${decorator}(function ${method});`;
}
