// Which functions reach a use.
import { expect, test } from 'vitest';
import { analyse } from '../programs/small-app.fixture.js';

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

const LAYERED = HEAD.replace('{ Framework }', '{ Blueprint, Framework, middleware }').replace(
  /.*store.*/,
  '',
);

test('what middleware calls counts for the functions whose lists hold it', () => {
  expect(
    reach(`${LAYERED}
const audit = middleware(async (request, next) => { await s3.putObject({}); return next(); });
const user = middleware.provide(async (request, next) => next(await s3.getObject({})));
const timed = middleware.event(async (event, next) => { await s3.copyObject({}); return next(); });
export class Views {
  @app.route('/', { middleware: [audit, user] }) all() { return 1; }
  @app.lambdaFunction({ middleware: [timed] }) resize() { return 2; }
  @app.lambdaFunction() other() { return s3.listBuckets({}); }
}
`),
  ).toMatchInlineSnapshot(`
    "PutObject: api_handler
    GetObject: api_handler
    CopyObject: resize
    ListBuckets: other"
  `);
});

test('a view calls the client that a provider passes to next', () => {
  expect(
    reach(`${LAYERED}
const make = () => middleware.provide(async (request, next) => next({ store: new S3({}) }));
const plain = middleware.provide((request, next) => next(new S3({})));
const held = make();
const copy = () => held.value.store.copyObject({});
export class Views {
  @app.route('/a', { middleware: [plain] }) a() { return plain.value.getObject({}); }
  @app.route('/b', { middleware: [held] }) b() { const { store } = held.value; return [store.putObject({}), copy()]; }
  @app.lambdaFunction() other() { return s3.listBuckets({}); }
}
`),
  ).toMatchInlineSnapshot(`
    "CopyObject: api_handler
    GetObject: api_handler
    PutObject: api_handler
    ListBuckets: other"
  `);
});

const SWEEP = `
import { sweep, timed } from './layers.js';
const jobs = new Blueprint({ middleware: [IN_BLUEPRINT] });
export class Views {
  @app.route('/') all() { return 1; }
  @jobs.lambdaFunction() nightly() { return 2; }
  @app.lambdaFunction() other() { return s3.listBuckets({}); }
}
app.register(jobs);
-- layers.ts --
import { middleware } from 'framework';
import { S3 } from '@aws-sdk/client-s3';
const s3 = new S3({});
const clean = () => s3.deleteObject({});
export const sweep = middleware.event(async (event, next) => { await clean(); return next(); });
export const timed = middleware.event(async (event, next) => next());
`;

const inApp = LAYERED.replace(`{ appName: 'a' }`, `{ appName: 'a', middleware: [sweep] }`);

test('a middleware that moves from the application to a blueprint leaves the other functions', () => {
  expect(reach(`${inApp}${SWEEP.replace('IN_BLUEPRINT', 'timed')}`)).toMatchInlineSnapshot(`
    "ListBuckets: other
    DeleteObject: nightly, other"
  `);
  expect(reach(`${LAYERED}${SWEEP.replace('IN_BLUEPRINT', 'sweep')}`)).toMatchInlineSnapshot(`
    "ListBuckets: other
    DeleteObject: nightly"
  `);
});

test('a middleware of the application counts for all of its kind, one that is spread too', () => {
  expect(
    reach(`${LAYERED.replace(`{ appName: 'a' }`, `{ appName: 'a', middleware: [...COMMON] }`)}
const audit = middleware(async (request, next) => { await s3.putObject({}); return next(); });
const timed = middleware.event(async (event, next) => { await s3.copyObject({}); return next(); });
const COMMON = [audit, timed];
export class Views {
  @app.route('/') all() { return 1; }
  @app.lambdaFunction() one() { return 2; }
  @app.lambdaFunction() other() { return s3.listBuckets({}); }
}
`),
  ).toMatchInlineSnapshot(`
    "PutObject: api_handler
    CopyObject: one, other
    ListBuckets: other"
  `);
});

test('a middleware that a function makes counts where its calls are listed', () => {
  expect(
    reach(`${LAYERED}
const audited = (bucket) => middleware(async (request, next) => { await s3.putObject({ Bucket: bucket }); return next(); });
const clean = () => middleware.event((event, next) => s3.deleteObject({}).then(next));
export class Views {
  @app.route('/', { middleware: [audited('a')] }) all() { return 1; }
  @app.lambdaFunction({ middleware: [clean()] }) one() { return 2; }
  @app.lambdaFunction() other() { return s3.listBuckets({}); }
}
`),
  ).toMatchInlineSnapshot(`
    "PutObject: api_handler
    DeleteObject: one
    ListBuckets: other"
  `);
});

test('a middleware that code calls itself counts there too', () => {
  expect(
    reach(`${LAYERED}
const audit = middleware(async (request, next) => { await s3.putObject({}); return next(); });
const layers = { audit };
export class Views {
  @app.route('/', { middleware: [audit] }) all() { return 1; }
  @app.lambdaFunction() one() { return layers.audit.run(1, 2); }
  @app.lambdaFunction() other() { return s3.listBuckets({}); }
}
`),
  ).toMatchInlineSnapshot(`
    "PutObject: api_handler, one
    ListBuckets: other"
  `);
});

test('a middleware that is given to code which is not followed counts for all', () => {
  expect(
    reach(`${LAYERED}
import { wrap } from 'wrapping';
const audit = middleware(async (request, next) => { await s3.putObject({}); return next(); });
wrap(audit);
export class Views {
  @app.route('/', { middleware: [audit] }) all() { return 1; }
  @app.lambdaFunction() other() { return s3.listBuckets({}); }
}
`),
  ).toMatchInlineSnapshot(`
    "PutObject: all
    ListBuckets: other"
  `);
});

test('a middleware in no list counts for all, as everything that nothing is seen to call', () => {
  expect(
    reach(`${LAYERED}
const audit = middleware(async (request, next) => { await s3.putObject({}); return next(); });
export class Views {
  @app.route('/') all() { return 1; }
  @app.lambdaFunction() other() { return s3.listBuckets({}); }
}
`),
  ).toMatchInlineSnapshot(`
    "PutObject: all
    ListBuckets: other"
  `);
});

test('a middleware around every function is not told apart from what all call', () => {
  expect(
    reach(`${LAYERED}
const audit = middleware.event(async (event, next) => { await s3.putObject({}); return next(); });
export class Views {
  @app.lambdaFunction({ middleware: [audit] }) one() { return 1; }
  @app.lambdaFunction({ middleware: [audit] }) other() { return s3.listBuckets({}); }
}
`),
  ).toMatchInlineSnapshot(`
    "PutObject: all
    ListBuckets: other"
  `);
});

test('what asks is told with the middleware that calls it', () => {
  const { uses } = analyse(`${LAYERED}
const put = () => s3.putObject({});
const audit = middleware(async (request, next) => { await put(); return next(); });
const made = (name) => middleware((request, next) => s3.getObject({ Key: name }).then(next));
export class Views {
  @app.route('/', { middleware: [audit, made('x'), middleware((request, next) => s3.headObject({}).then(next))] }) all() { return put(); }
}
`);
  expect(uses.map(({ name, layers }) => `${name}: ${layers?.join() ?? 'no middleware'}`))
    .toMatchInlineSnapshot(`
    [
      "PutObject: audit",
      "GetObject: made",
      "HeadObject: in a list",
    ]
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
