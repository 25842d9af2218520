// Applications that declare tables, queues, topics and buckets, for the deploy tests.
import type { EventSource } from '../../../../runtime/contract/events.js';
import type {
  BucketEntry,
  QueueEntry,
  ResourceEntry,
  TableEntry,
  TopicEntry,
} from '../../../../runtime/contract/manifest.js';
import type { Desired } from '../../stage/states.js';
import { appOf, type SourcesByFunction } from '../../deploy/event-sources.fixture.js';
import type { StateSketch } from '../../deploy/states.fixture.js';

const at = { file: 'app.ts', line: 3, column: 1 };

export function tableOf(name: string, more: Partial<TableEntry> = {}): TableEntry {
  const key = [{ name: 'id', type: 'string' }] as const;
  return { type: 'table', name, at, key, indexes: [], ...more };
}

export function queueOf(name: string, more: Partial<QueueEntry> = {}): QueueEntry {
  return { type: 'queue', name, at, ...more };
}

export function topicOf(name: string, more: Partial<TopicEntry> = {}): TopicEntry {
  return { type: 'topic', name, at, ...more };
}

export function bucketOf(name: string, more: Partial<BucketEntry> = {}): BucketEntry {
  return { type: 'bucket', name, at, ...more };
}

export type ResourcesSketch = Omit<StateSketch, 'resources' | 'code'> & {
  readonly code?: string;
  readonly sources?: SourcesByFunction;
};

/** Creates an application with one function, `report`, and these resources. */
export function appWithResources(
  resources: readonly ResourceEntry[],
  { sources = {}, ...sketch }: ResourcesSketch = {},
): Desired {
  const declared = resources.length === 0 ? {} : { resources };
  return appOf(sources, { functions: ['report'], ...sketch, ...declared });
}

/** Returns the generated policy of a role that allows these actions. */
export function allowing(
  actions: readonly string[],
  resources: readonly string[],
): NonNullable<StateSketch['policies']> {
  const document = {
    Version: '2012-10-17',
    Statement: [{ Sid: 'Own', Effect: 'Allow', Action: actions, Resource: resources }],
  } as const;
  return {
    'fixture-dev': { kind: 'generated', generated: { document, reasons: [], diagnostics: [] } },
  };
}

/** Returns an event source that refers to a declared resource. */
export function sourceOf(source: object): EventSource {
  return source as EventSource; // because each test passes a complete source
}
