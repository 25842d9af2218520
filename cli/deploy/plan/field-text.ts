// A field that changes, on the terminal.
import type { FieldChange } from './plan.js';

/** `lambda_timeout 60 -> 120`; of a value that may not be shown, only that it changes. */
export function fieldText({ field, from, to }: FieldChange): string {
  if (from !== undefined && from === to) return `${field} changes`;
  if (from === undefined) return `${field} is set${isHidden(to) ? '' : ` to ${to ?? ''}`}`;
  if (to === undefined) return `${field} is removed`;
  return `${field} ${from} -> ${to}`;
}

/** Stands for the value of a variable. */
export const HIDDEN = '(hidden)';

function isHidden(text: string | undefined): boolean {
  return text === HIDDEN;
}
