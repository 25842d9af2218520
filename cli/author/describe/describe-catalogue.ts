// FW312x: problems with files that are generated from the source and committed.
import { code, type CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';

type Generated = { readonly file: string; readonly command: string };

export const staleFile: CatalogueEntry<Generated> = {
  code: 'FW3120',
  severity: 'error',
  title: 'A generated file is out of date',
  message: ({ file }) => `The file ${code(file)} is out of date.`,
  hint: ({ command }) => `Run ${code(command)} and commit the file.`,
};

export const absentFile: CatalogueEntry<Generated> = {
  code: 'FW3121',
  severity: 'error',
  title: 'A generated file does not exist',
  message: ({ file }) => `There is no file ${code(file)} to check.`,
  hint: ({ command }) => `Run ${code(command)} and commit the file.`,
};
