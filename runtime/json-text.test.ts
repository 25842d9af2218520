import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { jsonText } from './json-text.js';

async function* lines(): AsyncGenerator<string> {
  yield await Promise.resolve('one');
}

const PIPED = Readable.from(['one']).on('end', () => undefined);
PIPED.on('end', () => undefined);

it.each([
  ['Map', new Map([['a', 1]])],
  ['Set', new Set([1])],
  ['Generator', [1].values(), 'Array Iterator'],
  ['AsyncGenerator', lines()],
  ['stream', PIPED],
  ['ReadableStream', new ReadableStream()],
  ['Promise', Promise.resolve(1)],
  ['Headers', new Headers({ a: 'b' })],
  ['URLSearchParams', new URLSearchParams('a=b')],
])('a %s is refused, not sent as {}', (name, value, shown = name) => {
  const message = `A view returned a ${shown}, which JSON cannot represent.`;
  expect(() => jsonText(value)).toThrow(message);
  expect(() => jsonText({ items: [value] })).toThrow(message);
});

it('the Response of the Web is refused with the import that was meant', () => {
  expect(() => jsonText(globalThis.Response.json({ a: 1 }))).toThrowErrorMatchingInlineSnapshot(
    `[TypeError: A view returned a Response, which JSON cannot represent. Import Response from 'framework'.]`,
  );
});

class Hidden {
  #value = 1;
  toJSON(): number {
    return this.#value;
  }
}

class Private {
  #count = 0;
  count(): number {
    return ++this.#count;
  }
}

class Page {
  readonly items = [1];
  readonly meta = {};
  *[Symbol.iterator](): Generator<number> {
    yield* this.items;
  }
}

it.each([
  ['{}', {}],
  ['{"a":{},"b":[{}],"c":"{}"}', { a: {}, b: [{}], c: '{}' }],
  ['{}', Object.create(null)],
  ['{}', new Private()],
  ['{"date":"1970-01-01T00:00:00.000Z","a":{}}', { date: new Date(0), a: {} }],
  ['{"a":{},"hidden":1}', { a: {}, hidden: new Hidden() }],
  ['{"items":[1],"meta":{}}', new Page()],
  ['{"pipe":"drain","a":{}}', { pipe: 'drain', a: {} }],
  ['[[],{}]', [[], {}]],
])('%s is sent as it is', (text, value) => {
  expect(jsonText(value)).toBe(text);
});
