// A request that is sent after a save is served by the saved code, whatever the watcher has noticed by then.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull, isTurn, sampleOf } from '../support/sample.js';
import { send } from './support/client.js';
import { serve, type ServedProject } from './support/served-project.js';
import { createProject, type Project } from '../support/temporary-project.js';

const APP = `
import { Framework } from 'framework';
import { word } from '@shared/word';
import { linked } from 'linked';
import { part } from './part';
import text from './text.txt';
import values from './values.json' with { type: 'json' };
export const app = new Framework({ appName: 'stale' });
export const index = app.route('/')(() => 'first');
export const shared = app.route('/shared')(() => word);
export const link = app.route('/linked')(() => linked);
export const parts = app.route('/part')(() => part);
export const texts = app.route('/text')(() => text);
export const json = app.route('/json')(() => values.value);
export const later = app.route('/later')(async () => (await import('./later.js')).later);
export const colour = app.route('/colour')(() => process.env.COLOUR);
export const slow = app.route('/slow')(async () => {
  console.log('slow has begun'), await new Promise((resolve) => setTimeout(resolve, 300));
  return 'first';
});
`;
const appWith = (word: string): string => APP.replaceAll("'first'", `'${word}'`);
const configWith = (colour: string): string =>
  JSON.stringify({ version: '2.0', app_name: 'stale', environment_variables: { COLOUR: colour } });
const exported = (name: string, word: string): string =>
  `export const ${name}: string = '${word}';\n`;
const tsconfigWith = (folder: string): string =>
  JSON.stringify({ compilerOptions: { paths: { '@shared/*': [`../${folder}/*`] } } });

let repository: Project;
let served: ServedProject;
let root: string;
const write = (file: string, text: string): void => {
  repository.write(file, text);
};
beforeAll(async () => {
  repository = createProject({
    'app/app.ts': APP,
    'app/part/index.ts': exported('part', 'first'),
    'app/later.ts': exported('later', 'first'),
    'app/text.txt': 'first',
    'app/values.json': '{ "value": "first" }',
    'app/package.json': '{ "type": "module" }',
    'app/tsconfig.json': tsconfigWith('shared'),
    'app/.framework/config.json': configWith('first'),
    'shared/word.ts': exported('word', 'first'),
    'other/word.ts': exported('word', 'other'),
    'packages/linked/package.json': '{ "name": "linked", "type": "module", "main": "index.js" }',
    'packages/linked/index.js': "export const linked = 'first';\n",
  });
  root = join(repository.directory, 'app');
  mkdirSync(join(root, 'node_modules'));
  symlinkSync('../../packages/linked', join(root, 'node_modules/linked'));
  served = await serve(root);
});
afterAll(async () => {
  await served.stop();
  repository.remove();
});

async function get(path: string): Promise<string> {
  const { status, text } = await send(served.port, { path });
  return `${status} ${text}`;
}

const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const SAVES = isFull ? 50 : 6;

test('no request that follows a save at once is answered by the code before it', async () => {
  const stale: string[] = [];
  for (let count = 1; count <= SAVES; count++) {
    write('app/app.ts', appWith(`save ${count}`));
    const answer = await get('/');
    if (answer !== `200 "save ${count}"`) stale.push(`${count}: ${answer}`);
    // Saves at various times after the previous build.
    if (count % 3 === 0) await rest((count * 7) % 180);
  }
  expect(stale).toEqual([]);
});

test('two saves of the same length within one tick of the clock are two', async () => {
  for (let count = 0; count < SAVES / 5; count++) {
    write('app/app.ts', appWith('tick'));
    await rest(30 + count);
    write('app/app.ts', appWith('tock'));
    expect(await get('/')).toBe('200 "tock"');
  }
});

