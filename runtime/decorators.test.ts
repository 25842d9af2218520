// Decorators that run create the same registry as bound code: the same source is run once through the compiler's bindings and
// once in each decorator mode.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileApp } from '../compiler/index.js';
import { bindViews } from '../transformers/bind-views.js';
import type { Framework } from './framework.js';
import type { FunctionEntry, Route } from './view-registry.js';

const SOURCE = `
import { CORSConfig, Framework, IAMAuthorizer } from 'framework';
export const app = new Framework({ appName: 'fixture' });
function logged<F extends (...values: any[]) => unknown>(fn: any, name?: any, descriptor?: any): any {
  if (descriptor) return { ...descriptor, value: function (this: unknown, ...v: unknown[]) { return descriptor.value.apply(this, v); } };
  return function (this: unknown, ...v: unknown[]) { return fn.apply(this, v); };
}
export class Views {
  @app.route('/')
  index() { return 1; }
  @app.route('/{first}/{second}', { methods: ['GET', 'PUT'], authorizer: new IAMAuthorizer() })
  swapped(second: string, first: string = ')') { return [first, second]; }
  @app.route('/types', { methods: ['POST'], contentTypes: ['Text/Plain', 'application/xml'] })
  static types() { return 1; }
  @app.route('/cors', { cors: true })
  cors() { return 1; }
  @app.route('/config', { cors: new CORSConfig({ allowOrigin: 'https://x', maxAge: 0, allowHeaders: ['A', 'B'] }), contentTypes: ['text/plain'] })
  config() { return 1; }
  @app.route('/one')
  @app.route('/other')
  twice() { return 1; }
  @logged
  @app.route('/logged/{a}')
  decorated(a: string) { return a; }
  @app.lambdaFunction()
  job() { return 1; }
  @app.lambdaFunction({ name: 'other-job' })
  static other() { return 1; }
}
export const called = app.route('/called/{b}/{a}')((a, b) => [a, b]);
export const fn = app.lambdaFunction({ name: 'called-job' })((event: number) => event);
`;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'framework-decorators-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Returns the rows of an application created from a source, sorted. */
async function rowsOf(text: string, decorators: 'standard' | 'legacy'): Promise<Rows> {
  const entry = join(directory, 'app.ts');
  const file = join(directory, `${Math.random()}.mjs`);
  await writeFile(entry, text);
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    alias: { framework: join(import.meta.dirname, 'index.ts') },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: decorators === 'legacy' } },
  });
  const { app, Views } = (await import(pathToFileURL(file).href)) as {
    app: Framework;
    Views: new () => object;
  }; // because the source exports them
  return readable(app, Views);
}

type Rows = Readonly<Record<string, unknown>>;

/** Returns rows by function and route, with their owner. An anonymous function in the call form has no name at run time. */
function readable({ $views, $registry }: Framework, viewClass: unknown): Rows {
  const entry = ({ row, owner }: Route | FunctionEntry): unknown =>
    owner.class === viewClass ? ['Views', ...row] : ['call form', ...row.slice(1)];
  const routes = [...$views].flatMap(([path, methods]) =>
    [...methods].map(([method, route]) => [`${method} ${path}`, entry(route)]),
  );
  const rows = [...$registry.functions].map(([name, found]) => [name, entry(found)]);
  return Object.fromEntries([...rows.toSorted(), ...routes.toSorted()]) as Rows; // because its values are of any type
}

function boundSource(): string {
  const settings = { decorators: 'legacy', emitsMetadata: false } as const;
  const files = {
    readText: (path: string) => (path === '/fixture/app.ts' ? SOURCE : undefined),
    isFile: (path: string) => path === '/fixture/app.ts',
  };
  const { modules, diagnostics } = compileApp({ root: '/fixture', files, settings });
  expect(diagnostics).toEqual([]);
  const [module] = modules;
  if (!module) throw new Error('nothing was compiled');
  return bindViews({ file: 'app.ts', text: SOURCE }, module.bindings, {
    keepsMetadata: false,
    decorators: 'legacy',
  }).code;
}

it('bound code says what every view is', async () => {
  const rows = Object.entries(await rowsOf(boundSource(), 'legacy'));
  expect(rows.map(([name, row]) => `${name}: ${JSON.stringify(row)}`)).toMatchInlineSnapshot(`
    [
      "called-job: ["call form","called-job",0]",
      "job: ["Views","job","job",0]",
      "other-job: ["Views","other","other-job",1]",
      "GET /: ["Views","index","/",["GET"],[],0]",
      "GET /called/{b}/{a}: ["call form","/called/{b}/{a}",["GET"],["a","b"],0]",
      "GET /config: ["Views","config","/config",["GET"],[],0,["text/plain"],{"Access-Control-Allow-Origin":"https://x","Access-Control-Allow-Headers":"A,B","Access-Control-Max-Age":"0"}]",
      "GET /cors: ["Views","cors","/cors",["GET"],[],0,0,{"Access-Control-Allow-Origin":"*"}]",
      "GET /logged/{a}: ["Views","decorated","/logged/{a}",["GET"],["a"],0]",
      "GET /one: ["Views","twice","/one",["GET"],[],0]",
      "GET /other: ["Views","twice","/other",["GET"],[],0]",
      "GET /{first}/{second}: ["Views","swapped","/{first}/{second}",["GET","PUT"],["second","first"],0]",
      "POST /types: ["Views","types","/types",["POST"],[],1,["text/plain","application/xml"]]",
      "PUT /{first}/{second}: ["Views","swapped","/{first}/{second}",["GET","PUT"],["second","first"],0]",
    ]
  `);
});

it('legacy decorators that run give the same registry', async () => {
  expect(await rowsOf(SOURCE, 'legacy')).toEqual(await rowsOf(boundSource(), 'legacy'));
});

it('standard decorators that run give the same registry once there is an instance', async () => {
  const source = `${SOURCE}\nnew Views();`;
  expect(await rowsOf(source, 'standard')).toEqual(await rowsOf(boundSource(), 'standard'));
});

it('a view with inputs in a module that was not built is refused where it is declared', async () => {
  const source = `
import { Framework } from 'framework';
export const app = new Framework({ appName: 'fixture' });
export const city = app.route('/{query}', { methods: ['POST'] })((query: string, body: object) => body);`;
  await expect(rowsOf(source, 'standard')).rejects.toThrow(
    "A view takes 'body', which is checked by code that a build generates, but this module was not built: add the plugin of 'framework/vite'",
  );
});
