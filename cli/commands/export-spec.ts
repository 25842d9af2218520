// `framework export` as data.
import type { CommandSpec } from '../program/command.js';
import {
  noAutogenPolicyOption,
  profileOption,
  regionOption,
  stageOption,
} from './cloud-options.js';

export const exportSpec: CommandSpec = {
  name: 'export',
  summary: 'Write the stage as Terraform or CloudFormation',
  description:
    'Builds the application as deploy does, and writes what a deploy would create: as Terraform JSON, which OpenTofu reads ' +
    'too, or as a CloudFormation template, with the zip of the code beside it. Nothing is called, no credentials and no ' +
    'region are needed, and the same source gives the same bytes. With `--adopt` the cloud is read, and the file has import ' +
    'blocks for what a deploy has created.',
  positionals: [],
  options: {
    format: {
      kind: 'string',
      value: 'format',
      summary: 'What to write',
      choices: ['terraform', 'cloudformation'],
    },
    out: {
      kind: 'string',
      value: 'folder',
      summary: 'Write template and code there; without it the template is printed',
    },
    stage: stageOption,
    adopt: {
      kind: 'boolean',
      summary: 'Terraform: add import blocks for the stage that is deployed',
    },
    merge: {
      kind: 'string',
      value: 'file',
      summary: 'CloudFormation: merge this JSON file into the template',
    },
    'no-autogen-policy': noAutogenPolicyOption,
    profile: profileOption,
    region: regionOption,
  },
  examples: [
    {
      command: 'framework export --format terraform --out infra --stage prod',
      meaning: 'Write `infra/main.tf.json` and `infra/package.zip`',
    },
    {
      command: 'framework export --format cloudformation --out infra --merge alarms.json',
      meaning: 'Write `infra/template.json` with what the file adds',
    },
    {
      command: 'framework export --format terraform --out infra --adopt',
      meaning: 'Take over with Terraform what `framework deploy` has created',
    },
  ],
};
