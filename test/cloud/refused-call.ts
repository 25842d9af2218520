// A management call that a service refuses. It is thrown, not returned: what refuses stands deep in the reading of a call,
// and nobody on the way up has anything to add.
import type { Refusal } from './service.js';

export class RefusedCall extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
