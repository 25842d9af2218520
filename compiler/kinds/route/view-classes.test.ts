// Classes that are constructed without arguments, and functions that are passed to a route inside another call.
import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../../test/support/memory-files.js';
import { compileApp } from '../../compile-app.js';

function compile(code: string) {
  const text = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
${code}
`;
  return compileApp({ root: MEMORY_ROOT, files: memoryFiles({ 'app.ts': text }) });
}

const VIEW = "@app.route('/a') a() { return 1; }";

test.each([
  [`class V { constructor(db: string) {} ${VIEW} }`, 'V db'],
  [
    `class V { constructor(private readonly db: string) {} ${VIEW} @app.route('/b') b() {} }`,
    'V db',
  ],
  [`class Base { constructor({ db }: { db: string }) {} } class V extends Base { ${VIEW} }`, 'V {'],
  [
    `class V { constructor(); constructor(db: string); constructor(db?: string) {} ${VIEW} }`,
    undefined,
  ],
  [`class V { constructor(db = 'x', ...more: string[]) {} ${VIEW} }`, undefined],
  [`class V { constructor(db: string) {} @app.route('/a') static a() { return 1; } }`, undefined],
  [`@injectable() class V { constructor(db: string) {} ${VIEW} }`, undefined],
  [`class V { constructor(db: string) {} } class W { ${VIEW} }`, undefined],
])('%s', (code, found) => {
  const said = compile(code).diagnostics.map(({ message }) => message.split('`'));
  expect(said.map(([, name, , parameter]) => `${name ?? ''} ${parameter ?? ''}`)).toEqual(
    found === undefined ? [] : [found],
  );
});

const WRAPPERS = `function withAuth(view: (...values: string[]) => unknown) {
  return (...values: string[]) => view(...values);
}
const withRole = (role: string) => withAuth;
const view = (id: string) => id;
`;

test.each([
  "app.route('/z')(withAuth(() => 1))",
  "app.route('/z/{id}')(withAuth((id) => id))",
  "app.route('/z/{id}')(withAuth(view))",
  "app.route('/z/{id}')(withRole('admin')(view))",
  "app.route('/z/{id}/{other}')(withAuth(withRole('x')((user, id, other) => 1)))",
])('%s is a view whose captures arrive in the order of the path', (code) => {
  const { diagnostics, modules } = compile(`${WRAPPERS}export const z = ${code};`);
  expect(diagnostics).toEqual([]);
  const rows = modules.flatMap(({ bindings }) =>
    bindings.map((binding) => (binding.form === 'call' ? binding.row : undefined)),
  );
  const captures = [...code.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(rows).toMatchObject([{ view: ['z', expect.any(String), ['GET'], captures, 0] }]);
});

test('what no function is given to is no view', () => {
  const { diagnostics } = compile(
    "const make = () => 1;\nexport const z = app.route('/z')(make());",
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(['FW2304']);
});
