// `framework/testing`: everything a test imports.

/**
 * The routes and functions of the application under test. `framework build` writes a file that fills it in; then paths,
 * methods, captures and names of functions are checked by their types.
 *
 * @example
 * ```ts
 * declare module 'framework/testing' {
 *   interface TestedApps {
 *     'city-guide': {
 *       routes: { '/cities': 'GET' | 'POST'; '/cities/{city}': 'GET' };
 *       functions: 'ranking';
 *     };
 *   }
 * }
 * ```
 */
// eslint-disable-next-line -- only an interface can be filled in from another file
export interface TestedApps {}

export type { AuthorizerResult, Caller, IamIdentity } from './caller.js';
export { type Events, events } from './events/sample-events.js';
export { testApp, type TestAppOptions, type TestedApp } from './test-app.js';
export type {
  OptionsFor,
  ParameterValue,
  RequestOptions,
  Send,
  TestAnswer,
  TestClient,
} from './test-client.js';
export type { CaptureNames, FunctionName, PathWith } from './typed-paths.js';
