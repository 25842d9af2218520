// Which functions reach a use.
import { expect, test } from 'vitest';
import { analyse } from './small-app.fixture.js';

function reach(text: string): string {
  const { uses } = analyse(text);
  return uses.map(({ name, reachedBy }) => `${name}: ${reachedBy?.join(', ') ?? 'all'}`).join('\n');
}

const HEAD = `import { Framework } from 'framework';
import { S3 } from '@aws-sdk/client-s3';
import { loadAll, resizeOne } from './store.js';
const s3 = new S3({});
const app = new Framework({ appName: 'a' });
`;

const STORE = `
-- store.ts --
import { S3 } from '@aws-sdk/client-s3';
const s3 = new S3({});
export async function loadAll() { return s3.listObjects({}); }
export async function resizeOne() { return shared(await s3.getObject({})); }
const shared = (x) => s3.putObject({ Body: x });
export const unused = () => s3.deleteObject({});
`;

test('a function reaches what it calls, and what runs when the modules are loaded', () => {
  expect(
    reach(`${HEAD}
s3.headBucket({});
export class Views {
  @app.route('/') all() { return loadAll(); }
  @app.lambdaFunction() async resize() { return resizeOne(); }
  @app.lambdaFunction({ name: 'own' }) other() { return [1].map(() => s3.copyObject({})); }
}
export const index = app.route('/x')(() => s3.listBuckets({}));
${STORE}`),
  ).toMatchInlineSnapshot(`
    "HeadBucket: all
    CopyObject: own
    ListBuckets: api_handler
    ListObjects: api_handler
    GetObject: resize
    PutObject: resize
    DeleteObject: all"
  `);
});

test('what is given away counts for all', () => {
  expect(
    reach(`${HEAD}
import { later } from 'later';
later(resizeOne);
export class Views {
  @app.route('/') all() { return loadAll(); }
  @app.lambdaFunction() async resize() { return later(() => s3.copyObject({})); }
}
${STORE}`),
  ).toMatchInlineSnapshot(`
    "CopyObject: resize
    ListObjects: api_handler
    GetObject: all
    PutObject: all
    DeleteObject: all"
  `);
});

test('what middleware calls counts for all, whatever lists it stands in', () => {
  const code = `${HEAD.replace('{ Framework }', '{ Framework, middleware }').replace(/.*store.*/, '')}
const audit = middleware(async (request, next) => { await s3.putObject({}); return next(); });
const user = middleware.provide(async (request, next) => next(await s3.getObject({})));
const timed = middleware.event(async (event, next) => { await s3.copyObject({}); return next(); });
export class Views {
  @app.route('/', { middleware: [audit, user] }) all() { return 1; }
  @app.lambdaFunction({ middleware: [timed] }) resize() { return 2; }
  @app.lambdaFunction() other() { return s3.listBuckets({}); }
}
`;
  expect(reach(code)).toMatchInlineSnapshot(`
    "PutObject: all
    GetObject: all
    CopyObject: all
    ListBuckets: other"
  `);
});

test('functions whose names are not known are not told apart', () => {
  expect(
    reach(`${HEAD}
export class Views {
  @app.route('/') all() { return loadAll(); }
  @app.lambdaFunction({ name: process.env.X }) async resize() { return resizeOne(); }
}
${STORE}`),
  ).toMatchInlineSnapshot(`
    "ListObjects: all
    GetObject: all
    PutObject: all
    DeleteObject: all"
  `);
});

test('views of one function are not told apart', () => {
  expect(reach(`${HEAD}export const index = app.route('/')(() => loadAll());${STORE}`))
    .toMatchInlineSnapshot(`
    "ListObjects: all
    GetObject: all
    PutObject: all
    DeleteObject: all"
  `);
});
