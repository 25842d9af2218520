// The security of providers: how it is checked, and how documents and clients describe it.
import { expect, it, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../../test/support/memory-files.js';
import { describeFiles } from '../../api/described-files.fixture.js';
import { clientText } from '../../client/client-text.js';
import { compileApp, createCompiler } from '../../compile-app.js';
import { openApi31 } from '../../openapi31/document.js';
import { DEFAULT_SETTINGS } from '../../modules/source-files.js';

const HEAD = `import { CustomAuthorizer, ForbiddenError, Framework, middleware, UnauthorizedError } from 'framework';
export const app = new Framework({ appName: 'a' });
`;

function findings(source: string): readonly string[] {
  const { diagnostics } = compileApp({
    root: MEMORY_ROOT,
    files: memoryFiles({ 'app.ts': `${HEAD}${source}` }),
  });
  return diagnostics.map(({ code, message, at }) => `${code} ${String(at?.line)} ${message}`);
}

/** Returns a provider with these options, listed by two routes: a mistake must be reported once. */
const listed = (options: string): string => `
const user = middleware.provide((_, next) => next(1), ${options});
export const a = app.route('/a', { middleware: [user] })(() => 1);
export const b = app.route('/b', { middleware: [user] })(() => 1);`;

it.each([
  [
    "{ security: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'x' }, optional: true }",
    [],
  ],
  ["{ security: { type: 'apiKey', in: 'cookie', name: 'sid' } }", []],
  ["{ security: { type: 'openIdConnect', openIdConnectUrl: 'https://x.example' } }", []],
  [
    "{ security: { type: 'oauth2', flows: { authorizationCode: { authorizationUrl: 'https://a.example', tokenUrl: 'https://t.example', scopes: { read: 'Reads' } } } } }",
    [],
  ],
  [
    "{ security: { type: 'htp', scheme: 'bearer' } }",
    [
      "FW3207 4 A security scheme must have a `type` of 'http', 'apiKey', 'oauth2', 'openIdConnect'.",
    ],
  ],
  [
    "{ security: { type: 'http', schema: 'bearer' } }",
    [
      'FW3207 4 A security scheme of the type `http` needs `scheme`.',
      'FW3207 4 A security scheme of the type `http` has no `schema`.',
    ],
  ],
  [
    "{ security: { type: 'apiKey', in: 'body', name: 'x' } }",
    ["FW3207 4 A security scheme must have 'header', 'query' or 'cookie' in `in`."],
  ],
  [
    "{ security: { type: 'oauth2', flows: { authorizationCode: { authorizationUrl: 'https://a.example', scopes: { read: 1 } }, other: {} } } }",
    [
      'FW3207 4 A security scheme of the flow `authorizationCode` needs `tokenUrl`.',
      'FW3207 4 A security scheme must have a string in `read`.',
      'FW3207 4 A security scheme must have the flows `implicit`, `password`, `clientCredentials`, `authorizationCode`.',
    ],
  ],
  [
    "{ security: 'bearer' }",
    ['FW3207 4 A security scheme must be an object, but this is the string `bearer`.'],
  ],
  ['{ optional: true }', ['FW3207 4 A security scheme is missing here.']],
  [
    "{ securty: { type: 'http', scheme: 'bearer' } }",
    ['FW3209 4 `middleware.provide` has no option `securty`.'],
  ],
  [
    "{ security: { type: 'http', scheme: 'bearer' }, optional: 'yes' }",
    ['FW3208 4 `optional` must be `true` or `false`, but this is the string `yes`.'],
  ],
  [
    "{ security: { type: 'http', scheme: String(1) } }",
    [
      'FW2801 4 `String(1)` is the result of a call, so its value is not known without running the program.',
    ],
  ],
])('%s', (options, expected) => {
  expect(findings(listed(options))).toEqual(expected);
});

const BEARER = "{ security: { type: 'http', scheme: 'bearer' } }";

it('a scheme is named by the variable, which is the only one of its name', () => {
  expect(
    findings(`
namespace Other { export const unused = 1; }
const auth = { user: middleware.provide((_, next) => next(1), ${BEARER}) };
const user = middleware.provide((_, next) => next(1), ${BEARER});
const again = user;
const unlisted = middleware.provide((_, next) => next(1), { security: { type: 'unread' } });
export const a = app.route('/a', { middleware: [auth.user, again, user] })(() => 1);
export const b = app.route('/b', { middleware: [middleware.provide((_, next) => next(1), ${BEARER})] })(() => 1);`),
  ).toEqual([
    'FW3215 6 Two providers with a security scheme are named `user`; the OpenAPI document names each scheme after its variable, so these two would collide.',
    'FW3215 10 The security scheme of this provider is named after its variable, but the provider has no variable.',
  ]);
});

it('a function may make the provider, with options that are the same for each call', () => {
  const made = (options: string): readonly string[] =>
    findings(`
function make(name: string) {
  return middleware.provide((request, next) => next(request.headers[name]), ${options});
}
const user = make('X-User');
export const a = app.route('/a', { middleware: [user] })(() => 1);`);
  expect(made(BEARER)).toEqual([]);
  expect(made("{ security: { type: 'apiKey', in: 'header', name } }")).toEqual([
    'FW2803 5 `name` is a parameter, so its value is not known without running the program.',
  ]);
});

const GUIDE = `${HEAD}
const MEMBER = new CustomAuthorizer('user', { header: 'X-Token', authorizerUri: 'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:1:function:x/invocations' });
const user = middleware.provide((request, next) => {
  if (!request.headers.authorization) throw new UnauthorizedError('no token');
  if (request.headers.authorization === 'x') throw new ForbiddenError('not yours');
  return next(1);
}, { security: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } });
const make = () => middleware.provide((_, next) => next(2), { security: { type: 'http', scheme: 'basic' } });
const admin = make();
const guest = middleware.provide((_, next) => next(3), { security: { type: 'apiKey', in: 'query', name: 'guest', description: 'Of the link.' }, optional: true });
export const open = app.route('/open')(() => 1);
export const one = app.route('/one', { middleware: [user] })(() => 1);
export const both = app.route('/both', { middleware: [user, admin], authorizer: MEMBER, apiKeyRequired: true })(() => 1);
export const some = app.route('/some', { middleware: [guest] })(() => 1);
export const mixed = app.route('/mixed', { middleware: [guest, admin] })(() => 1);
`;

it('the document has the schemes, and what each route asks for', () => {
  const { api, manifest } = describeFiles({ 'app.ts': GUIDE });
  type Operation = {
    readonly security: unknown;
    readonly responses: Readonly<Record<string, unknown>>;
  };
  const document = openApi31(api, { manifest, version: '1.0.0' }) as unknown as {
    readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
    readonly components: { readonly securitySchemes: object };
  };
  const said = Object.entries(document.paths).map(([path, { get }]) => [
    path,
    get.security,
    Object.keys(get.responses).join(' '),
  ]);
  expect(said).toEqual([
    ['/both', [{ user: [], user_: [], admin: [], api_key: [] }], '200 401 403 429'],
    ['/mixed', [{ admin: [] }, { guest: [], admin: [] }], '200 401'],
    ['/one', [{ user_: [] }], '200 401 403'],
    ['/open', [], '200'],
    ['/some', [{}, { guest: [] }], '200'],
  ]);
  expect(document.components.securitySchemes).toMatchObject({
    user: { type: 'apiKey', name: 'X-Token' },
    user_: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    admin: { type: 'http', scheme: 'basic' },
    guest: { type: 'apiKey', in: 'query', name: 'guest', description: 'Of the link.' },
  });
});

it('the client takes who calls by the names of the variables', () => {
  const text = clientText(describeFiles({ 'app.ts': GUIDE }).api);
  expect(/export interface Auth[^]*/.exec(text)?.[0].split('/** The content types')[0])
    .toMatchInlineSnapshot(`
      "export interface Auth {
        admin?: Credential<BasicCredential>;
        /** Of the link. */
        guest?: Credential<string>;
        user?: Credential<string>;
      }

      /** Where the credential for each scheme is sent. */
      const SCHEMES: Readonly<Record<keyof Auth, readonly [place: string, key: string]>> = {
        admin: ['authorization', 'Basic'],
        guest: ['query', 'guest'],
        user: ['authorization', 'Bearer'],
      };

      const SECURITY: Readonly<Record<string, readonly (keyof Auth)[]>> = {
        'GET /both': ['user', 'admin'],
        'GET /mixed': ['guest', 'admin'],
        'GET /one': ['user'],
        'GET /some': ['guest'],
      };

      "
    `);
  const open = clientText(
    describeFiles({ 'app.ts': `${HEAD}export const a = app.route('/')(() => 1);` }).api,
  );
  expect(open).not.toMatch(/auth|credential/i);
});

// Middleware of a package that does not depend on `framework`: its providers cannot be proved to be set, so its location is
// reported.

const USER = `import { middleware } from 'framework';
export const user = middleware.provide((request, next) => next('ann'));
export const makeUser = () => middleware.provide((request, next) => next('ann'));
`;

/** Returns each problem as `line code: message`. */
function problemsOf(lines: string, manifest: object, specifier = '@acme/auth'): readonly string[] {
  const app = `import { Framework, middleware } from 'framework';
import { user, makeUser } from '${specifier}';
${lines}`;
  const files = new Map([
    ['/p/app.ts', app],
    ['/p/node_modules/@acme/auth/package.json', JSON.stringify({ main: 'index.js', ...manifest })],
    ['/p/node_modules/@acme/auth/index.js', USER],
  ]);
  const { diagnostics } = createCompiler().compile({
    root: '/p',
    files: { readText: (path) => files.get(path), isFile: (path) => files.has(path) },
    settings: DEFAULT_SETTINGS,
  });
  return diagnostics.map(({ at, code, message }) => `${at?.line ?? 0} ${code}: ${message}`);
}

const app = (middleware: string): string =>
  `export const app = new Framework({ appName: 'a', middleware: ${middleware} });\n`;
const view = (options: string): string =>
  `export const view = app.route('/'${options})(() => user.value);\n`;
const TOLD =
  'FW3206: This middleware is from the package `@acme/auth`, whose package.json does not mention `framework`. The package is not analyzed, so what the middleware provides, reads and calls is unknown.';

test.each([
  ['in the list of the application', app('[user]') + view(''), 3],
  ['in the list of a route', app('[]') + view(', { middleware: [user] }'), 4],
  ['of a call', app('[makeUser()]') + view(''), 3],
  ['under another name', `const all = [user];\n${app('[...all]')}${view('')}`, 3],
])('a middleware %s is told of', (_, lines, line) => {
  expect(problemsOf(lines, {})).toEqual([`${line} ${TOLD}`]);
});

test('by its name, when a subpath of it is imported', () => {
  const found = problemsOf(app('[user]') + view(''), {}, '@acme/auth/deep');
  expect(found).toEqual([`3 ${TOLD}`]);
});

test.each([['peerDependencies'], ['dependencies']])(
  'nothing is told of one that names framework in its %s, and reads are proved',
  (key) => {
    const manifest = { [key]: { framework: '*' } };
    expect(problemsOf(app('[user]') + view(''), manifest)).toEqual([]);
    const outside = problemsOf(app('[]') + view(''), manifest);
    expect(outside.map((text) => text.slice(0, 8))).toEqual(['4 FW3204']);
  },
);

test.each([
  ['an export', '[user]'],
  ['a call', '[makeUser()]'],
  ['a name in a name', '[user.inner]'],
])('nothing is told of %s of a package that is not installed, which is an error', (_, list) => {
  expect(problemsOf(app(list) + view(''), {}, '@acme/other')).toEqual([]);
});

test('nothing is told of ordinary dependencies', () => {
  const lines = `const audit = middleware(async (request, next) => { makeUser(); return next(); });
${app('[audit]')}export const view = app.route('/')(() => makeUser());\n`;
  expect(problemsOf(lines, {})).toEqual([]);
});
