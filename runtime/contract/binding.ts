// How bound code hands its views to the runtime: what `transformers/` writes behind a class and the runtime reads
// (docs/decisions/bound-views.md). Tuples, because a large application carries a thousand of them.
import type { SourceName } from './source-parts.js';

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
  readInputs?: ReadInputs | undefined,
];

/**
 * One route of a view of a blueprint, with what the route itself says: where the types or CORS are absent, the blueprint and
 * the place where it is registered decide. 0 in the place of CORS says that there is none.
 */
export type PartView = readonly [
  key: string,
  path: string,
  methods: readonly string[],
  parameters: readonly string[],
  isStatic: 0 | 1,
  contentTypes?: readonly string[] | 0,
  cors?: Readonly<Record<string, string>> | 0 | undefined,
  readInputs?: ReadInputs | undefined,
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

/**
 * One source of events of a function. The compiler writes them behind the rows, or around the call that binds a function:
 * `app.$on([["order", app.$adapters.onSqsMessage, { source: { text: "orders" } }, check]], made)`, which gives `made`.
 */
export type BoundSource<Adapter> = readonly [
  name: string,
  adapter: Adapter,
  options: SourceOptions | 0,
  check?: CheckPayload,
];

/** What only the runtime must know of a source. */
export type SourceOptions = {
  /**
   * The queue, topic, bucket, table or stream: an event of another one is refused. Absent for rules and schedules, which
   * events do not name.
   */
  readonly source?: SourceName;
  /**
   * How the payload is handed over: JSON for one with a declared type, also `unknown`. Unless given, a message is text
   * and a record of Kinesis bytes, and the payload of another source is what it is.
   */
  readonly payload?: 'json' | 'text' | 'bytes';
  /** `drop`: a record whose payload is not of its type is logged and counts as done. It fails unless given. */
  readonly onInvalid?: 'drop';
  /** Messages of a queue at once; all of a batch unless given. */
  readonly concurrency?: number;
  /** Whether a schedule hands over its `input` in place of an event. */
  readonly hasInput?: true;
};

/**
 * Checks one payload and gives it: code that is made of its type. `report` takes JSON pointers into the payload, '' for the
 * payload itself, and `undefined` for what is absent. A schema may give another value, or a promise of one:
 * `(v, p) => app.$adapters.$bySchema(schema, v, ["", p])`.
 */
export type CheckPayload = (
  payload: unknown,
  report: (
    ...problem: readonly [at: string, expected: string, rule: string, value: unknown]
  ) => void,
) => unknown;
