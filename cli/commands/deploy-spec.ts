// `framework deploy` as data (specification 4.6).
import type { CommandSpec } from '../program/command.js';
import {
  ALLOW_DELETE,
  DELETE_DATA,
  noAutogenPolicyOption,
  profileOption,
  regionOption,
  yesOption,
  stageOption,
} from './cloud-options.js';

export const deploySpec: CommandSpec = {
  name: 'deploy',
  summary: 'Create or update the API, the functions and the roles of a stage',
  description:
    'Builds the application without executing it, compares it with what the stage has in the cloud, and changes what ' +
    'differs; without a difference it only reads. The TypeScript of the project checks its types in the meantime, and an ' +
    'error ends the deploy before anything is changed. Prints its progress on stdout, and the base URL as the last ' +
    'line. When the generated policy of a role changes, the actions are listed and asked about; in a pipe they are listed. Before it deletes an API or a ' +
    'function it asks as well, and in a pipe it refuses without `--allow-delete`. Tables, queues and buckets that are no longer ' +
    'in the source stay with their data, unless `--delete-data` is given. The deploy can be interrupted at any moment ' +
    'and run again, also on another machine.',
  positionals: [],
  options: {
    stage: stageOption,
    'no-autogen-policy': noAutogenPolicyOption,
    'no-types': {
      kind: 'boolean',
      summary: 'Deploy without asking the TypeScript of the project',
    },
    expires: {
      kind: 'string',
      value: 'time',
      summary: 'Let the stage expire after this time, such as 12h, 3d or 2w; never takes it back',
    },
    yes: { ...yesOption, summary: 'Answer yes to every question except that of --allow-delete' },
    [ALLOW_DELETE]: {
      kind: 'boolean',
      summary: 'Delete an API or functions that are no longer in the source, without asking',
    },
    [DELETE_DATA]: {
      kind: 'boolean',
      summary:
        'Delete tables, queues and buckets that are no longer in the source, with their data',
    },
    profile: profileOption,
    region: regionOption,
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework deploy', meaning: 'Deploy the stage `dev`' },
    {
      command: 'framework deploy --stage pr-7 --expires 3d --yes',
      meaning: 'Deploy a preview that `framework delete --expired` deletes after three days',
    },
    { command: 'framework deploy --stage prod --yes', meaning: 'Deploy `prod` without a question' },
  ],
};
