// The permissions that event sources need in the function's role: Lambda uses it to read queues and streams, and to report
// failed records to a destination. Sources that call the function need none.
import type { GivenNeed } from '../../../compiler/policy/sdk-use.js';
import type { EventEntry, Manifest } from '../../../runtime/contract/manifest.js';
import { resolveSource, type Source, sourcesIn } from '../../config/event-sources.js';
import type { StageConfig } from '../../config/stage-config.js';
import { pollActions } from './poll-actions.js';

/** For the ARN of the source, or for its name in any account and region. */
export function eventNeeds(
  { events = [] }: Pick<Manifest, 'events'>,
  config: StageConfig,
): readonly GivenNeed[] {
  return events.flatMap((entry) =>
    sourcesIn(entry).flatMap((reference) =>
      needsOf(resolveSource(reference, entry.function, config), entry),
    ),
  );
}

type Permission = { readonly action: string; readonly resources: readonly string[] };

function needsOf(source: Source, { function: name, member, at }: EventEntry): readonly GivenNeed[] {
  const { file, line } = at;
  const because = { kind: 'event', text: `@app.${member}`, at: { file, line } } as const;
  return permissionsOn(source).map((permission) => ({ ...permission, function: name, because }));
}

function permissionsOn(source: Source): readonly Permission[] {
  if (source.kind === 'destination') return notifyPermissions(source);
  const resources = [readArn(source)];
  return pollActions(source.kind).map((action) => ({ action, resources }));
}

function readArn({ kind, name, arn }: Source): string {
  const place = (service: string): string =>
    arn ? `arn:${arn.partition}:${service}:${arn.region}:${arn.account}` : `arn:*:${service}:*:*`;
  if (kind === 'queue') return `${place('sqs')}:${name}`;
  if (kind === 'stream') return `${place('kinesis')}:stream/${name}`;
  // Any stream of the table, because a table's stream may be replaced.
  return kind === 'table'
    ? `${place('dynamodb')}:table/${name}/stream/*`
    : `${place('dynamodb')}:table/${name}`;
}

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html */
function notifyPermissions({ arn }: Source): readonly Permission[] {
  const text = arn?.text ?? '';
  switch (arn?.service) {
    case 'sqs':
      return [{ action: 'sqs:SendMessage', resources: [text] }];
    case 'sns':
      return [{ action: 'sns:Publish', resources: [text] }];
    case 's3':
      return [
        { action: 's3:ListBucket', resources: [text] },
        { action: 's3:PutObject', resources: [`${text}/*`] },
      ];
    default:
      return [];
  }
}
