// `framework stages` as data.
import type { CommandSpec } from '../program/command.js';
import { profileOption, regionOption } from './cloud-options.js';

export const stagesSpec: CommandSpec = {
  name: 'stages',
  summary: 'List the stages that are deployed',
  description:
    'Lists the stages of every application in the account and region, with their age, their expiry, who deployed them with ' +
    '`--expires`, and their URLs. The age counts from the first deploy of the API; for a stage without routes, from the last ' +
    'change of its functions. It needs no project.',
  positionals: [],
  options: {
    app: { kind: 'string', value: 'name', summary: 'List only the stages of this application' },
    profile: profileOption,
    region: regionOption,
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework stages', meaning: 'All stages in the region' },
    { command: 'framework stages --app shop --json', meaning: 'The stages of `shop` as JSON' },
  ],
};
