import { expect, it } from 'vitest';
import { parameterNames } from './decorators.js';

/** Returns the parameter names of a function. It is passed as source text, because a formatter would change it. */
function namesIn(source: string): readonly string[] | undefined {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the text is the test's own
  return parameterNames(new Function(`return ${source}`)() as () => unknown);
}

/** Returns the parameter names of a method that is passed as source text. */
function namesInMethod(source: string): readonly string[] | undefined {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the text is the test's own
  const members = new Function(`return ({ ${source} })`)() as Record<string, () => unknown>;
  return parameterNames(Object.values(members)[0] ?? (() => undefined));
}

it.each([
  ['() => 1', []],
  ['a => a', ['a']],
  ['async a => a', ['a']],
  ['(a) => a', ['a']],
  ['async (a, b) => a', ['a', 'b']],
  ['function (a, b) {}', ['a', 'b']],
  ['function named(a, b,) {}', ['a', 'b']],
  ['async function* ünïcode($a, _b, ñ) {}', ['$a', '_b', 'ñ']],
  ['(a /* , x */, b // , y\n, c) => a', ['a', 'b', 'c']],
  ['(a = \'(,)\', b = "),") => a', ['a', 'b']],
  ['(a = f(1, [2, 3], { x: 4 }), b) => a', ['a', 'b']],
  ['(a = `,${`)${[1, 2]}`},`, b) => a', ['a', 'b']],
  ['(a = /[)/,]\\//g, b = 4 / 2 / 1) => a', ['a', 'b']],
  ['(a = (x, y) => ({ x, y }), b) => a', ['a', 'b']],
  ['(async = 1) => async', ['async']],
])('reads the parameters of %s', (source, names) => {
  expect(namesIn(source)).toEqual(names);
});

it.each([
  ['name(a, b) {}', ['a', 'b']],
  ['async name(a) {}', ['a']],
  ["['computed(x, y)'](a) {}", ['a']],
  ['[(() => "k(z)")()](a, b = 1) {}', ['a', 'b']],
  ['async *[`t(${1})`](a) {}', ['a']],
  ['get(get, set) {}', ['get', 'set']],
])('reads the parameters of the method %s', (source, names) => {
  expect(namesInMethod(source)).toEqual(names);
});

it.each([['({ a }) => a'], ['(a, ...rest) => a'], ['([a]) => a'], ['({ a } = {}, b) => a']])(
  'finds no names for %s',
  (source) => {
    expect(namesIn(source)).toBeUndefined();
  },
);
