// `framework docs` as data.
import type { CommandSpec } from '../program/command.js';

export const docsSpec: CommandSpec = {
  name: 'docs',
  summary: 'Find pages of the documentation and error codes, offline',
  description:
    'Searches the pages that are part of the package, so that they are those of the installed version, and prints the sections ' +
    'that fit best with their first sentence. The name of a page, as in the results, or an error code prints that page. ' +
    'Without a query it lists the pages.',
  positionals: [
    {
      name: 'query',
      summary: 'Words, the name of a page such as `guide/cors`, or a code such as `FW2311`',
      isRequired: false,
      isRest: true,
    },
  ],
  options: { json: { kind: 'boolean', summary: 'Print one JSON document' } },
  examples: [
    { command: 'framework docs cors', meaning: 'Where CORS is explained' },
    { command: 'framework docs retry a failed message', meaning: 'Search for several words' },
    { command: 'framework docs guide/cors', meaning: 'Read a page' },
    { command: 'framework docs FW2311', meaning: 'Read the page of an error code' },
  ],
};
