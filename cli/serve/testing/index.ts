// `framework/testing`: everything a test imports.

/**
 * The routes and functions of the application under test. `framework build` writes a file that fills it in; then paths,
 * methods, captures and names of functions are checked by their types.
 *
 * @example
 * ```typescript
 * declare module 'framework/testing' {
 *   interface TestedApps {
 *     'city-guide': {
 *       routes: { '/cities': 'GET' | 'POST'; '/cities/{city}': 'GET' };
 *       functions: 'ranking';
 *       events: { schedule: 'ranking' };
 *     };
 *   }
 * }
 * ```
 */
// eslint-disable-next-line -- only an interface can be filled in from another file
export interface TestedApps {}

export { type ApiGatewayRequest, type Events, events } from './sample-events.js';
export type { Delivered, FailedRecord } from '../events/local-kind.js';
export type { EventPlace } from '../events/event-place.js';
export type { BusEvent, BusEventOptions } from '../events/bus-event.js';
// What each source of events has.
export type * from '../events/registry.js';
export { testApp, type TestAppOptions, type TestedApp } from './test-app.js';
export type {
  AuthorizerResult,
  Caller,
  CaptureNames,
  EventMethods,
  FunctionName,
  FunctionOf,
  IamIdentity,
  ItemOf,
  OptionsFor,
  OptionsOf,
  ParameterName,
  ParameterValue,
  PathOf,
  PathWith,
  RequestOptions,
  Send,
  SendTyped,
  TestAnswer,
  TestClient,
  TestEvent,
  TestStream,
  ValueOf,
} from './test-client.js';
