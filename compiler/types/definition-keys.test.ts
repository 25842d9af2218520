// Keys and names of generic types: each type has its own, even if its arguments have no text of their own.
import { expect, test } from 'vitest';
import { projectOf, typeOf } from './read-types.fixture.js';

test.each([
  ['interface Box<V> { v: V } type Tree = Box<Tree>; type T = Tree;', ['BoxOfBox']],
  ['type Or<V> = { a: V }; type Tree = Or<Tree[]>; type T = Tree;', ['OrOfOrList']],
  [
    'type Or<V> = V | null; interface Node<V> { next: V } type Tree = Or<Node<Tree>>; type T = Tree;',
    ['NodeOfOrOfNode', 'OrOfNodeOfOr'],
  ],
])('a type that is among its own arguments: %s', (source, names) => {
  const { problems, definitions } = typeOf(source);
  expect(problems).toEqual([]);
  expect([...definitions.values()].map(({ name }) => name)).toEqual(names);
});

test('objects as arguments, of an input and of an answer', () => {
  const { read, definitions } = projectOf({
    'app.ts': `interface Box<V> { v: V }
type Sent = Box<{ a: string }>;
type Same = Box<Same>;
type Answered = Box<{ b: number }>;
type Other = Box<Other>;`,
  });
  const types = [
    read('Sent').type,
    read('Same').type,
    read('Answered', 'answer').type,
    read('Other', 'answer').type,
    read('Sent', 'answer').type,
  ];
  const keys = types.map((type) => type.kind === 'named' && type.key);
  expect(new Set(keys).size).toBe(4);
  expect(keys[4]).toBe(keys[0]);
  const [sent] = definitions.values();
  expect(sent?.type).toMatchObject({
    properties: [{ name: 'v', type: { properties: [{ name: 'a', type: { kind: 'text' } }] } }],
  });
});

test('keys and names of types within types stay short', () => {
  const nested = Array.from(
    { length: 24 },
    (_, level) => `type T${String(level + 1)} = Pair<T${String(level)}, T${String(level)}>;`,
  );
  const { problems, definitions } = typeOf(
    `interface Pair<A, B> { a: A; b: B } interface T0 { c: string } ${nested.join(' ')} type T = T24;`,
  );
  expect(problems).toEqual([]);
  expect(definitions.size).toBe(25);
  const texts = [...definitions].flatMap(([key, { name }]) => [key, name]);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(25_000);
});