type History = readonly [path: string, before: string, after: string, change: () => void];
const history = (...given: History): History => given;
const at = (file: string): string => join(repository.directory, file);
const histories: Readonly<Record<string, History>> = {
  'a rename over the file': history('/', 'before', 'renamed', () => {
    writeFileSync(at('app/.draft'), appWith('renamed'));
    renameSync(at('app/.draft'), at('app/app.ts'));
  }),
  'a file of the same length and with the times of the one before': history(
    '/',
    'renamed',
    'rewrote',
    () => {
      const { atime, mtime } = statSync(at('app/app.ts'));
      write('app/app.ts', readFileSync(at('app/app.ts'), 'utf8').replaceAll('renamed', 'rewrote'));
      utimesSync(at('app/app.ts'), atime, mtime);
    },
  ),
  'a module above the project': history('/shared', 'first', 'second', () =>
    write('shared/word.ts', exported('word', 'second')),
  ),
  'a file of a linked package': history('/linked', 'first', 'second', () =>
    write('packages/linked/index.js', "export const linked = 'second';\n"),
  ),
  'a text': history('/text', 'first', 'second', () => write('app/text.txt', 'second')),
  'a JSON file': history('/json', 'first', 'second', () =>
    write('app/values.json', '{ "value": "second" }'),
  ),
  'a module that only `import()` reaches': history('/later', 'first', 'second', () =>
    write('app/later.ts', exported('later', 'second')),
  ),
  'a new file that stands in front of a folder': history('/part', 'first', 'in front', () =>
    write('app/part.ts', exported('part', 'in front')),
  ),
  'the same file deleted again': history('/part', 'in front', 'first', () =>
    unlinkSync(at('app/part.ts')),
  ),
  'a file that is deleted and comes back with other text': history('/part', 'first', 'back', () => {
    unlinkSync(at('app/part/index.ts'));
    write('app/part/index.ts', exported('part', 'back'));
  }),
  'the configuration of the stage': history('/colour', 'first', 'second', () =>
    write('app/.framework/config.json', configWith('second')),
  ),
  'tsconfig.json': history('/shared', 'second', 'other', () =>
    write('app/tsconfig.json', tsconfigWith('other')),
  ),
  'what tsconfig.json extends': history('/shared', 'other', 'second', () => {
    write('app/base.json', tsconfigWith('shared'));
    write('app/tsconfig.json', '{ "extends": "./base.json" }');
  }),
  'a change of it': history('/shared', 'second', 'other', () =>
    write('app/base.json', tsconfigWith('other')),
  ),
  'package.json': history('/part', 'back', 'mapped', () => {
    write('app/app.ts', appWith('before').replace("'./part'", "'#part'"));
    write('app/package.json', '{ "type": "module", "imports": { "#part": "./later.ts" } }');
    write('app/later.ts', 'export const part = "mapped", later = part;');
  }),
};

/** The application as the groups of tests below expect it, of which each day takes one. */
async function settle(): Promise<void> {
  write('app/package.json', '{ "type": "module" }');
  write('app/tsconfig.json', tsconfigWith('other'));
  write('app/app.ts', appWith('quiet'));
  write('app/later.ts', exported('later', 'first'));
  await get('/');
  await rest(200);
}

describe.runIf(isTurn('saves', 0, 3))('the request right after a change is served by it:', () => {
  afterAll(settle);
  beforeAll(async () => {
    write('app/app.ts', appWith('before'));
    await get('/');
    await rest(200);
  });
  test.each(Object.entries(histories))('%s', async (_, [path, before, after, change]) => {
    expect(await get(path)).toBe(`200 "${before}"`);
    change();
    expect(await get(path)).toBe(`200 "${after}"`);
  });
});

describe.runIf(isTurn('saves', 1, 3))('a save', () => {
  beforeAll(settle);

  test('in the middle of a request leaves it its build, and the next one the new build', async () => {
    const slow = get('/slow');
    await served.printed(/slow has begun/);
    write('app/app.ts', appWith('middle'));
    expect(await get('/')).toBe('200 "middle"');
    expect(await slow).toBe('200 "quiet"');
  });

  test('during a build is served by the request that follows it', async () => {
    for (const pause of sampleOf('pauses in a build', [20, 40, 60, 80, 100], 4)) {
      write('app/app.ts', appWith('overtaken'));
      const early = get('/');
      await rest(pause);
      write('app/app.ts', appWith(`pause ${pause}`));
      expect(await get('/')).toBe(`200 "pause ${pause}"`);
      expect(await early).toMatch(/^200 "(?:overtaken|pause \d+)"$/);
    }
  });

  test('that breaks the source, and the one that repairs it, answer at once', async () => {
    write('app/app.ts', "import './nowhere.js';\n" + appWith('whole'));
    expect(await get('/')).toMatch(/^500 .*nowhere/);
    write('app/nowhere.ts', 'export {};');
    expect(await get('/')).toBe('200 "whole"');
    rmSync(at('app/nowhere.ts'));
    expect(await get('/')).toMatch(/^500 .*nowhere/);
    write('app/app.ts', appWith('whole'));
    expect(await get('/')).toBe('200 "whole"');
  });

  test('that a module reached by `import()` alone is broken and repaired by answers at once', async () => {
    write('app/later.ts', 'export const later = ;');
    expect(await get('/later')).toMatch(/^500 /);
    write('app/later.ts', exported('later', 'repaired'));
    expect(await get('/later')).toBe('200 "repaired"');
  });
});

