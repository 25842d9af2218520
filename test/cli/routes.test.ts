// `framework routes` as a user runs it.
import { expect, test } from 'vitest';
import { run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

const GUIDE = `import { CORSConfig, Framework, IAMAuthorizer } from 'framework';

export const app = new Framework({ appName: 'guide' });

class Cities {
  @app.route('/cities/{city}', { methods: ['GET', 'PUT'], cors: true, authorizer: new IAMAuthorizer() })
  city(city: string) {
    return { city };
  }

  @app.route('/photos', { methods: ['POST'], contentTypes: ['image/png'], apiKeyRequired: true })
  photo() {
    return null;
  }

  @app.lambdaFunction()
  resize() {
    return { ok: true };
  }
}

export const index = app.route('/', { cors: new CORSConfig({ allowOrigin: 'https://a.example' }) })(() => ({}));
`;

test('every route has its methods, path, view and place, and what is special about it', async () => {
  const cwd = temporaryProject({ 'app.ts': GUIDE });
  expect((await run('routes', { cwd })).stdout).toMatchInlineSnapshot(`
    "METHOD   PATH            VIEW          SOURCE     BEFORE          NOTES
    GET      /               index         app.ts:22                  cors
    GET,PUT  /cities/{city}  Cities.city   app.ts:6   authorizer IAM  cors
    POST     /photos         Cities.photo  app.ts:11  api key         image/png

    FUNCTION  VIEW           SOURCE
    resize    Cities.resize  app.ts:16
    "
  `);
});

test('what a route streams is marked, and is in the JSON', async () => {
  const cwd = temporaryProject({
    'app.ts': `import { Framework, sse } from 'framework';
export const app = new Framework({ appName: 'live' });
class Views {
  @app.route('/events', { cors: true })
  async *events() { yield sse(1); }
  @app.route('/rows')
  async *rows() { yield { id: 1 }; }
  @app.route('/any', { streams: true })
  any(): unknown { return 1; }
  @app.route('/plain')
  plain() { return 1; }
}
`,
  });
  expect((await runHere('routes', { cwd })).stdout).toMatchInlineSnapshot(`
    "METHOD  PATH     VIEW          SOURCE     NOTES
    GET     /any     Views.any     app.ts:8   streams
    GET     /events  Views.events  app.ts:4   streams events, cors
    GET     /plain   Views.plain   app.ts:10
    GET     /rows    Views.rows    app.ts:6   streams JSON lines
    "
  `);
  const { routes } = JSON.parse((await runHere('routes --json', { cwd })).stdout) as {
    readonly routes: readonly { readonly path: string; readonly stream?: string }[];
  };
  expect(routes.map(({ path, stream }) => [path, stream])).toEqual([
    ['/any', 'any'],
    ['/events', 'sse'],
    ['/plain', undefined],
    ['/rows', 'ndjson'],
  ]);
});

test('what sends events to functions is listed behind them', async () => {
  const source = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'jobs' });
class Jobs {
  @app.schedule('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin' })
  @app.schedule('at(2020-01-31T08:00:00)')
  @app.onSqsMessage({ queue: 'orders' })
  @app.onS3Event({ bucket: 'uploads', prefix: 'in/', suffix: '.jpg' })
  work() {}
}
export const pushed = app.onEvent({ source: ['shop'] }, { bus: 'orders' })(() => {});
`;
  const cwd = temporaryProject({ 'app.ts': source });
  expect((await runHere('routes', { cwd })).stdout).toMatchInlineSnapshot(`
    "FUNCTION  VIEW       SOURCE
    pushed    pushed     app.ts:10
    work      Jobs.work  app.ts:4

    FUNCTION  EVENTS        OF                                    SOURCE
    pushed    onEvent       {"source":["shop"]} of orders         app.ts:10
    work      schedule      cron(0 3 * * ? *) Europe/Berlin       app.ts:4
    work      schedule      at(2020-01-31T08:00:00) (has passed)  app.ts:5
    work      onSqsMessage  orders                                app.ts:6
    work      onS3Event     uploads/in/*.jpg                      app.ts:7
    "
  `);
});

test('routes of a blueprint have their prefixes, and the file of the blueprint', async () => {
  const admin = `import { Blueprint, IAMAuthorizer } from 'framework';
export const admin = new Blueprint({ authorizer: new IAMAuthorizer(), cors: true });
export class Users {
  @admin.route('/users/{id}', { methods: ['GET', 'PUT'] })
  user(id: string, shop: string) {
    return { id, shop };
  }
  @admin.route('/login', { authorizer: null })
  login(shop: string) {
    return shop;
  }
  @admin.schedule('rate(5 minutes)')
  sweep() {}
}
`;
  const app = `import { Framework } from 'framework';
import { admin } from './frameworklib/admin.js';
export const app = new Framework({ appName: 'shop' });
app.register(admin, { urlPrefix: '/shops/{shop}' });
app.register(admin, { urlPrefix: '/old/{shop}', namePrefix: 'old-' });
`;
  const cwd = temporaryProject({ 'app.ts': app, 'frameworklib/admin.ts': admin });
  expect((await runHere('routes', { cwd })).stdout).toMatchInlineSnapshot(`
    "METHOD   PATH                      VIEW         SOURCE                   BEFORE          NOTES
    GET      /old/{shop}/login         Users.login  frameworklib/admin.ts:8                  cors
    GET,PUT  /old/{shop}/users/{id}    Users.user   frameworklib/admin.ts:4  authorizer IAM  cors
    GET      /shops/{shop}/login       Users.login  frameworklib/admin.ts:8                  cors
    GET,PUT  /shops/{shop}/users/{id}  Users.user   frameworklib/admin.ts:4  authorizer IAM  cors

    FUNCTION   VIEW         SOURCE
    old-sweep  Users.sweep  frameworklib/admin.ts:12
    sweep      Users.sweep  frameworklib/admin.ts:12

    FUNCTION   EVENTS    OF               SOURCE
    old-sweep  schedule  rate(5 minutes)  frameworklib/admin.ts:12
    sweep      schedule  rate(5 minutes)  frameworklib/admin.ts:12
    "
  `);
});

test('--json prints one document', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const index = {
    path: '/',
    methods: ['GET'],
    view: 'index',
    class: 'Views',
    parameters: [],
    contentTypes: ['application/json'],
    cors: false,
    apiKeyRequired: false,
    authorizer: null,
    at: { file: 'app.ts', line: 6, column: 14 },
    middleware: [],
    security: [],
    open: true,
  };
  const printed = {
    version: 1,
    app: 'helloworld',
    routes: [index],
    functions: [],
    authorizers: [],
  };
  expect((await runHere('routes --json', { cwd })).stdout).toBe(
    `${JSON.stringify(printed, null, 2)}\n`,
  );
});

test('an application without routes says so', async () => {
  const source =
    "import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'none' });\n";
  const cwd = temporaryProject({ 'app.ts': source });
  expect((await runHere('routes', { cwd })).stdout).toMatchInlineSnapshot(`
    "The application has no routes and no functions.
    "
  `);
});

test('an application with errors has no table: the problems are on stderr', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD.replace("'/'", "'/x/'") });
  const { stdout, stderr, exitCode } = await runHere('routes', { cwd });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(stderr).toContain('error FW2103');
});

const GUARDED = `import { Framework, IAMAuthorizer, middleware } from 'framework';
import { securityHeaders } from 'framework/middleware';

const audit = middleware((_request, next) => next());
const limited = (count: number) => middleware((_request, next) => (count > 0 ? next() : next()));
export const auth = {
  user: middleware.provide((_request, next) => next('ada'), { security: { type: 'http', scheme: 'bearer' } }),
  guest: middleware.provide((_request, next) => next('bo'), { security: { type: 'http', scheme: 'bearer' }, optional: true }),
};
export const app = new Framework({ appName: 'guide', middleware: [audit, securityHeaders()] });
export const index = app.route('/')(() => 1);
export const mine = app.route('/mine', { middleware: [limited(3), auth.user], cors: true })(() => 1);
export const seen = app.route('/seen', { middleware: [auth.guest, middleware((_r, next) => next())] })(() => 1);
export const signed = app.route('/signed', { authorizer: new IAMAuthorizer() })(() => 1);
export const keyed = app.route('/keyed', { apiKeyRequired: true })(() => 1);
`;

test('what stands before each route is named, and routes that nothing guards are a list', async () => {
  const cwd = temporaryProject({ 'app.ts': GUARDED });
  expect((await runHere('routes', { cwd })).stdout).toMatchInlineSnapshot(`
    "METHOD  PATH     VIEW    SOURCE     BEFORE                                                              NOTES
    GET     /        index   app.ts:11  audit, securityHeaders
    GET     /keyed   keyed   app.ts:15  api key, audit, securityHeaders
    GET     /mine    mine    app.ts:12  audit, securityHeaders, limited, auth.user (security)               cors
    GET     /seen    seen    app.ts:13  audit, securityHeaders, auth.guest (security, optional), in a list
    GET     /signed  signed  app.ts:14  authorizer IAM, audit, securityHeaders
    "
  `);
  expect((await runHere('routes --open', { cwd })).stdout).toMatchInlineSnapshot(`
    "METHOD  PATH   VIEW   SOURCE     BEFORE
    GET     /      index  app.ts:11  audit, securityHeaders
    GET     /seen  seen   app.ts:13  audit, securityHeaders, auth.guest (security, optional), in a list
    "
  `);
  const { routes } = JSON.parse((await runHere('routes --open --json', { cwd })).stdout) as {
    routes: Record<string, unknown>[];
  };
  const rows = routes.map(({ path, middleware, security, open }) =>
    JSON.stringify([path, middleware, security, open]),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "["/",["audit","securityHeaders"],[],true]",
      "["/seen",["audit","securityHeaders","auth.guest","in a list"],[{"name":"guest","optional":true}],true]",
    ]
  `);
  const closed = temporaryProject({ 'app.ts': GUIDE.replace(/export const index[^]*/, '') });
  expect((await runHere('routes --open', { cwd: closed })).stdout).toBe(
    'Every route has an authorizer, an API key or a provider with a required security scheme.\n',
  );
});
