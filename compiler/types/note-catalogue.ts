// What a document leaves out of schema values: FW3102. It is no problem of the application.
import type { CatalogueEntry } from '../diagnostics/catalogue-entry.js';
import { code } from '../diagnostics/code-text.js';

/** A call of a schema is not in the document. */
export const widenedSchema: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW3102',
  severity: 'warning',
  title: 'A part of a schema is not in the document',
  message: ({ name }) =>
    `What ${code(name)} checks or changes is not in the document, which lets more values through than the schema does.`,
  hint: () => 'Nothing is to be done: the validator of the schema itself runs for each request.',
};
