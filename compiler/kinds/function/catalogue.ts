// FW27: the names of lambda functions, regardless of what calls them (specification 2.1).
import { code, type CatalogueEntry } from '../../diagnostics/diagnostic.js';

export const duplicateFunction: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW2701',
  severity: 'error',
  title: 'Two functions have the same name',
  message: ({ name }) => `Another function already has the name ${code(name)}.`,
  hint: () =>
    "Rename this function, or give it another name with the `name` option of its decorator: `name: 'other'`.",
};

export const functionNameCharacters: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW2702',
  severity: 'error',
  title: 'A function name contains a character that AWS resource names cannot contain',
  message: ({ name }) =>
    name === ''
      ? 'The name of this function is empty.'
      : `The function name ${code(name)} contains a character other than letters, digits, \`-\` and \`_\`.`,
  hint: () => "Give it a valid name with the `name` option of its decorator: `name: 'resize'`.",
};

export const reservedFunctionName: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW2703',
  severity: 'error',
  title: 'A function name is reserved for a function that serves routes',
  message: ({ name }) =>
    `The name ${code(name)} is reserved for the function that serves the ${name === 'stream_handler' ? 'streaming routes' : 'routes'}.`,
  hint: () => 'Choose another name.',
};

export const functionNameType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2706',
  severity: 'error',
  title: 'The name of a function is not a string',
  message: ({ found }) => `\`name\` must be a string, but this is ${found}.`,
};
