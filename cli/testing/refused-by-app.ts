// What goes back to the test as an error of its application, not of this package.
import type { Refusal } from './messages.js';

/** Carries a refusal through the engine. */
export class RefusedByApp extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
