// Randomly generated views have the same responses with the runtime code in a bundle as with the whole runtime: they use the
// request and the log in any combination of ways to access, store and use a value.
import { test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { expectNothingMissing, sdk } from './asked-app.js';

/** Creates pseudo-random numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2654435761;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return (state >>> 8) % sides;
  };
}

const QUERY = {
  multiValueQueryStringParameters: { a: ['1', '2'] },
  headers: { 'x-a': '1', 'content-type': 'application/json' },
};

const APP = ['app', '(app)', 'app!', 'hold.app', 'hold.give()', 'shared.app'];
const MEMBERS = [
  'method',
  'headers',
  'queryParams',
  'uriParams',
  'context',
  'stageVars',
  'rawBody',
];

/** Ways to access a member of the application, to store it and to use it; `X` stands for the previous expression. */
const SAID = [
  'APP.X',
  'APP?.X',
  "APP['X']",
  'APP\n    .X',
  'APP /* of the app */ .X',
  '(APP.X)',
  'APP.X!',
];
const KEPT = [
  ['', 'SAID'],
  ['const it = SAID;', 'it'],
  ['const it = SAID\n', 'it'],
  ['let it = SAID;', 'it'],
  ['const it: object = SAID;', '(it as typeof shared.app.X)'],
  ['const it = SAID as typeof shared.app.X;', 'it'],
  ['const { X: it } = APP;', 'it'],
  ['const { X } = APP;', 'X'],
  ['const read = (it = SAID) => it;', 'read()'],
  ['const read = () => SAID;', 'read()'],
  ['const both = [SAID] as const;', 'both[0]'],
  ['const around = { it: SAID };', 'around.it'],
  ['class Around { readonly it = SAID; }', 'new Around().it'],
  ['const it = SAID;\n    const copy = it;', 'copy'],
  ['const it = ((given) => given)(SAID);', 'it'],
] as const;
const REQUEST_USED = [
  'return IT.MEMBER;',
  'return [IT.MEMBER, IT.MEMBER2];',
  'const { MEMBER } = IT; return MEMBER;',
  'const { MEMBER: c, MEMBER2: d } = IT; return { c, d };',
  'const { MEMBER, ...rest } = IT; return [MEMBER, rest];',
  'return run(IT);',
  'return IT;',
  'return JSON.stringify(IT);',
  'return IT.toDict();',
  'return { ...IT };',
  'if (run(IT)) return `${IT.MEMBER}`; return 1;',
  "return IT['MEMBER'];",
];
const LOG_USED = [
  'IT.error(1); return 1;',
  'run(IT); return 1;',
  'IT.critical(IT.level); return 1;',
  "IT['warn'](2); return 1;",
  "for (const name of ['error', 'info'] as const) IT[name](name); return 1;",
  "IT.level = 'DEBUG'; IT.debug(1); return 1;",
  "Object.assign(IT, { level: 'INFO' }).info(1); return 1;",
];
const ENDS = [
  '',
  '',
  '',
  "if (Date.now() > 0) throw new Error('broken');",
  "if (Date.now() > 0) throw new framework.NotFoundError('no');",
  "if (Date.now() > 0) return new ConflictError('no');",
  "if (Date.now() > 0) return new Response('text', 201, { a: 'b' });",
  'app.debug = true; if (Date.now() > 0) throw 1;',
];

/** Creates a view that accesses, stores and uses the request or the log in random ways. */
function chanceSource(seed: number): string {
  const roll = dice(seed);
  const pick = <T>(list: readonly T[]): T => {
    const found = list[roll(list.length)];
    if (found === undefined) throw new Error('an empty list');
    return found;
  };
  const isLog = roll(3) === 0;
  const [kept, it] = pick(KEPT);
  const end = pick(ENDS);
  const body = `${kept}\n    ${end}\n    ${pick(isLog ? LOG_USED : REQUEST_USED)}`
    .replaceAll('IT', it)
    .replaceAll('SAID', pick(SAID))
    .replaceAll('APP', pick(APP))
    .replaceAll('X', isLog ? 'log' : 'currentRequest')
    .replaceAll('MEMBER2', pick(MEMBERS))
    .replaceAll('MEMBER', pick(MEMBERS));
  const imports = ['ConflictError', 'Response'].filter((name) => body.includes(`new ${name}(`));
  return [
    `import { run } from 'sdk';`,
    ...imports.map((name) => `import { ${name} } from 'framework';`),
    ...(body.includes('framework.') ? [`import * as framework from 'framework';`] : []),
    `const shared = { app };`,
    `const hold = { app, give: () => app };`,
    `export const view = app.route('/{b}')((b: string) => {\n    ${body}\n});`,
  ].join('\n');
}

/** Reads every member of its argument, by names that it looks up. */
const READS_ALL = sdk(
  `const names = Object.getOwnPropertyNames(Object.getPrototypeOf(given)).filter((name) => /^[a-z]/.test(name) && name !== 'constructor'); return names.map((name) => typeof given[name] === 'function' ? given[name]('x') : given[name]);`,
);

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

test.each(sampleOf('applications by chance', SEEDS, 5))('chance %i', async (seed) => {
  const source = chanceSource(seed);
  const events = [
    { resource: '/{b}', path: '/1', pathParameters: { b: '1' } },
    { ...QUERY, resource: '/{b}', path: '/2', pathParameters: { b: '2' }, body: '{"a":1}' },
  ];
  await expectNothingMissing({ source, events, files: READS_ALL });
});
