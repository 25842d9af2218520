// `framework routes` as data.
import type { CommandSpec } from '../program/command.js';
import { stageOption } from './cloud-options.js';

export const routesSpec: CommandSpec = {
  name: 'routes',
  summary: 'List the routes and functions of the application',
  description:
    'Prints a table of every route: its methods, its path, the view that answers, where it is declared, what stands ' +
    'before it (API key, authorizer, middleware by name), and what is special about it (CORS, content types).',
  positionals: [],
  options: {
    stage: stageOption,
    open: {
      kind: 'boolean',
      summary: 'Only routes without an authorizer, an API key or a provider that demands security',
    },
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework routes', meaning: 'List the routes' },
    { command: 'framework routes --open', meaning: 'List the routes that nothing guards' },
    { command: 'framework routes --json', meaning: 'The same for a script to read' },
  ],
};
