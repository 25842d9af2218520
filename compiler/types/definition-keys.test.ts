// Keys and names of generic types.
import { expect, test } from 'vitest';
import { typeOf } from './read-types.fixture.js';

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
