// What is made of the table of sources (`registry.ts`), which knows them by name.
import type { LocalKind, SampleEvents, SourceKind } from './local-kind.js';
import table from './registry.js';
import type { SourceCommands } from './source-commands.js';

/** All kinds. Each one is given only sources of its own kind. */
export const ALL_KINDS: readonly (readonly [kind: SourceKind, local: LocalKind<SourceKind>])[] =
  Object.entries(table.kinds) as never; // because each kind is given only sources of its own kind

const BY_NAME = new Map(ALL_KINDS);

/** The functions of one kind. */
export function kindOf(kind: SourceKind): LocalKind<SourceKind> {
  const found = BY_NAME.get(kind);
  if (!found) throw new Error(`No source is a ${kind}`);
  return found;
}

/** What kinds add to commands. */
export const SOURCE_COMMANDS: readonly SourceCommands[] = table.commands;

/** The functions that make events without an application. */
export const SAMPLES: SampleEvents = table.samples;
