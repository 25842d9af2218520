// What a test sends to the functions of an application in the place of queues, topics, buckets, tables, streams, buses
// and schedules.
import type { SourceKind, TestSources } from '../events/local-kind.js';
import type { FunctionOf } from './typed-paths.js';

/**
 * The sources of a function, by its name. A function with several of a kind also takes the name of the queue, topic,
 * bucket, table, stream or bus, or the expression of the schedule.
 */
export type EventMethods = {
  readonly [Name in keyof TestSources]: SourceOf<TestSources[Name]>;
};

type SourceOf<Source> = Source extends {
  kind: infer Kind extends SourceKind;
  called: infer Called extends unknown[];
  methods: infer Methods;
}
  ? (name: FunctionOf<Kind>, ...called: Called) => Methods
  : never;
