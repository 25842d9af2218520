// A source of events in few words, as tables show it: the queue, the topic, the expression of a schedule.
import type { SourceName } from '../../runtime/contract/events.js';
import type { EventEntry } from '../../runtime/contract/manifest.js';

/** What the events of an entry are of. */
export function eventText(entry: EventEntry): string {
  switch (entry.kind) {
    case 'schedule':
      return entry.timezone === undefined
        ? entry.expression
        : `${entry.expression} ${entry.timezone}`;
    case 'rule': {
      const bus = nameText(entry.bus);
      const pattern = JSON.stringify(entry.pattern);
      return bus === 'default' ? pattern : `${pattern} of ${bus}`;
    }
    case 'sqs':
      return nameText(entry.queue);
    case 'sns':
      return nameText(entry.topic);
    case 's3': {
      const { bucket, prefix = '', suffix = '' } = entry;
      const keys = prefix === '' && suffix === '' ? '' : `/${prefix}*${suffix}`;
      return `${nameText(bucket)}${keys}`;
    }
    case 'dynamodb':
      return nameText('table' in entry ? entry.table : entry.streamArn);
    case 'kinesis':
      return nameText(entry.stream);
  }
}

/** A variable as the source reads it: each stage has its own. */
function nameText(name: SourceName): string {
  return 'text' in name ? name.text : `process.env.${name.variable}`;
}
