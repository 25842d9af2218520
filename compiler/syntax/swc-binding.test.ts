// Which interface of swc is used, and that both give the same result.
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { callApart, chooseSwc, type Load, TESTED_VERSIONS, theSwc } from './parser-process.js';
import { parseWith } from './swc.js';

const load: Load = createRequire(import.meta.url);

/** Creates an installation in which one module is replaced. */
function installation(specifier: string, module: unknown): Load {
  return (asked) => (asked === specifier ? module : load(asked));
}

const OTHER_VERSION = installation('@swc/core/package.json', { version: '99.0.0' });
const MISSING: Load = (asked) => {
  if (asked === '@swc/core/binding.js') throw new Error('Cannot find module');
  return load(asked);
};

const TEXT = `
import { app } from './service.js';
export class Views {
  @app.route('/cities/{id}') city({ id }: { id: string }) { return { id, all: [1, "}"] }; }
}
`;

// After an update: run the tests of this folder and of the compiler, then add the version to `TESTED_VERSIONS`.
test('the installed version is one for which the cutting of its answers is tested', () => {
  expect(TESTED_VERSIONS).toContain(Reflect.get(Object(load('@swc/core/package.json')), 'version'));
  expect(theSwc().isBinding).toBe(true);
});

test.each([
  ['of another version', OTHER_VERSION],
  ['without its binding', MISSING],
  ['whose binding has other functions', installation('@swc/core/binding.js', { parse: load })],
])('an swc %s is asked as it is documented, and gives the same tree', (_, other) => {
  const swc = chooseSwc(other);
  expect(swc.isBinding).toBe(false);
  const module = { text: TEXT, file: 'app.ts' };
  const found = parseWith(swc, { ...module, declaringWord: /route/ });
  const known = parseWith(theSwc(), module);
  if (found.kind !== 'parsed' || known.kind !== 'parsed') throw new Error('it is not parsed');
  expect(JSON.parse(JSON.stringify(found.program))).toEqual(known.program);
  expect(JSON.stringify(found.program)).not.toContain('isSkipped');
});

test('it lowers to the same and says the same against a text', () => {
  const swc = chooseSwc(OTHER_VERSION);
  const options = JSON.stringify({ jsc: { parser: { syntax: 'typescript' } }, isModule: true });
  const text = 'export const one: number = 1;';
  expect(swc.transform(text, options).code).toBe(theSwc().transform(text, options).code);
  const wrong = { text: 'const = 1;', file: 'app.ts' };
  const [found, known] = [parseWith(swc, wrong), parseWith(theSwc(), wrong)];
  if (found.kind !== 'unparsed' || known.kind !== 'unparsed') throw new Error('it is parsed');
  expect(found.problems).toEqual(known.problems);
});

test('it answers in a process of its own too', () => {
  const swc = chooseSwc(OTHER_VERSION);
  const options = JSON.stringify({ syntax: 'typescript', target: 'es2022', isModule: true });
  const call = { name: 'parseSync', text: 'const one = 1;', options } as const;
  const answered = callApart({ ...call, swc });
  expect(answered).toMatchObject({ kind: 'answer', answer: { type: 'Module' } });
  expect(callApart({ ...call, swc: theSwc() })).toMatchObject({ kind: 'answer' });
});
