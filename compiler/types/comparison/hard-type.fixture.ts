// A type that is hard to read, with values that it takes and values that it does not. The checker confirms each; a reading
// may refuse, which is then written beside the type.
import type { TypeCase } from './random-types.fixture.js';

export type HardType = {
  readonly name: string;
  /** The module, or all modules. */
  readonly source: string | TypeCase;
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
  /** A part of the message when we do not read it. */
  readonly unread?: string;
};

export const hard = (
  name: string,
  source: string | TypeCase,
  ...[takes, refuses, unread]: [unknown[], unknown[], string?]
): HardType => ({
  name,
  source,
  takes,
  refuses,
  ...(unread !== undefined && { unread }),
});
