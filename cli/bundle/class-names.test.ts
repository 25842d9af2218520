// Class names are kept without a call for each class.
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { nameClasses } from './class-names.js';

function minified(source: string): string {
  const { outputFiles } = buildSync({
    stdin: { contents: source },
    bundle: true,
    minify: true,
    keepNames: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns what a module evaluates to, before and after it is minified. */
async function run(source: string, isEqual = true) {
  const code = minified(source);
  const named = nameClasses(code);
  expect(named).toHaveLength(code.length);
  const value = async (text: string): Promise<unknown> => {
    const exports = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as object;
    return 'value' in exports ? exports.value : undefined;
  };
  if (isEqual) expect(await value(named)).toEqual(await value(code));
  return { value: await value(named), calls: named.split('static{').length - 1 };
}

test('classes have their names, with and without a base class', async () => {
  const { value, calls } = await run(
    `(() => { globalThis.keep = [class Animal {}, 1]; })();
     const [Base] = globalThis.keep;
     class Dog extends Base { static legs = 4; own() { return this.constructor.legs; } }
     class Cat {}
     export const value = [Dog.name, Cat.name, new Dog().own(), Object.getOwnPropertyNames(Dog).sort()];`,
  );
  expect(value).toEqual(['Dog', 'Cat', 4, ['legs', 'length', 'name', 'prototype']]);
  expect(calls).toBe(0);
});

test('the stack of an instance method names the class', async () => {
  const { value } = await run(
    `class Animal {} class Dog { bark() { return new Error('woof').stack; } }
     export const value = [/ at (\\w+\\.bark)/.exec(new Dog().bark())?.[1], Animal.name];`,
    false,
  );
  expect(value).toEqual(['Dog.bark', 'Animal']);
});

test('two classes of the same name both have it', async () => {
  const { value, calls } = await run(
    `const one = (() => { class Twin {} return [Twin]; })(); const two = (() => { class Twin {} return [Twin]; })();
     export const value = [...one, ...two].map(({ name }) => name);`,
  );
  expect(value).toEqual(['Twin', 'Twin']);
  expect(calls).toBeLessThan(3);
});

test.each([
  [
    'would hide what the class means by it',
    `class Date2 {} const make = (Outer) => { class Local { get() { return typeof Date; } } return Local; };
     class Date {} export const value = [make().name, Date.name, new (make())().get()];`,
  ],
  [
    'is a global that the class uses',
    `const list = [class Map { own() { return new globalThis.Map(); } }]; export const value = [list[0].name];`,
  ],
  ['is reserved', `export default class {} export const value = 1;`],
  [
    'is a property somewhere',
    `class Shop {} export const value = [Shop.name, JSON.parse('{"Shop":1}').Shop];`,
  ],
  [
    'is no identifier',
    `const made = { 'a b': class {} }; export const value = [made['a b'].name];`,
  ],
])('a name that %s is kept as it was, or means the same', async (_, source) => {
  await run(source);
});

test('a name that is a word elsewhere stays a call', async () => {
  expect(
    await run(`class Shop {} export const value = [Shop.name, JSON.parse('{"Shop":1}').Shop];`),
  ).toEqual({
    value: ['Shop', 1],
    calls: 1,
  });
});

test('code without the call of esbuild is left alone', () => {
  const code = 'var n=(e,t)=>e;var a=class{static{n(this,"Shop")}};';
  expect(nameClasses(code)).toBe(code);
});

test('what kept the names goes when no class needs it any more', async () => {
  const source = `class Shop { $(a) { return a; } } export const value = [Shop.name, new Shop().$(1)];`;
  expect(await run(source)).toEqual({ value: ['Shop', 1], calls: 0 });
  expect(nameClasses(minified(source))).not.toContain('configurable');
  const other = `const make = () => 1; ${source} export { make };`;
  expect(nameClasses(minified(other))).toContain('configurable');
  await run(other);
});

test('a helper with any name is found', () => {
  const code =
    'var k=Object.defineProperty;var $=(r,e)=>k(r,"name",{value:e,configurable:!0});var E=class{static{$(this,"Shop")}};';
  expect(nameClasses(code).trim()).toBe(`var E=class Shop{${' '.repeat(17)}};`);
});
