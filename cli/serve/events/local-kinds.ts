// Lists and functions derived from the table of sources (`registry.ts`).
import type { LocalKind, LocalSource, SampleEvents, SourceKind } from './local-kind.js';
import table from './registry.js';
import type { SourceCommands } from './source-commands.js';

export const ALL_KINDS: readonly (readonly [kind: SourceKind, local: LocalKind<SourceKind>])[] =
  Object.entries(table.kinds) as never; // because each kind receives only sources of its own kind

const BY_NAME = new Map(ALL_KINDS);

export function kindOf(kind: SourceKind): LocalKind<SourceKind> {
  const found = BY_NAME.get(kind);
  if (!found) throw new Error(`No source is a ${kind}`);
  return found;
}

export const SOURCE_COMMANDS: readonly SourceCommands[] = table.commands;

export const SAMPLES: SampleEvents = table.samples;

/** Returns the title of a source: `queue orders`, `rate(1 day)`. */
export function sourceTitle(source: LocalSource): string {
  const { noun, place = noun, nameOf } = kindOf(source.entry.kind);
  if (nameOf) return nameOf(source);
  return [place, ...(source.name === undefined ? [] : [source.name])].join(' ');
}

/** Returns the title with details: `queue orders`, `rate(1 day)`, `bucket uploads, in/*.png`. */
export function sourceWords(source: LocalSource): string {
  return `${sourceTitle(source)}${kindOf(source.entry.kind).details?.(source) ?? ''}`;
}
