// The bound code declares what the manifest contains: every route and function of a fixture has its binding.
import { describe, expect, test } from 'vitest';
import type { Compilation } from '../../compiler/compile-app.js';
import { compileFixture, fixtureNames } from '../support/compiler-fixtures.js';

const compilations = fixtureNames()
  .map((name) => ({ name, compilation: compileFixture(name) }))
  .filter(({ compilation }) => compilation.manifest);

/** The rows of a blueprint do not say where it is registered: they have no prefix, and one row stands for several places. */
const OF_BLUEPRINTS = /^blueprint/;

describe('every route and function of the manifest is bound', () => {
  const direct = compilations.filter(({ name }) => !OF_BLUEPRINTS.test(name));
  test.each(direct)('$name', ({ compilation }) => {
    expect(boundIn(compilation)).toEqual(promisedIn(compilation));
  });
});

test('rows of blueprints say what the routes themselves say', () => {
  const bound = compilations.find(({ name }) => name === 'blueprints');
  expect(bound && boundIn(bound.compilation)).toEqual([
    'GET / index()',
    'GET / index()',
    'GET / year(year)',
    'POST,PUT /orders orders(body)',
    'PUT /users/{id} user(id)',
    'nightly',
    'sweep',
    'weekly',
  ]);
});

function promisedIn({ manifest }: Compilation): string[] {
  const routes = (manifest?.routes ?? []).map(({ methods, path, view, parameters }) =>
    describeView(methods, path, `${view}(${parameters.join()})`),
  );
  return [...routes, ...(manifest?.functions ?? []).map(({ name }) => name)].toSorted();
}

function boundIn({ modules }: Compilation): string[] {
  return modules
    .flatMap(({ bindings }) => bindings)
    .flatMap((binding) => {
      const views =
        binding.form === 'class' ? binding.views : 'view' in binding.row ? [binding.row.view] : [];
      const functions =
        binding.form === 'class'
          ? binding.functions
          : 'function' in binding.row
            ? [binding.row.function]
            : [];
      return [
        ...views.map(([key, path, methods, parameters]) =>
          describeView(methods, path, `${key}(${parameters.join()})`),
        ),
        ...functions.map(([, name]) => name),
      ];
    })
    .toSorted();
}

function describeView(methods: readonly string[], path: string, view: string): string {
  return `${methods.join()} ${path} ${view}`;
}
