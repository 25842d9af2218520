// `framework keys` as data.
import type { CommandSpec } from '../program/command.js';
import { profileOption, regionOption, stageOption } from './cloud-options.js';

export const keysSpec: CommandSpec = {
  name: 'keys',
  summary: 'List the API keys of a stage, or print the value of one',
  description:
    'Shows the API keys that a deploy has made of `api_keys` in the configuration. `framework keys show NAME` prints the value ' +
    'that callers send in `X-Api-Key`. No other command prints it, and it is in no file: treat it as a password.',
  positionals: [
    { name: 'action', summary: '`list`, which is the default, or `show`', isRequired: false },
    { name: 'name', summary: 'With `show`: the name in `api_keys`', isRequired: false },
  ],
  options: {
    stage: stageOption,
    profile: profileOption,
    region: regionOption,
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework keys', meaning: 'The keys of the stage `dev` with their limits' },
    {
      command: 'framework keys show partner --stage prod',
      meaning: 'The value of the key `partner` of `prod`',
    },
  ],
};
