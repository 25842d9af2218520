// Comments of types and properties.
import { expect, test } from 'vitest';
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
  for (const comment of ['/** */', '/**/', '/***/', '/** @see nothing */']) {
    const { definitions } = typeOf(`${comment} interface City { name: string } type T = City;`);
    expect([...definitions.values()].map(({ documentation }) => documentation)).toEqual([
      undefined,
    ]);
  }
});

test('an example may be code, and a link is the name that it leads to', () => {
  const { definitions } = typeOf(`
    /**
     * See {@link Town}, e.g. a small one.
     *
     * - one
     * - two
     *
     * @example
     * \`\`\`json
     * { "name": "Bern",
     *
     *   "size": 1 }
     * \`\`\`
     */
    export declare interface City { name: string }
    type T = City;`);
  expect([...definitions.values()].map(({ documentation }) => documentation)).toEqual([
    {
      summary: 'See `Town`, e.g. a small one.',
      description: '- one\n- two',
      examples: [{ name: 'Bern', size: 1 }],
    },
  ]);
});

test('a property says the message of its problems', () => {
  const { definitions } = typeOf(`
    interface City {
      /** Two letters. @message must be two letters */
      country: string;
    }
    type T = City;`);
  const [city] = definitions.values();
  const properties = city?.type.kind === 'object' ? city.type.properties : [];
  expect(properties[0]?.documentation).toEqual({
    summary: 'Two letters.',
    message: 'must be two letters',
  });
});
