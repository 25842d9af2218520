// The place of an event source in the code, for messages.
import { code } from '../../../../compiler/diagnostics/code-text.js';
import type { AdapterName } from '../../../../runtime/contract/events.js';
import type { EventEntry, SourcePosition } from '../../../../runtime/contract/manifest.js';

export type Declared = {
  readonly at: SourcePosition;
  readonly member: AdapterName;
  /** The name of the function in the code. */
  readonly function: string;
};

export function declaredBy({ at, member, function: key }: EventEntry): Declared {
  return { at, member, function: key };
}

/** `app.ts:12`. */
export function placeText({ at }: Declared): string {
  return `${at.file}:${at.line}`;
}

/** `alert` (`@app.onSnsMessage` in app.ts:12). */
export function declaredText(declared: Declared): string {
  const { function: key, member } = declared;
  return `${code(key)} (${code(`@app.${member}`)} in ${placeText(declared)})`;
}
