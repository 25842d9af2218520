// FW1053: problems of a TypeScript program, not of an application.
import type { CatalogueEntry } from '../../compiler/diagnostics/catalogue-entry.js';

export const noApplication: CatalogueEntry<{ readonly file: string }> = {
  code: 'FW1053',
  severity: 'warning',
  title: 'A tsconfig.json with the transformer and no application',
  message: ({ file }) =>
    `No routes are checked: the files of \`${file}\` hold no \`app.ts\` beside it, and none in a folder with \`.framework/\`.`,
  hint: () => 'Add `app.ts` to `include`, or take the entry of `framework` out of `plugins`.',
};
