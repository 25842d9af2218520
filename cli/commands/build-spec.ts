// `framework build` as data.
import type { CommandSpec } from '../program/command.js';
import { stageOption } from './cloud-options.js';

export const buildSpec: CommandSpec = {
  name: 'build',
  summary: 'Build the deployable folder and the manifest',
  description:
    'Checks the application, then writes the manifest to .framework/build/manifest.json, types for tests next to it, and ' +
    'the bundled handler with everything it needs, and prints what it weighs. Nothing of the application is executed.',
  positionals: [],
  options: {
    stage: stageOption,
    arch: {
      kind: 'string',
      value: 'name',
      summary: 'Processor for packages with native code, instead of those of the stage',
      choices: ['x64', 'arm64'],
    },
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework build', meaning: 'Build the application in this directory' },
    {
      command: 'framework build --arch arm64',
      meaning: 'Build for functions that run on Graviton',
    },
  ],
};
