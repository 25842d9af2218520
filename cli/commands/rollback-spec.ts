// `framework rollback` as data.
import type { CommandSpec } from '../program/command.js';
import { profileOption, regionOption, yesOption, stageOption } from './cloud-options.js';

export const rollbackSpec: CommandSpec = {
  name: 'rollback',
  summary: 'Go back to what was deployed before the last deploy',
  description:
    'Returns the code of the functions and the deployment of the API to what ran before, as far as the last deploy ' +
    'changed them. Nothing is built, so it takes seconds and works with any source. Settings, policies and environment ' +
    'variables stay as they are. Run again, it goes one deploy further back.',
  positionals: [],
  options: {
    stage: stageOption,
    yes: yesOption,
    'past-settings': {
      kind: 'boolean',
      summary: 'Undo the deploy before too, when the last one changed settings alone',
    },
    profile: profileOption,
    region: regionOption,
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework rollback', meaning: 'Undo the last deploy of the stage `dev`' },
    { command: 'framework rollback --stage prod --yes', meaning: 'The same of `prod`, unasked' },
  ],
};