describe.runIf(isTurn('saves', 2, 3))('without a request', () => {
  beforeAll(settle);

  const reloads = async (change: () => void): Promise<void> => {
    await rest(300);
    const from = served.output().length;
    change();
    await served.printed(/Reloaded in/, from);
  };

  test('a module above the project is watched', async () => {
    await reloads(() => write('other/word.ts', exported('word', 'watched')));
    expect(await get('/shared')).toBe('200 "watched"');
  });

  test('a rename over a module above the project is watched', async () => {
    await reloads(() => {
      writeFileSync(at('other/draft'), exported('word', 'renamed'));
      renameSync(at('other/draft'), at('other/word.ts'));
    });
    expect(await get('/shared')).toBe('200 "renamed"');
  });

  test('a new file above the project that stands in front of a folder is watched', async () => {
    mkdirSync(dirname(at('other/word/index.ts')), { recursive: true });
    renameSync(at('other/word.ts'), at('other/word/index.ts'));
    expect(await get('/shared')).toBe('200 "renamed"');
    await reloads(() => write('other/word.ts', exported('word', 'in front')));
    expect(await get('/shared')).toBe('200 "in front"');
  });

  test('a file of a linked package is watched', async () => {
    await reloads(() => write('packages/linked/index.js', "export const linked = 'watched';\n"));
    expect(await get('/linked')).toBe('200 "watched"');
  });

  /** Truncates the file, and fills it after the gap. Returns where the output begins. */
  const edit = async (cut: string, gap: number): Promise<number> => {
    for (;;) {
      await rest(300);
      const from = served.output().length;
      const began = performance.now();
      write('app/app.ts', cut);
      await rest(gap);
      write('app/app.ts', appWith('filled'));
      const took = performance.now() - began;
      await served.printed(/Reloaded in/, from);
      // On a busy machine, this process may be delayed for longer than any editor: that edit does not count.
      if (took < gap + 30) return from;
    }
  };

  test.each(sampleOf('gaps of an editor', [40, 80, 120], 3))(
    'an editor that cuts a file and fills it %d ms later prints no problem',
    async (gap) => {
      for (const cut of ['', "import { Framework } from 'framework';\nexport const"]) {
        const from = await edit(cut, gap);
        expect(served.output().slice(from)).not.toContain('error');
        expect(await get('/')).toBe('200 "filled"');
        write('app/app.ts', appWith('first'));
        expect(await get('/')).toBe('200 "first"');
      }
    },
  );

  test('one save reloads once', async () => {
    await reloads(() => write('app/app.ts', appWith('once')));
    expect(await get('/')).toBe('200 "once"');
    const from = served.output().length;
    await rest(400);
    expect(served.output().slice(from)).not.toContain('Reloaded');
  });
});

test('a save of code that nests too deeply is told, and the save after it is served', async () => {
  write(
    'app/part/index.ts',
    `export const part: ${'Array<'.repeat(3000)}0${'>'.repeat(3000)} = [];`,
  );
  expect(await get('/part')).toContain('FW1003');
  write('app/part/index.ts', exported('part', 'healed'));
  expect(await get('/part')).toBe('200 "healed"');
});

test('a build that cannot be written is told, and the save after it is served', async () => {
  const folder = join(root, '.framework/build');
  const [out = ''] = readdirSync(folder).filter((name) => name.includes(String(served.pid)));
  const inTheWay = join(folder, out, `index.mjs.next-${served.pid}`);
  mkdirSync(inTheWay);
  const from = served.output().length;
  write('app/app.ts', appWith('unwritten'));
  expect(await get('/')).toContain('FW1063');
  await served.printed(/error FW1063: .*\n {2}hint: .*\n1 error\n/, from);
  rmSync(inTheWay, { recursive: true });
  write('app/app.ts', appWith('written'));
  expect(await get('/')).toBe('200 "written"');
});
