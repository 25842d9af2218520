// `framework/testing`: everything that tests can import.

export { type ApiGatewayRequest, type Events, events } from './sample-events.js';
export type { Delivered, FailedRecord } from '../events/local-kind.js';
export type { BusEvent, BusEventOptions, EventPlace } from '../events/event-place.js';
// The types of each kind of event source.
export type * from '../events/registry.js';
export { testApp, type TestAppOptions, type TestedApp } from './test-app.js';
// Including `TestedApps`, which generated files extend.
export type * from './test-client.js';
export type { TestStream } from './test-client.js';
