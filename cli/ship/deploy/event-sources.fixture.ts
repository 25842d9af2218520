// Applications with sources of events, for tests of deploy.
import type { EventSource } from '../../../runtime/contract/events.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import { runSteps, type StepsResult } from '../stage/run-steps.js';
import type { Desired } from '../stage/states.js';
import { deletionSteps } from './apply-plan.js';
import type { Machine } from './deploy-run.fixture.js';
import type { FakeCloud } from './fake-cloud.fixture.js';
import { findDeletions } from './find-deletions.js';
import { appWith, type StateSketch } from './states.fixture.js';

/** Sources by the name of their function. */
export type Sources = Readonly<Record<string, readonly EventSource[]>>;

const at = { file: 'app.ts', line: 1, column: 1 };

const MEMBERS: Readonly<Record<EventSource['kind'], EventEntry['member']>> = {
  schedule: 'schedule',
  rule: 'onEvent',
  sns: 'onSnsMessage',
  s3: 'onS3Event',
  sqs: 'onSqsMessage',
  dynamodb: 'onDynamodbRecord',
  kinesis: 'onKinesisRecord',
};

export function eventsOf(sources: Sources): readonly EventEntry[] {
  return Object.entries(sources).flatMap(([name, list]) =>
    list.map((source): EventEntry => ({
      ...source,
      function: name,
      member: MEMBERS[source.kind],
      at,
    })),
  );
}

/** An application without routes. `code` is the text of its module. Functions without a source are part of it. */
export function appOf(sources: Sources, { code = 'one', ...sketch }: StateSketch = {}): Desired {
  const functions = [...new Set([...Object.keys(sources), ...(sketch.functions ?? [])])].sort();
  return appWith(code, { routes: [], ...sketch, functions, events: eventsOf(sources) });
}

export function every(expression: string, more: Partial<EventSource> = {}): EventSource {
  return { kind: 'schedule', expression, enabled: true, ...more } as EventSource; // because of one kind
}

/** A machine that has no record of any deploy. */
export function elsewhere(): Machine {
  return { state: undefined };
}

/** Deletes the stage as `framework delete` does. */
export async function deleteOnce(cloud: FakeCloud, { state }: Machine): Promise<StepsResult> {
  cloud.calls.length = 0;
  const owner = { app: 'fixture', stage: 'dev' };
  const options = { hasLogGroups: false };
  const found = await findDeletions({ cloud, owner, record: state, options });
  const steps = deletionSteps(found.deletions, { cloud, wait: () => Promise.resolve() });
  const { signal } = new AbortController();
  return runSteps(steps, { signal, onEvent: () => undefined });
}

/** The statements of all functions, as `function: id source`. */
export function statementsIn(cloud: FakeCloud): readonly string[] {
  return [...cloud.functions]
    .flatMap(([name, { permissions }]) =>
      permissions.map(({ sourceArn }) => `${name}: ${sourceArn}`),
    )
    .toSorted();
}

export const WRITES: RegExp =
  /^(?:create|put|update|tag|untag|add|remove|delete|subscribe|unsubscribe|set)/;
