// `framework plan` as data.
import type { CommandSpec } from '../program/command.js';
import {
  noAutogenPolicyOption,
  profileOption,
  regionOption,
  stageOption,
} from './cloud-options.js';

export const planSpec: CommandSpec = {
  name: 'plan',
  summary: 'Print what a deploy would change, without changing it',
  description:
    'Builds the application as deploy does, reads what the stage has in the cloud, and prints the difference: routes ' +
    'that are added, removed or changed, with what breaks callers marked; what the code may do and may no longer do; ' +
    'then the resources. It makes read calls only.',
  positionals: [],
  options: {
    stage: stageOption,
    'no-autogen-policy': noAutogenPolicyOption,
    profile: profileOption,
    region: regionOption,
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework plan', meaning: 'What a deploy of the stage `dev` would change' },
    {
      command: 'framework plan --stage prod --json',
      meaning: 'The same of `prod`, for a script to read',
    },
  ],
};
