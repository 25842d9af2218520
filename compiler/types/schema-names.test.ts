import { describe, expect, it } from 'vitest';
import { definition, text } from './json-schema-rows.fixture.js';
import { projectOf } from './read-types.fixture.js';
import { componentNames, schemaNames } from './schema-names.js';

describe('the names of types', () => {
  const names = (...list: (readonly [key: string, name: string, file: string])[]): unknown => {
    const known = new Map(
      list.map(([key, name, file]) => [
        key,
        definition(name, { kind: 'literal', value: key }, file),
      ]),
    );
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
    expect(names(['1', 'A$', 'a.ts'], ['2', 'A#', 'a.ts'])).toEqual({ 1: 'AA_', 2: 'AA_2' });
  });

  it('are shared by types that say the same', () => {
    const same = { kind: 'text', rules: { minLength: 1 } } as const;
    const known = new Map([
      ['1', definition('Required', same, 'users.ts')],
      ['2', definition('Required', same, 'articles.ts')],
      ['3', definition('Required', text, 'tags.ts')],
      ['4', definition('Name', same, 'users.ts')],
    ]);
    const pair = [...known].filter(([key]) => key !== '3');
    expect(
      Object.fromEntries(
        schemaNames(
          pair.map(([key]) => key),
          new Map(pair),
        ),
      ),
    ).toEqual({
      1: 'Required',
      2: 'Required',
      4: 'Name',
    });
    expect(Object.fromEntries(schemaNames(known.keys(), known))).toEqual({
      1: 'UsersRequired',
      2: 'ArticlesRequired',
      3: 'TagsRequired',
      4: 'Name',
    });
  });

  it('keep their alphabet, and are legible where a document allows only ASCII', () => {
    const given = ['Größe', 'Grüße', 'Ørsted', '都市', 'Grosse', 'Ärger'];
    const known = names(...given.map((name) => [name, name, 'a.ts'] as const)) as object;
    expect(known).toEqual(Object.fromEntries(given.map((name) => [name, name])));
    expect(Object.fromEntries(componentNames(new Map(Object.entries(known))))).toEqual({
      Größe: 'Grosse2',
      Grüße: 'Grusse',
      Ørsted: 'Orsted',
      都市: '_90fd_5e02',
      Grosse: 'Grosse',
      Ärger: 'Arger',
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
