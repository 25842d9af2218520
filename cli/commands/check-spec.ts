// `framework check` as data.
import type { CommandSpec } from '../program/command.js';
import { stageOption } from './cloud-options.js';

export const checkSpec: CommandSpec = {
  name: 'check',
  summary: 'Check the application and its configuration',
  description:
    'Reads the source of the application and .framework/config.json and reports every problem, each with its place ' +
    'and what to do. Nothing of the application is executed. Exit code 1 means that there are errors; warnings ' +
    'alone are 0.',
  positionals: [],
  options: {
    stage: stageOption,
    types: {
      kind: 'boolean',
      summary: 'Run the TypeScript of the project too, with its tsconfig.json',
    },
    fix: { kind: 'boolean', summary: 'Correct the files where the correction is certain' },
    json: { kind: 'boolean', summary: 'Print one JSON document' },
    github: { kind: 'boolean', summary: 'Print annotations for GitHub Actions' },
    watch: { kind: 'boolean', summary: 'Check again whenever a file changes' },
  },
  examples: [
    { command: 'framework check', meaning: 'Check the application in this directory' },
    { command: 'framework check --fix', meaning: 'Correct what can be corrected, report the rest' },
    { command: 'framework check --types', meaning: 'Check routes and types in one command' },
    { command: 'framework check --watch', meaning: 'Keep checking while you edit' },
    {
      command: 'framework check --stage prod --json',
      meaning: 'Check for another stage, for a script to read',
    },
  ],
};
