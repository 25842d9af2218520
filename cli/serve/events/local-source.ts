// What a source of events is called.
import { kindOf } from './local-kinds.js';
import type { LocalSource } from './local-kind.js';

/** What a source is called: `queue orders`, `rate(1 day)`. */
export function sourceTitle(source: LocalSource): string {
  const { noun, place = noun, nameOf } = kindOf(source.entry.kind);
  if (nameOf) return nameOf(source);
  return [place, ...(source.name === undefined ? [] : [source.name])].join(' ');
}

/** `queue orders`, `rate(1 day)`, `bucket uploads, in/*.png`. */
export function sourceWords(source: LocalSource): string {
  return `${sourceTitle(source)}${kindOf(source.entry.kind).details?.(source) ?? ''}`;
}
