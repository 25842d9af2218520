// `framework/testing`: everything a test imports.

/**
 * The routes and functions of the application under test. `framework build` generates a file that extends this interface. With
 * it, TypeScript checks paths, methods, captures and names of functions.
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
// The types of each kind of event source.
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
