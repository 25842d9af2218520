// Facts created manually, for rules whose test cases would be long as source text.
import type { SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import type { AppFacts, ViewDeclaration } from '../../compiler/declarations/app-facts.js';
import type { StaticValue } from '../../compiler/values/static-value.js';

/** Returns a location on the first line of `app.ts`. */
export function placeAt(start: number, end: number): SourceSpan {
  return {
    file: 'app.ts',
    start,
    end,
    line: 1,
    column: start + 1,
    endLine: 1,
    endColumn: end + 1,
  };
}

/** Returns a string literal in quotes that begins at `start`. */
export function textAt(
  value: string,
  start = 0,
): Extract<StaticValue, { readonly kind: 'string' }> {
  const at = placeAt(start, start + value.length + 2);
  return { kind: 'string', value, at, literal: at };
}

/** Returns a route on a method `view` without parameters. */
export function routeOn(path: string): ViewDeclaration {
  return {
    kind: 'route',
    app: 0,
    leading: [textAt(path)],
    options: undefined,
    extraArguments: [],
    target: {
      form: 'method',
      name: { value: 'view', at: placeAt(50, 54) },
      isStatic: false,
      class: undefined,
      parameters: [],
      at: placeAt(50, 60),
    },
    isConditional: false,
    at: placeAt(0, 40),
  };
}

/** Returns the facts of an application with only these routes. */
export function factsWith(routes: readonly ViewDeclaration[]): AppFacts {
  return {
    entry: 'app.ts',
    files: ['app.ts'],
    apps: [{ arguments: [], name: 'app', at: placeAt(0, 20) }],
    blueprints: [],
    unreachedBlueprints: [],
    registrations: [],
    views: routes,
    changes: [],
    authorizers: [],
    types: new Map(),
    providerReads: [],
    made: [],
    unfollowedProviders: [],
    problems: [],
  };
}
