// A source of events in few words, as tables show it: the queue, the topic, the expression of a schedule and whether it is over.
import { sourceNameText } from '../../compiler/kinds/event/source-name.js';
import { isOver } from '../../compiler/kinds/schedule/next-times.js';
import type { EventEntry } from '../../runtime/contract/manifest.js';

/** What the events of an entry are of. */
export function eventText(entry: EventEntry, now: Date): string {
  switch (entry.kind) {
    case 'schedule': {
      const { expression, timezone } = entry;
      const text = timezone === undefined ? expression : `${expression} ${timezone}`;
      return isOver({ expression, timezone, from: now }) ? `${text} (has passed)` : text;
    }
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
