// FW71: tool calls that `framework mcp` rejects.
import type { CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';

/** The call would change deployed resources. */
export const deployNotAllowed: CatalogueEntry<{ readonly call: string; readonly hint: string }> = {
  code: 'FW7101',
  severity: 'error',
  title: 'The server is not allowed to change what is deployed',
  message: ({ call }) => `${call} may change what is deployed, but this server is read-only.`,
  hint: ({ hint }) => hint,
};

/** The application of a local request could not be loaded, or the request could not be sent. */
export const requestNotSent: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW7102',
  severity: 'error',
  title: 'A local request could not be sent',
  message: ({ reason }) => reason,
  hint: () =>
    'Correct the request, or the code that runs while the application loads, and send it again.',
};
