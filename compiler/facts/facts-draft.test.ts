import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../test/support/memory-files.js';
import { Framework } from '../../runtime/framework.js';
import { compileApp } from '../compile-app.js';
import { isAppMember } from './receivers.js';

function check(code: string, made = "new Framework({ appName: 'helloworld' })") {
  const text = `import { Framework } from 'framework';
export const app = ${made};
export const index = app.route('/')(() => 1);
${code}
`;
  const files = memoryFiles({ 'app.ts': text });
  return { text, diagnostics: compileApp({ root: MEMORY_ROOT, files }).diagnostics };
}

test.each([
  [
    "class V { @app.get('/a') a() { return 1; } }",
    "get: `app` has no `get`. Write `@app.route('/a')`.",
    "class V { @app.route('/a') a() { return 1; } }",
  ],
  [
    "class V { @app.post('/a') a() { return 1; } }",
    "post: `app` has no `post`. Write `@app.route('/a', { methods: ['POST'] })`.",
    "class V { @app.route('/a', { methods: ['POST'] }) a() { return 1; } }",
  ],
  ["app.get('/a', () => 1);", "get: `app` has no `get`. Write `@app.route('/cities')`.", undefined],
  [
    "export const a = app.delete('/a')(() => 1);",
    "delete: `app` has no `delete`. Write `@app.route('/a', { methods: ['DELETE'] })`.",
    undefined,
  ],
  [
    'app.use(() => 1);',
    "use: `app` has no `use`. List the middleware that runs around views: `new Framework({ appName: 'helloworld', middleware: [audit] })`.",
    undefined,
  ],
  [
    'app.listen(3000);',
    'listen: `app` has no `listen`. Remove it, and run `framework local` to serve the application.',
    undefined,
  ],
  [
    "class V { @app.route('/a') a() { app.waitUntil(fetch('https://example.com')); return 1; } }",
    'waitUntil: `app` has no `waitUntil`. Lambda freezes a function after its response: wait for the work with `await`, or pass it to a queue or to a lambda function (docs/guide/after-the-answer.md).',
    undefined,
  ],
  [
    'class V { @app.lambda_function() a() { return 1; } }',
    'lambda_function: `app` has no `lambda_function`. Did you mean `lambdaFunction`?',
    undefined,
  ],
  [
    'class V { @app.repeat a() { return 1; } }',
    "repeat: `app` has no `repeat`. A view is declared with `@app.route('/cities')`, a function with `@app.lambdaFunction()`.",
    undefined,
  ],
])('%s', (code, said, fixed) => {
  const { text, diagnostics } = check(code);
  const found = diagnostics.map(({ at, message, hint }) => {
    return `${text.slice(at?.start, at?.end)}: ${message} ${hint ?? ''}`;
  });
  expect(found).toEqual([said]);
  const edits = (diagnostics[0]?.fix?.edits ?? []).toReversed();
  let result = text;
  for (const edit of edits) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  expect(result.split('\n')[3]).toBe(fixed ?? code);
});

test.each([
  [
    "class Mine extends Framework { get(path: string) { return path; } }\napp.get('/a');",
    'new Mine()',
  ],
  ['const list = new Map(); list.get(1);', undefined],
  ["app.log.info('x'); app.toString(); app.defineAuthorizer;", undefined],
])('%s is left alone', (code, made) => {
  const codes = check(code, made).diagnostics.map((found) => found.code);
  expect(codes).not.toContain('FW2023');
});

test('the members that are known are those that an application has', () => {
  const app = new Framework({ appName: 'x' });
  const names = [
    app,
    Framework.prototype,
    Object.getPrototypeOf(Framework.prototype) as object,
  ].flatMap((owner) => Object.getOwnPropertyNames(owner));
  expect(names.filter((name) => !name.startsWith('$') && !isAppMember(name))).toEqual([]);
});
