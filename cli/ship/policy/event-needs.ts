// The permissions that event sources need in the function's role: Lambda uses it to read queues and streams, and to report
// failed records to a destination. Sources that call the function need none.
import type { GivenNeed } from '../../../compiler/policy/sdk-use.js';
import type { EventEntry, Manifest } from '../../../runtime/contract/manifest.js';
import { resolveSource, type Source, sourcesIn } from '../../config/event-sources.js';
import { openArn } from '../../config/declared-names.js';
import type { StageConfig } from '../../config/stage-config.js';
import { findPolled } from '../polled-sources/registry.js';
import type { SourceArn } from '../../../compiler/declarations/source-forms.js';

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

function needsOf(source: Source, { function: name, member, at }: EventEntry): readonly GivenNeed[] {
  const { file, line } = at;
  const because = { kind: 'event', text: `@app.${member}`, at: { file, line } } as const;
  return permissionsOn(source).map((permission) => ({ ...permission, function: name, because }));
}

function permissionsOn({ kind: named, name, arn }: Source): readonly Permission[] {
  if (named === 'destination') return notifyPermissions(arn);
  const found = findPolled(named);
  if (!found) return [];
  const { service, actions } = found.kind;
  const place = arn
    ? `arn:${arn.partition}:${service}:${arn.region}:${arn.account}`
    : `arn:*:${service}:*:*`;
  const resources = [`${place}:${found.form.read(name)}`];
  return actions.map((action) => ({ action, resources }));
}

type Permission = { readonly action: string; readonly resources: readonly string[] };

/**
 * To report records that Lambda gave up, by the service in the ARN of the queue, topic or bucket:
 * docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
function notifyPermissions(arn: SourceArn | undefined): readonly Permission[] {
  const text = arn ? openArn(arn) : '';
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
