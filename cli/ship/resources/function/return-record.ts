// What a function says of a rollback in its description. It is written before the code goes back, so that the version with
// that code is published with it in one call; later versions may inherit the text, and their numbers tell that they have.
import { ownDescription } from '../../stage/own-tag.js';
import type { Owner } from '../../stage/states.js';

/** Code that went back. */
export type ReturnRecord = {
  /** The version whose code it is. */
  readonly to: string;
  /** The version that was the newest before. */
  readonly after: string;
};

/** The record as a description. */
export function writeReturnRecord({ to, after }: ReturnRecord): string {
  return `Back to version ${to} after version ${after}, by framework`;
}

/** Undefined for any other description. */
export function readReturnRecord(description: string): ReturnRecord | undefined {
  const [, to, after] = /^Back to version (\d+) after version (\d+), by /.exec(description) ?? [];
  return to === undefined || after === undefined ? undefined : { to, after };
}

/** True when the deploys of a function, and the rollbacks between them, leave records. */
export function isOnRecord(description: string, owner: Owner): boolean {
  return description === ownDescription(owner) || readReturnRecord(description) !== undefined;
}
