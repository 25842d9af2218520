// `framework client` as data.
import type { CommandSpec } from '../program/command.js';

export const clientSpec: CommandSpec = {
  name: 'client',
  summary: 'Print a typed client of the application',
  description:
    'Reads the source and prints one TypeScript file without dependencies: `createClient`, which calls the routes with ' +
    '`fetch`, and the types of the input and responses of each route. It runs in browsers and in Node.js. The same source ' +
    'gives the same bytes, so the file can be committed to the repository, and `--check` tells CI that it is up to date.',
  positionals: [],
  options: {
    out: { kind: 'string', value: 'file', summary: 'Write the client there instead of stdout' },
    check: {
      kind: 'boolean',
      summary: 'Change nothing; fail when the file of --out is not up to date',
    },
  },
  examples: [
    { command: 'framework client --out client.ts', meaning: 'Write the client' },
    {
      command: 'framework client --out client.ts --check',
      meaning: 'In CI: fail when the file is out of date',
    },
  ],
};
