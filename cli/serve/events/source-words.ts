// A source of events in words, for somebody who looks at its function.
import { type LocalSource, sourceTitle } from './local-source.js';

/** `queue orders`, `rate(1 day)`, `bucket uploads, in/*.png`. */
export function sourceWords(source: LocalSource): string {
  const { entry } = source;
  const title = sourceTitle(source);
  switch (entry.kind) {
    case 'schedule':
      return entry.timezone === undefined ? title : `${title} ${entry.timezone}`;
    case 'rule':
      return `${title}, ${JSON.stringify(entry.pattern)}`;
    case 's3': {
      const { prefix = '', suffix = '' } = entry;
      return prefix === '' && suffix === '' ? title : `${title}, ${prefix}*${suffix}`;
    }
    default:
      return title;
  }
}
