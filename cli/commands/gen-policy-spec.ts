// `framework gen-policy` as data (specification 2.7, 4.6).
import type { CommandSpec } from '../program/command.js';
import { stageOption } from './cloud-options.js';

export const genPolicySpec: CommandSpec = {
  name: 'gen-policy',
  summary: 'Print the access policy that the code needs',
  description:
    'Reads the source of the application, finds what it calls of AWS, and prints the policy that allows it, as deploy ' +
    'generates it. Nothing is executed and nothing is installed for it. What could not be told from the source is ' +
    'said on stderr; `.framework/policy-base.json` is the place for what is missing. With `role_per_function` it prints one ' +
    'policy for each function, by name.',
  positionals: [],
  options: {
    stage: stageOption,
    function: {
      kind: 'string',
      value: 'name',
      summary: 'Only what this function reaches; `api_handler` is the one that serves the routes',
    },
    explain: {
      kind: 'boolean',
      summary: 'Print each action with its resources and the line that asks for it',
    },
    json: {
      kind: 'boolean',
      summary: 'Print one JSON document with the policy, the reasons and the findings',
    },
    deployer: {
      kind: 'boolean',
      summary: 'Print the policy for deploying the stage, instead of that of its functions',
    },
    'read-only': { kind: 'boolean', summary: 'With --deployer: what `framework plan` needs' },
    region: {
      kind: 'string',
      value: 'name',
      summary: 'With --deployer: allow this region only',
    },
  },
  examples: [
    { command: 'framework gen-policy', meaning: 'The policy of the stage `dev`' },
    { command: 'framework gen-policy --explain', meaning: 'Which line asks for which action' },
    {
      command: 'framework gen-policy --function resize',
      meaning: 'The policy of one lambda function',
    },
    {
      command: 'framework gen-policy --stage prod --deployer > deployer.json',
      meaning: 'The policy of the job that deploys',
    },
  ],
};
