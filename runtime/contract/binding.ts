// How bound code hands its views to the runtime: what `transformers/` writes behind a class and the runtime reads
// (docs/decisions/bound-views.md). Tuples, because a large application carries a thousand of them.

/**
 * One route of a view. `parameters` holds the capture names in the order of the view's parameters, so that minified
 * code binds by name. `contentTypes` is 0 for the default; `cors` holds the headers of every response of the route.
 */
export type BoundView = readonly [
  key: string,
  path: string,
  methods: readonly string[],
  parameters: readonly string[],
  isStatic: 0 | 1,
  contentTypes?: readonly string[] | 0,
  cors?: Readonly<Record<string, string>> | undefined,
  readInputs?: ReadInputs,
];

/**
 * Reads and checks what a view takes besides texts of captures, and gives all its arguments: code that is made of its
 * types. It calls members of the request, and `report` for each problem, with `undefined` for what is absent.
 */
export type ReadInputs = (
  request: never,
  report: (
    ...problem: readonly [at: string, expected: string, rule: string, value: unknown]
  ) => void,
) => unknown[];

/** What tells the lists of middleware apart: a route by its first method and its path, a function by its name. */
export function listKey(methods: readonly string[], path: string): string {
  return `${methods[0] ?? ''} ${path}`;
}

/** One function declared with `app.lambdaFunction()`: the member that holds it and its name in the configuration. */
export type BoundFunction = readonly [key: string, name: string, isStatic: 0 | 1];
