// A source that Lambda reads, as messages tell of it.
import { code } from '../../../compiler/diagnostics/code-text.js';

/** An event source of a function, as the code declares it. */
export type SourceData = {
  /** `queue`. */
  readonly kind: string;
  readonly name: string;
  /** The name of the function in the code. */
  readonly owner: string;
  /** `app.ts:12`. */
  readonly place: string;
  /** `onSqsMessage`. */
  readonly member: string;
  readonly region: string;
};

/** `order` (`@app.onSqsMessage` in app.ts:12) reads the queue `orders` */
export function subjectText({ kind, name, owner, place, member }: SourceData): string {
  return `${code(owner)} (${code(`@app.${member}`)} in ${place}) reads the ${kind} ${code(name)}`;
}
