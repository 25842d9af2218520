// Which modules are read, in numbers: a library in source form that nothing of the SDK reaches adds no cost.
import { expect, test } from 'vitest';
import { changesPrototype, mayComputeImport } from './unread-modules.js';
import type { AnalysisWork } from '../find-sdk-uses.js';
import { analyse, show } from '../programs/small-app.fixture.js';

const FEW = 4;
const SOME = 24;
const MANY = 100;

/**
 * Creates modules of about 12,000 characters, each of which imports the next; the last one imports the first. Most of the text
 * is a comment, which costs the parser nothing.
 */
function library(count: number, first = ''): string {
  const steps = Array.from(
    { length: 10 },
    (_, at) =>
      `function step${String(at)}(x: any) { const all = [x, { at: x.at }]; return all.map((one) => one.at ?? x)[0]; }`,
  ).join('\n');
  const filler = `${steps}\n/* ${'A comment. '.repeat(1000)}*/`;
  return Array.from({ length: count }, (_, at) => {
    const next = String((at + 1) % count);
    const own = at === 0 ? first : '';
    return `-- lib/m${String(at)}.ts --\nimport { run${next} } from './m${next}.js';\n${own}\n${filler}\nexport function run${String(at)}(x: any): any { return step0(x) ?? run${next}(x); }\n`;
  }).join('');
}

const HEAD = `import { S3 } from '@aws-sdk/client-s3';\nimport * as lib from './lib/m0.js';\nconst s3 = new S3({});\n`;
const CALL = `export const view = () => s3.getObject({ Bucket: 'photos', Key: lib.run0('k') });\n`;

type Read = { readonly modules: number; readonly work: number; readonly said: string };

function read(text: string): Read {
  let done: AnalysisWork = { work: 0, isSpent: false, modules: 0 };
  const said = show(text, [{}], { measure: (work) => (done = work) });
  return { modules: done.modules, work: done.work, said };
}

test('a library that is not handed anything of the SDK is not read', () => {
  const { modules, work, said } = read(HEAD + CALL + library(SOME));
  expect(said).toBe('s3 method GetObject({ Bucket: "photos", Key: ? })');
  expect(modules).toBe(1);
  expect(work).toBeLessThan(200);
});

test('the work does not grow with the library', () => {
  const [small, large] = [SOME, MANY].map((count) => read(HEAD + CALL + library(count)));
  expect(large?.work).toBe(small?.work);
});

test('a small library is read', () => {
  const { modules } = read(HEAD + CALL + library(FEW));
  expect(modules).toBe(1 + FEW);
});

test('a library that is handed a client is read', () => {
  const own = `export const load = (client: any) => client.headObject({ Bucket: 'own', Key: 'k' });`;
  const { modules, said } = read(`${HEAD}${CALL}lib.load(s3);\n${library(SOME, own)}`);
  expect(modules).toBe(1 + SOME);
  expect(said).toContain('s3 method HeadObject({ Bucket: "own", Key: "k" })');
});

test('a library that names a bucket is read, unless there is too much of it', () => {
  const text = (count: number): string =>
    `${HEAD}export const view = () => s3.getObject({ Bucket: lib.bucket, Key: 'k' });\n${library(count, `export const bucket = 'photos';`)}`;
  expect(read(text(SOME))).toMatchObject({
    modules: 1 + SOME,
    said: 's3 method GetObject({ Bucket: "photos", Key: "k" })',
  });
  expect(read(text(MANY))).toMatchObject({
    modules: 1,
    said: 's3 method GetObject({ Bucket: ?, Key: "k" })',
  });
});

test('a call by the name of an operation is looked at, and counted where there is too much to read', () => {
  const own = `export const other = (x: any) => x.headObject({ Bucket: 'b', Key: 'k' }) || x.headObject('text');`;
  expect(read(HEAD + CALL + library(SOME, own)).modules).toBe(1 + SOME);
  const { modules, said } = read(HEAD + CALL + library(MANY, own));
  expect(modules).toBe(1);
  expect(said).toBe(
    's3 method GetObject({ Bucket: "photos", Key: ? })\ns3 method HeadObject()\nguessed x.headObject of @aws-sdk/client-s3',
  );
});

