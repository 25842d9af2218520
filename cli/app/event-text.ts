// A source of events in few words, as tables show it: the queue, the topic, the expression of a schedule and whether it is over.
import { sourceNameText } from '../../compiler/kinds/event/source-name.js';
import { ENTRY_TEXTS } from '../../compiler/kinds/registry.js';
import type { EventEntry } from '../../runtime/contract/manifest.js';
import { sourcesIn } from '../config/event-sources.js';

/** What the events of an entry are of. */
export function eventText(entry: EventEntry, now: Date): string {
  const own = ENTRY_TEXTS.get(entry.kind);
  if (own) return own(entry, now);
  const [named] = sourcesIn(entry);
  return named ? sourceNameText(named.name) : '';
}
