// The error of a payload that does not fit the function's parameter. It never contains the payload.
import { printable } from '../contract/printable.js';

/** A problem of one value in a payload. */
export type PayloadProblem = {
  /** A JSON pointer that begins with the member of the record: `/body/lines/0`. */
  readonly at: string;
  readonly expected: string;
  /** The JSON Schema keyword that is violated. */
  readonly rule: string;
  /** The rule `message` of the value's type, or `@message` of its property. */
  readonly message?: string;
};

export class PayloadError extends Error {
  static override readonly name: string = 'PayloadError';
  override readonly name: string = 'PayloadError';

  readonly problems: readonly PayloadProblem[];

  constructor(problems: readonly PayloadProblem[]) {
    super(printable(problems.map(({ at, expected }) => `${at.slice(1)}: ${expected}`).join(', ')));
    this.problems = problems;
  }
}