test('a computed import of a large library is said', () => {
  const own = `export const load = (name: string) => import(name);`;
  const { modules, said } = read(HEAD + CALL + library(MANY, own));
  expect(modules).toBe(1);
  expect(said).toContain('computed import(name)');
});

test('of a library that holds a client, those are read that may get it by importing', () => {
  const own = `-- lib/client.ts --\nimport { S3 } from '@aws-sdk/client-s3';\nimport './m0.js';\nexport const inner = new S3({});\n-- lib/uses.ts --\nimport { inner } from './client.js';\nexport const run = () => inner.headObject({ Bucket: 'own', Key: 'k' });\n`;
  const { modules, said } = read(`${HEAD}${CALL}import './lib/uses.js';\n${own}${library(SOME)}`);
  expect(modules).toBe(3);
  expect(said).toContain('HeadObject({ Bucket: "own", Key: "k" })');
});

test('a module that only imports the type of something that holds a client is read', () => {
  const own = `import type { Clients } from '../clients.js';\nexport const load = (x: Clients) => x.photos.headObject({ Bucket: 'own', Key: 'k' });`;
  const clients = `-- clients.ts --\nimport type { S3 } from '@aws-sdk/client-s3';\nexport type Clients = { photos: S3 };\n`;
  const { modules, said } = read(HEAD + CALL + clients + library(SOME, own));
  expect(modules).toBe(1 + SOME);
  expect(said).toContain('HeadObject({ Bucket: "own", Key: "k" })');
});

test('a client in the arguments of a type of a library is one', () => {
  const own = 'export type Box<T> = { readonly value: T };';
  const text = `import { S3 } from '@aws-sdk/client-s3';\nimport { run0, type Box } from './lib/m0.js';\nexport const view = (box: Box<S3>) => box.value.getObject({ Bucket: 'photos', Key: run0('k') });\n`;
  const { modules, said } = read(text + library(MANY, own));
  expect(modules).toBe(1);
  expect(said).toContain('s3 method GetObject({ Bucket: "photos", Key: ? })');
});

test('what only the entry of a second function reaches is told apart without a library', () => {
  const text = `import { Framework } from 'framework';\n${HEAD}const app = new Framework({ appName: 'a' });\nexport const get = app.route('/')(() => s3.getObject({ Bucket: 'photos', Key: lib.run0('k') }));\nexport const own = app.lambdaFunction()(() => s3.headObject({ Bucket: 'own', Key: 'k' }));\n`;
  let modules = 0;
  const { uses } = analyse(text + library(SOME), [{}], { measure: (done) => ({ modules } = done) });
  expect(modules).toBe(1);
  expect(uses.map(({ name, reachedBy }) => [name, reachedBy])).toEqual([
    ['GetObject', ['api_handler']],
    ['HeadObject', ['own']],
  ]);
});

test.each([
  [true, 'Object.prototype.x = 1'],
  [true, 'Array.prototype["x"] ??= 1'],
  [true, 'const shared = Object.prototype; shared.x = 1;'],
  [
    false,
    'const own = Object.prototype.hasOwnProperty; const proto = Object.prototype; proto.x === 1;',
  ],
  [false, 'Own.prototype.x = 1;'],
  [false, '  // Object.prototype.x = 1\n/*\n * Object.prototype.x = 1\n */'],
  [true, '/*\n * own */ Object.prototype.x = 1'],
])('%s: %s changes what every value has', (isChange, text) => {
  expect(changesPrototype(text)).toBe(isChange);
});

test.each([
  [true, 'import(name)'],
  [true, 'require(`./${name}.js`)'],
  [true, 'require("./a" + name)'],
  [false, `import('./a.js'); require("./b.js"); import(\`./c.js\`); import(/* later */ './d.js')`],
])('%s: %s computes what it imports', (isComputed, text) => {
  expect(mayComputeImport(text)).toBe(isComputed);
});
