// A bundle omits nothing that an application reaches in an unusual way: a missing member would fail only after deployment.
import { expect, test } from 'vitest';
import type { ProxyEvent } from '../../runtime/contract/proxy-event.js';
import { sampleOf } from '../support/sample.js';
import { ask, expectNothingMissing, sdk } from './asked-app.js';
import type { FileContent } from './temporary-project.js';

type Files = Readonly<Record<string, FileContent>>;

const LOUD = sdk(
  `for (const name of ['debug', 'info', 'warn', 'warning', 'error', 'critical']) given[name](name);`,
);
const TELLS = sdk(`return [given.method, given.headers, given.queryParams, given.toDict()];`);

const view = (body: string): string => `export const view = app.route('/')(() => { ${body} });`;
const withSdk = (body: string): string => `import { run } from 'sdk';\n${view(body)}`;

const QUERY = { multiValueQueryStringParameters: { a: ['1', '2'] }, headers: { 'x-a': '1' } };

/** Creates a middleware package; `more` is added to its package.json. */
function guardPackage(more: string): Files {
  return {
    'node_modules/fw-guard/package.json': `{ "name": "fw-guard", "version": "1.0.0", "type": "module", "main": "index.js", ${more} }`,
    'node_modules/fw-guard/index.d.ts': `import { middleware } from 'framework';\nexport declare const guard: ReturnType<typeof middleware.provide<string>>;`,
    'node_modules/fw-guard/index.js': `
      import { middleware, NotFoundError, Response } from 'framework';
      export const guard = middleware.provide(async (request, next) => {
        if (request.queryParams?.getAll('gone').length > 0) throw new NotFoundError('gone');
        if (request.queryParams?.go) return Response.redirect('/login').setCookie('from', 'here');
        return next(request.cookies.who ?? request.headers['x-a'] ?? 'nobody');
      });`,
  };
}

