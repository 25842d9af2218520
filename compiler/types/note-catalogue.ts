// FW3102: a note that the document leaves out a check of a schema value. It is no problem of the application.
import type { CatalogueEntry } from '../diagnostics/catalogue-entry.js';
import { code } from '../diagnostics/code-text.js';

/** A document leaves out what a call of a schema checks. */
export const widenedSchema: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW3102',
  severity: 'warning',
  title: 'A part of a schema is not in the document',
  message: ({ name }) =>
    `What ${code(name)} checks or changes is not in the document, which lets more values through than the schema does.`,
  hint: () => 'Nothing is to be done: the validator of the schema itself runs for each request.',
};
