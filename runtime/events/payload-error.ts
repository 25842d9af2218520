// The error of a payload that does not fit the function's parameter. It never contains the payload.
import { printable } from '../contract/printable.js';

/** What is wrong with one value of a payload. */
export type PayloadProblem = {
  /** A JSON pointer that begins with the member of the record: `/body/lines/0`. */
  readonly at: string;
  readonly expected: string;
  /** The keyword of JSON Schema that is broken. */
  readonly rule: string;
  /** What the type of the value says by its rule `message`, or its property by `@message`. */
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
