// `framework url` as data (specification 4.6).
import type { CommandSpec } from '../program/command.js';
import { profileOption, regionOption, stageOption } from './cloud-options.js';

export const urlSpec: CommandSpec = {
  name: 'url',
  summary: 'Print the URL of the deployed API',
  description:
    'Prints the base URL of a stage. It is known from the last deploy of this machine without asking the cloud; ' +
    'elsewhere it is found by name and tag.',
  positionals: [],
  options: {
    stage: stageOption,
    profile: profileOption,
    region: regionOption,
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework url', meaning: 'The URL of the stage `dev`' },
    { command: 'framework url --stage prod', meaning: 'The URL of `prod`' },
  ],
};
