// The rows that `transformers/` writes after a class, with which the runtime binds the views in the class
// (docs/decisions/bound-views.md). They are tuples because a large application has a thousand of them.
import type { WrittenName } from './events.js';
import type { StreamKind } from './manifest.js';

/**
 * One route of a view. `parameters` lists the names of the captures in the order of the view's parameters, so that minified
 * code binds by name. `contentTypes` is 0 for the default. `cors` contains the CORS headers for every response of the route; it
 * is absent if `app.api.cors` decides, and empty if the route disables CORS. `stream` is present if the view streams. For a
 * view in a blueprint, the row contains what the route itself sets; the blueprint or its registration provides absent content
 * types and CORS headers.
 */
export type BoundView = readonly [
  key: string,
  path: string,
  methods: readonly string[],
  parameters: readonly string[],
  isStatic: 0 | 1,
  contentTypes?: readonly string[] | 0,
  cors?: Readonly<Record<string, string>> | undefined,
  readInputs?: ReadInputs | 0 | undefined,
  stream?: StreamKind | undefined,
];

/** Called by generated code for each problem. `value` is undefined if the value is missing; `message` is that of the type. */
export type Report = (
  ...problem: readonly [
    at: string,
    expected: string,
    rule: string,
    value: unknown,
    message?: string,
  ]
) => void;

/** Generated from the types of a view's parameters: reads and validates the inputs, and returns the view's arguments. */
export type ReadInputs = (request: never, report: Report) => unknown[];

/** Returns the key of a route's list of middleware: its first method and its path. The key of a function's list is its name. */
export function listKey(methods: readonly string[], path: string): string {
  return `${methods[0] ?? ''} ${path}`;
}

/** One function declared with `app.lambdaFunction()`: its member and its name in the configuration. */
export type BoundFunction = readonly [key: string, name: string, isStatic: 0 | 1];

/**
 * One event source of a function. The compiler writes these rows after those of the class, or around the call that binds a
 * function: `app.$on([["order", app.$adapters.onSqsMessage, { source: { text: "orders" } }, check]], made)`, which returns
 * `made`.
 */
export type BoundSource<Adapter> = readonly [
  name: string,
  adapter: Adapter,
  options: SourceOptions | 0,
  check?: CheckPayload,
];

/** The options of an event source that only the runtime uses. */
export type SourceOptions = {
  /** Events from any other source are rejected. It is absent for rules and schedules, whose events do not name the source. */
  readonly source?: WrittenName;
  /**
   * How the payload is parsed: as JSON if its type is declared, even as `unknown`. Otherwise a message is a string, a Kinesis
   * record is bytes, and any other payload is passed unchanged.
   */
  readonly payload?: 'json' | 'text' | 'bytes';
  /** With `drop`, a record whose payload does not match its type is logged and treated as processed. Otherwise it fails. */
  readonly onInvalid?: 'drop';
  /** How many messages in a batch are processed concurrently; defaults to all of them. */
  readonly concurrency?: number;
  /** True if a schedule passes its `input` instead of an event. */
  readonly hasInput?: true;
};

/**
 * Generated from the type of a payload: validates the payload and returns it. `report` takes a JSON pointer into the payload
 * ('' is the payload itself). A schema may return another value, or a promise of another value:
 * `(v, p) => app.$adapters.$bySchema(schema, v, ["", p])`.
 */
export type CheckPayload = (payload: unknown, report: Report) => unknown;
