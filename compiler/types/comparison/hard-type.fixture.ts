// A type that is difficult to read, with values that it accepts and values that it rejects. TypeScript's checker confirms each
// value. If we do not support the type, `unread` is set.
import type { TypeCase } from './split-modules.fixture.js';

export type HardType = {
  readonly name: string;
  /** The text of the module, or the texts of all modules. */
  readonly source: string | TypeCase;
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
  /** Part of the message, if we cannot read the type. */
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
