// A source of events in few words, as tables show it: the queue, the topic, the expression of a schedule.
import { sourceNameText } from '../../compiler/kinds/event/source-name.js';
import type { EventEntry } from '../../runtime/contract/manifest.js';

/** What the events of an entry are of. */
export function eventText(entry: EventEntry): string {
  switch (entry.kind) {
    case 'schedule':
      return entry.timezone === undefined
        ? entry.expression
        : `${entry.expression} ${entry.timezone}`;
    case 'rule': {
      const bus = sourceNameText(entry.bus);
      const pattern = JSON.stringify(entry.pattern);
      return bus === 'default' ? pattern : `${pattern} of ${bus}`;
    }
    case 'sqs':
      return sourceNameText(entry.queue);
    case 'sns':
      return sourceNameText(entry.topic);
    case 's3': {
      const { bucket, prefix = '', suffix = '' } = entry;
      const keys = prefix === '' && suffix === '' ? '' : `/${prefix}*${suffix}`;
      return `${sourceNameText(bucket)}${keys}`;
    }
    case 'dynamodb':
      return sourceNameText('table' in entry ? entry.table : entry.streamArn);
    case 'kinesis':
      return sourceNameText(entry.stream);
  }
}
