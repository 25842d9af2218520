import { describe, expect, it } from 'vitest';
import { definition, text } from './json-schema-rows.fixture.js';
import { projectOf } from './read-types.fixture.js';
import { schemaNames } from './schema-names.js';

describe('the names of types', () => {
  const names = (...list: (readonly [key: string, name: string, file: string])[]): unknown => {
    const known = new Map(list.map(([key, name, file]) => [key, definition(name, text, file)]));
    return Object.fromEntries(schemaNames(known.keys(), known));
  };

  it('stay as they are when they differ', () => {
    expect(names(['1', 'City', 'a.ts'], ['2', 'PageOfCity', 'a.ts'])).toEqual({
      1: 'City',
      2: 'PageOfCity',
    });
  });

  it('are told apart by the module', () => {
    expect(
      names(
        ['1', 'Page', 'views/cities.ts'],
        ['2', 'Page', 'views/city-guide.ts'],
        ['3', 'City', 'a.ts'],
      ),
    ).toEqual({ 1: 'CitiesPage', 2: 'CityGuidePage', 3: 'City' });
  });

  it('are told apart by their namespaces', () => {
    const { read, definitions } = projectOf({
      'app.ts':
        'namespace N { export interface P { a: 1 } export interface Q { q: 1 } } namespace O.M { export interface P { a: 2 } } type T = [N.P, N.Q, O.M.P]',
    });
    expect(read('T').problems).toEqual([]);
    expect([...schemaNames(definitions.keys(), definitions).values()].toSorted()).toEqual([
      'MP',
      'NP',
      'Q',
    ]);
  });

  it('take as much of the path as tells them apart', () => {
    expect(names(['1', 'Page', 'a/types.ts'], ['2', 'Page', 'b/types.ts'])).toEqual({
      1: 'ATypesPage',
      2: 'BTypesPage',
    });
  });

  it('are numbered when nothing else helps', () => {
    expect(names(['1', 'Größe', 'a.ts'], ['2', 'Grüße', 'a.ts'])).toEqual({
      1: 'AGr__e',
      2: 'AGr__e2',
    });
  });

  it('never become a name that another type has', () => {
    expect(names(['1', 'Page', 'a.ts'], ['2', 'Page', 'b.ts'], ['3', 'APage', 'c.ts'])).toEqual({
      1: 'APage2',
      2: 'BPage',
      3: 'APage',
    });
  });
});
