// The notifications of the desired state, and the statements that they need.
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource } from '../../../config/event-sources.js';
import { byName, type DesiredInput } from '../../stage/states.js';
import { type Declared, declaredBy } from '../event-source/declared.js';
import type { InvokerService, InvokerSource } from '../event-source/invokers.js';
import { type DesiredBucket, type DesiredEntry, entryId } from './notification-state.js';

type Row = {
  readonly bucket: string;
  readonly entry: DesiredEntry | undefined;
  readonly declared: Declared;
};

export function desiredBuckets(input: DesiredInput): readonly DesiredBucket[] {
  const rows = rowsOf(input);
  return [...new Set(rows.map(({ bucket }) => bucket))]
    .map((name) => {
      const own = rows.filter(({ bucket }) => bucket === name);
      const entries = own.flatMap(({ entry }) => entry ?? []);
      const first = own.find(({ entry }) => entry) ?? own[0];
      const usesEventBridge = entries.length < own.length;
      return { name, entries, usesEventBridge, declared: first?.declared };
    })
    .toSorted(byName);
}

function rowsOf({ manifest, config, app }: DesiredInput): readonly Row[] {
  const owner = { app, stage: config.stage };
  const base = baseName(app, config.stage);
  return (manifest.events ?? []).flatMap((source): Row[] => {
    if (source.kind !== 's3') return [];
    const { events, prefix = '', suffix = '' } = source;
    const reference = { kind: 'bucket', name: source.bucket } as const;
    const bucket = resolveSource(reference, source.function, config).name;
    const declared = declaredBy(source);
    if (source.delivery === 'eventbridge') return [{ bucket, entry: undefined, declared }];
    const functionName = functionNameOf(base, source.function);
    const entry = { functionName, events, prefix, suffix };
    return [{ bucket, entry: { ...entry, id: entryId(owner, entry) }, declared }];
  });
}

export const S3: InvokerService = {
  kind: 's3',
  principal: 's3.amazonaws.com',
  name: 'S3',
  service: 's3',
  isGlobal: true,
};

export const notificationInvokers: InvokerSource = {
  by: S3,
  desired: (input) =>
    rowsOf(input).flatMap(({ bucket, entry }) =>
      entry ? [{ by: S3, functionName: entry.functionName, source: bucket }] : [],
    ),
  ends: ({ buckets }) =>
    buckets.flatMap(({ action, bucket }) =>
      action === 'delete' ? [`delete notifications of ${bucket.name}`] : [],
    ),
};
