// What the types of the test client make of a path: its captures, and, where `framework build` has written the types of
// the application, the paths that have a route for a method.
import type { TestedApps } from './index.js';

/** The names of the captures of a path: `'city'` of `'/cities/{city}'`. */
export type CaptureNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | CaptureNames<Rest>
  : never;

/** The applications of this program whose types were generated; never when there are none. */
type KnownApp = TestedApps[keyof TestedApps];

type PathsOf<App, Method extends string> = App extends { readonly routes: infer Routes }
  ? { [Path in keyof Routes & string]: Method extends Routes[Path] ? Path : never }[keyof Routes &
      string]
  : never;

/** The paths with a route for a method; any text when the types of the application were not generated. */
export type PathWith<Method extends string> = [KnownApp] extends [never]
  ? string
  : PathsOf<KnownApp, Method>;

type FunctionsOf<App> = App extends { readonly functions: infer Names extends string }
  ? Names
  : never;

/** The names of the lambda functions; any text when the types of the application were not generated. */
export type FunctionName = [KnownApp] extends [never] ? string : FunctionsOf<KnownApp>;

/** The names of the functions with a kind of source; any text when the types of the application were not generated. */
export type FunctionOf<Kind extends string> = [KnownApp] extends [never]
  ? string
  : KnownApp extends { readonly events: { readonly [Name in Kind]: infer Names extends string } }
    ? Names
    : never;
