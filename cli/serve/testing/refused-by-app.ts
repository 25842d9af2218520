// An error that the test sees as one of its application, not of this package.
import type { Refusal } from './messages.js';

/** Thrown inside of the engine with the refusal for the test. */
export class RefusedByApp extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
