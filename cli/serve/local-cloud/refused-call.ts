// The error for a management call that a service rejects. It is thrown, because it is detected deep in the parsing of a call.
import type { Refusal } from './service.js';

export class RefusedCall extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
