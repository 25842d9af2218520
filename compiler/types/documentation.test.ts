// Comments of types and properties.
import { expect, test } from 'vitest';
import { readDocumentation } from './documentation.js';
import { typeOf } from './read-types.fixture.js';

test('types and properties say what their comments say', () => {
  const { definitions } = typeOf(`
    /**
     * A city of the
     * world. It has people.
     *
     * And streets.
     * @example { "name": "Bern" }
     * @example for people
     * @deprecated Use Town.
     */
    export interface City {
      /** Two letters. @see nothing */
      country: string; // not this
      /* nor this */
      name: string;
      /** @default 3 */
      readonly size?: number;
      plain: string;
    }
    type T = City;`);
  const [city] = definitions.values();
  expect(city?.documentation).toEqual({
    summary: 'A city of the world.',
    description: 'It has people.\n\nAnd streets.',
    deprecated: 'Use Town.',
    examples: [{ name: 'Bern' }],
  });
  const properties = city?.type.kind === 'object' ? city.type.properties : [];
  expect(properties.map(({ name, documentation }) => [name, documentation])).toEqual([
    ['country', { summary: 'Two letters.' }],
    ['name', undefined],
    ['size', { default: 3 }],
    ['plain', undefined],
  ]);
});

test('properties keep their comments when types are made of types', () => {
  const { type } = typeOf(
    'type A = { /** The name. */ a: string; b: 1 }; type T = Partial<Omit<A, "b">>;',
  );
  expect(type).toMatchObject({ properties: [{ documentation: { summary: 'The name.' } }] });
});

test('a comment that says nothing is none', () => {
  expect(readDocumentation(' ')).toBeUndefined();
});
