// FW3101 and the following codes: notes about an application when it is described to its callers.
import type { CatalogueEntry } from '../diagnostics/catalogue-entry.js';
import { code } from '../diagnostics/code-text.js';

export const unknownAnswer: CatalogueEntry<{ readonly view: string }> = {
  code: 'FW3101',
  severity: 'warning',
  title: 'The answer of a view is not known',
  message: ({ view }) =>
    `What ${code(view)} answers cannot be read from its text, or not all of it, so the document says nothing of that part.`,
  hint: ({ view }) =>
    `Declare the type that it returns, as ${code(`${view}(...): Answer { ... }`)} does, or \`unknown\` for any.`,
};
