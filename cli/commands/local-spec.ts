// `framework local` as data (specification 4.6).
import type { CommandSpec } from '../program/command.js';
import { SOURCE_COMMANDS } from '../serve/events/local-kinds.js';
import { stageOption } from './cloud-options.js';

export const localSpec: CommandSpec = {
  name: 'local',
  summary: 'Serve the application on this machine',
  description:
    'Starts a local HTTP server that responds as the deployed API would, with authorizers and API keys enforced, and ' +
    'reloads when a file changes. A page beside it, the explorer, shows the routes, sends requests and lists what was served.',
  positionals: [],
  options: {
    port: {
      kind: 'integer',
      value: 'number',
      summary: 'Port to listen on; 0 takes a free one; by default 8000, or the next that is free',
      range: [0, 65535],
    },
    host: { kind: 'string', value: 'name', summary: 'Address to listen on', default: 'localhost' },
    stage: stageOption,
    'env-from-shell': {
      kind: 'boolean',
      summary: 'Let shell variables override the configuration and `.env`',
    },
    'explorer-port': {
      kind: 'integer',
      value: 'number',
      summary:
        'Port of the page that shows and calls the routes; 0 takes a free one; by default 100 above the port, or the next that is free',
      range: [0, 65535],
    },
    'no-explorer': { kind: 'boolean', summary: 'Do not serve that page' },
    'no-reload': { kind: 'boolean', summary: 'Do not watch files' },
    'no-error-page': {
      kind: 'boolean',
      summary: 'Send the JSON of the deployed API to browsers too when a view fails',
    },
    'no-auth': {
      kind: 'boolean',
      summary: 'Let requests pass without keys, tokens and signatures',
    },
    ...Object.fromEntries(
      SOURCE_COMMANDS.flatMap(({ local }) => (local ? [[local.option, local.spec]] : [])),
    ),
    inspect: {
      kind: 'boolean',
      summary: 'Let a debugger attach; set breakpoints in the TypeScript source',
    },
  },
  examples: [
    { command: 'framework local', meaning: 'Serve on http://localhost:8000' },
    { command: 'framework local --port=9000 --stage prod', meaning: 'Another port and stage' },
  ],
};
