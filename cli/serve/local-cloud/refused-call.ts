// An error for a management call that a service refuses. It is thrown, because it is noticed deep in the reading of a
// call.
import type { Refusal } from './service.js';

export class RefusedCall extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
