// What the table of sources holds (`registry.ts`).
import type { LocalKind, SampleEvents, SourceKind } from './local-kind.js';
import type { SourceCommands } from './source-commands.js';

export type SourceTable = {
  readonly kinds: { readonly [Kind in SourceKind]: LocalKind<Kind> };
  readonly commands: readonly SourceCommands[];
  readonly samples: SampleEvents;
};
