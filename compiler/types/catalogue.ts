// FW30: types of inputs.
import type { CatalogueEntry } from '../diagnostics/catalogue-entry.js';
import { code } from '../diagnostics/code-text.js';
import type { Refusal } from './refusals.js';

/** A part of a type is not on the list of what is read. */
export const unreadType: CatalogueEntry<Refusal & { readonly text: string }> = {
  code: 'FW3001',
  severity: 'error',
  title: 'A part of a type is not read',
  message: ({ text, why }) => `The type ${code(text)} is not read: ${why}.`,
  hint: ({ instead }) => instead,
};