/** The source of each application, and its additional files. */
const FORMS: Readonly<Record<string, readonly [source: string, files?: Files]>> = {
  'a log that a package writes to': [withSdk('run(app.log); return 1;'), LOUD],
  'a variable of the log': [withSdk('const log = app.log; run(log); return 1;'), LOUD],
  'a pattern of the log': [withSdk('const { log } = app; run(log); return 1;'), LOUD],
  'a renamed log': [withSdk('const { log: logger } = app; run(logger); return 1;'), LOUD],
  'a log by text': [withSdk(`run(app['log']); return 1;`), LOUD],
  'a log in an option': [
    withSdk('run({ __proto__: app.log, level: 1 }.__proto__); return 1;'),
    LOUD,
  ],
  'a level of the log that is worked out': [
    view(
      `for (const name of [atob('aW5mbw=='), atob('Y3JpdGljYWw=')] as const) Reflect.get(app.log, name).call(app.log, 1); return 1;`,
    ),
  ],
  'a level of a log that is a variable': [
    view(
      `const write = app.log; const name = atob('Y3JpdGljYWw='); (write as unknown as Record<string, (text: string) => void>)[name]?.('x'); return Object.getOwnPropertyNames(Object.getPrototypeOf(write)).filter((key) => key[0] !== '$');`,
    ),
  ],
  'a member of the application that is worked out': [
    view(
      `const name = ['current', 'Request'].join(''); const all = app as unknown as Record<string, { method: string }>; return all[name]?.method;`,
    ),
  ],
  'a member of the application by index': [
    view(
      `const name = ['current', 'Request'].join('') as 'appName'; const found: unknown = app[name]; return (found as { method: string }).method;`,
    ),
  ],
  'a renamed request': [withSdk('const { currentRequest: r } = app; return run(r);'), TELLS],
  'an optional application': [withSdk('return run(app?.currentRequest);'), TELLS],
  'a variable of an optional application': [
    withSdk('const r = app?.currentRequest;\nreturn run(r);'),
    TELLS,
  ],
  'an application in brackets': [withSdk('const r = (app).currentRequest;\nreturn run(r);'), TELLS],
  'a request by text': [withSdk(`return run(app['currentRequest']);`), TELLS],
  'a request as another type': [
    withSdk(`const r = app.currentRequest as unknown;\nreturn run(r);`),
    TELLS,
  ],
  'a request that satisfies a type': [
    withSdk(`const r = app.currentRequest satisfies object;\nreturn run(r);`),
    TELLS,
  ],
  'a request that is there': [withSdk(`const r = app.currentRequest!;\nreturn run(r);`), TELLS],
  'a request behind a comment': [
    withSdk(`const r = app /* . */ . /* ! */ currentRequest /* ; */;\nreturn run(r);`),
    TELLS,
  ],
  'a variable that changes': [withSdk(`let r; r = app.currentRequest;\nreturn run(r);`), TELLS],
  'a variable with a type': [
    withSdk(`const r: object = app.currentRequest;\nreturn run(r);`),
    TELLS,
  ],
  'a default of a parameter': [
    withSdk(`const f = (r = app.currentRequest) => run(r); return f();`),
    TELLS,
  ],
  'a list of requests': [withSdk(`return [app.currentRequest].map(run);`), TELLS],
  'a request that a pattern leaves behind': [
    withSdk(`let method; const r = { method } = app.currentRequest;\nreturn run(r);`),
    TELLS,
  ],
  'a request that a pattern returns': [
    `const read = () => { let method; return { method } = app.currentRequest;\n };\n${withSdk('return run(read());')}`,
    TELLS,
  ],
  'a request of a closure': [
    withSdk(`const r = app.currentRequest;\nconst read = () => r;\nreturn run(read());`),
    TELLS,
  ],
  'a request as a short property': [
    withSdk(`const r = app.currentRequest;\nconst { r: x } = { r };\nreturn run(x);`),
    TELLS,
  ],
  'a request in a class': [
    `class Reader { readonly r = app.currentRequest;\n }\n${withSdk('return run(new Reader().r);')}`,
    TELLS,
  ],
  'a request of a module that is loaded later': [
    `import { run } from 'sdk';\nexport const view = app.route('/')(async () => run((await import('./later.js')).r));`,
    {
      ...TELLS,
      'later.ts': `import { app } from './app.js';\nexport const r = app.currentRequest;\n`,
    },
  ],
  'a request that is copied': [
    view('return structuredClone({ ...app.currentRequest, dict: app.currentRequest.toDict() });'),
  ],
  'a request as JSON': [view('return JSON.stringify(app.currentRequest);')],
  'a request that is looked through': [
    view(
      'const all = []; for (const key of Object.getOwnPropertyNames(Object.getPrototypeOf(app.currentRequest))) if (!key.startsWith("$")) all.push(key); return all;',
    ),
  ],
  'a request that is shown': [
    `import { inspect } from 'node:util';\n${view('return inspect([app.currentRequest, app.log]);')}`,
  ],
  'names of classes': [
    `import { Response, NotFoundError } from 'framework';\n${view(`return [app.currentRequest.constructor.name, app.log.constructor.name, new Response('').constructor.name, String(new NotFoundError('x')), new NotFoundError('x').constructor.name];`)}`,
  ],
  'a subclass of Response': [
    `import { Response } from 'framework';\nclass Page extends Response { constructor() { super('<p>', 202, { 'content-type': 'text/html' }); } }\n${view('return new Page();')}`,
  ],
  'a Response that is JSON': [
    `import { Response } from 'framework';\n${view('return { ...new Response({ a: 1 }, 201) };')}`,
  ],
  'a subclass of an error': [
    `import { FrameworkViewError, ConflictError } from 'framework';\nclass Gone extends FrameworkViewError { static override readonly statusCode = 410; }\nclass Twice extends ConflictError {}\n${view(`if (app.currentRequest.headers['x-a']) throw new Gone('gone'); return new Twice('no');`)}`,
  ],
  'errors by name': [
    `import * as framework from 'framework';\n${view(`const name = ['NotFound', 'Error'].join('') ; const kinds: object = framework; throw new (Reflect.get(kinds, name))('x');`)}`,
  ],
  'errors of a module that is loaded later': [
    `export const view = app.route('/')(async () => { const framework = await import('framework'); const name = ['Too', 'Many', 'Requests', 'Error'].join('') ; const kinds: object = framework; throw new (Reflect.get(kinds, name))('x'); });`,
  ],
  'errors that are required': [
    `import { fail } from './fail.cjs';\n${view('return fail();')}`,
    {
      'fail.cts': `import framework = require('framework');\nexport const fail = () => { const name = ['Conflict', 'Error'].join('') ; const kinds: object = framework; throw new (Reflect.get(kinds, name))('x'); };`,
    },
  ],
  'errors that a module hands on': [
    `import * as framework from './errors.js';\n${view(`const name = ['Forbidden', 'Error'].join('') ; const kinds: object = framework; throw new (Reflect.get(kinds, name))('x');`)}`,
    { 'errors.ts': `export * from 'framework';` },
  ],
  'a package for the framework': [
    `import { tell } from 'fw-tell';\n${view('return tell(app);')}`,
    {
      'node_modules/fw-tell/package.json':
        '{ "name": "fw-tell", "version": "1.0.0", "main": "index.js", "types": "index.d.ts", "devDependencies": { "framework": "*" } }',
      'node_modules/fw-tell/index.d.ts': 'export function tell(app: unknown): unknown;',
      'node_modules/fw-tell/index.js': `exports.tell = (app) => { app.log.critical('told'); return app.api.binaryTypes.length; };`,
    },
  ],
  'a package that names no framework': [
    `import { tell } from 'fw-tell';\n${view('return tell(app);')}`,
    {
      'node_modules/fw-tell/package.json':
        '{ "name": "fw-tell", "version": "1.0.0", "main": "index.js", "types": "index.d.ts" }',
      'node_modules/fw-tell/index.d.ts': 'export function tell(app: unknown): unknown;',
      'node_modules/fw-tell/index.js': `exports.tell = (app) => [app.currentRequest.toDict(), app.currentRequest.uriParams];`,
    },
  ],
  'middleware of a package': [
    `import { guard } from 'fw-guard';\nexport const view = app.route('/', { middleware: [guard] })(() => ({ who: guard.value }));`,
    guardPackage('"peerDependencies": { "framework": "*" }'),
  ],
  'middleware of a package that names no framework': [
    `import { guard } from 'fw-guard';\nexport const view = app.route('/', { middleware: [guard] })(() => ({ who: guard.value }));`,
    guardPackage('"sideEffects": false'),
  ],
  'a package of the workspace': [
    `import { tell } from 'tell';\n${view('return tell(app);')}`,
    {
      'packages/tell/package.json': '{ "name": "tell", "type": "module", "main": "index.js" }',
      'packages/tell/index.js': `export const tell = (app) => [app.log.warn(1), app.currentRequest.context];`,
      'node_modules/tell': { link: '../packages/tell' },
    },
  ],
  'a package that stays outside the bundle': [
    `import { tell } from 'fw-tell';\n${view('return tell(app);')}`,
    {
      'node_modules/fw-tell/package.json':
        '{ "name": "fw-tell", "version": "1.0.0", "main": "index.js", "types": "index.d.ts" }',
      'node_modules/fw-tell/index.d.ts': 'export function tell(app: unknown): unknown;',
      'node_modules/fw-tell/a.txt': 'a',
      'node_modules/fw-tell/index.js': `const { readFileSync } = require('node:fs'); exports.tell = (app) => [readFileSync(require('node:path').join(__dirname, 'a.txt'), 'utf8'), app.currentRequest.toDict()];`,
    },
  ],
  'an API that is handed on': [
    `Reflect.get(app.api, ['binary', 'Types'].join('')).push('application/json');\n${view('return 1;')}`,
  ],
  'a file with a question': [
    `import { a } from './a.js?once';\n${view('return a;')}`,
    {
      'a.js': 'export const a = process.argv.length;',
      'types.d.ts': `declare module '*?once' { export const a: number; }`,
    },
  ],
  'a module in a URL': [
    `import { a } from 'data:text/javascript,export const a = Math.random() > 2 ? process.pid : process.argv.length;';\n${view('return a;')}`,
    { 'types.d.ts': `declare module 'data:*' { export const a: number; }` },
  ],
};

const EVENTS: readonly Partial<ProxyEvent>[] = [
  {},
  QUERY,
  { queryStringParameters: { gone: '1' } },
  { queryStringParameters: { go: '1' } },
  { headers: { cookie: 'who=ada' } },
];

test.each(sampleOf('forms that keep the runtime', Object.keys(FORMS), 3))('%s', async (name) => {
  const [source = '', files = {}] = FORMS[name] ?? [];
  await expectNothingMissing({ source, events: EVENTS, files });
});

test('a stack leads to the same places of the source', async () => {
  const source = `const fail = (): never => {\n  throw new TypeError('broken');\n};\n${view('return fail();')}`;
  const app = { source, events: [{}] };
  const { log } = await ask(app, 'slim');
  expect(log).toContain('TypeError: broken\n  at app.ts:4:9\n  at app.ts:6:');
  expect((await ask(app, 'whole')).log).toBe(log);
});
