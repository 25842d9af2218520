// The test client's types for the routes of a generated client (`framework client`).
import type { OptionsFor, RequestOptions } from './test-client.js';

/** The paths that have a route for a method. The gateway answers OPTIONS wherever a route has CORS. */
export type PathOf<Routes, Method extends string> = keyof Routes extends infer Name
  ? Name extends `${Method extends 'OPTIONS' ? string : Method} ${infer Path}`
    ? Path
    : never
  : never;

/** An object type without properties; options that require nothing extend it. */
type NoOptions = { readonly [Name in never]: unknown };

/** The options of a request. Those that the route requires are required here. */
export type OptionsOf<Routes, Name extends string> = Name extends keyof Routes
  ? Routes[Name] extends { input: infer Input }
    ? NoOptions extends Typed<Input>
      ? [options?: Typed<Input>]
      : [options: Typed<Input>]
    : [options?: RequestOptions]
  : Name extends `${string} ${infer Path}`
    ? OptionsFor<Path>
    : never;

/** The client's `path` and `body` are `params` and `json` here. A body in another format is sent as it is. */
type Typed<Input> = Omit<RequestOptions, 'params' | 'query' | 'json'> &
  (Input extends { path: infer Path } ? { readonly params: Path } : unknown) &
  (Input extends { query: infer Query }
    ? { readonly query: Query }
    : Input extends { query?: infer Query }
      ? { readonly query?: Query }
      : Pick<RequestOptions, 'query'>) &
  (Input extends { body: infer Body }
    ? { readonly json: Body } | { readonly body: string | Uint8Array }
    : Input extends { body?: infer Body }
      ? { readonly json?: Body }
      : unknown);

/** The value of the route's successful answer. */
export type ValueOf<Routes, Name> = Name extends keyof Routes
  ? Routes[Name] extends { answers: infer Answers }
    ? Answers[keyof Answers]
    : unknown
  : unknown;
