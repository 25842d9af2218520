// A type that is hard to read, with values that it accepts and values that it does not; TypeScript's checker confirms each
// value. When we refuse the type, `unread` says so.
import type { TypeCase } from './split-modules.fixture.js';

export type HardType = {
  readonly name: string;
  /** The module, or all modules. */
  readonly source: string | TypeCase;
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
  /** A part of the message when we do not read the type. */
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
