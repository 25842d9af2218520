// `framework new-project` as data (specification 1 and 4.6).
import type { CommandSpec } from '../program/command.js';

export const newProjectSpec: CommandSpec = {
  name: 'new-project',
  summary: 'Create a project',
  description:
    'Creates a directory with a small application, its configuration and a test. An existing directory is never ' +
    'touched.',
  positionals: [
    {
      name: 'name',
      summary: 'Name of the project, of its directory and of the application',
      isRequired: true,
    },
  ],
  options: {
    decorators: {
      kind: 'string',
      value: 'mode',
      summary: 'Kind of decorators that its tsconfig.json selects',
      default: 'standard',
      choices: ['standard', 'legacy'],
    },
  },
  examples: [
    { command: 'framework new-project helloworld', meaning: 'Create ./helloworld' },
    {
      command: 'framework new-project helloworld --decorators legacy',
      meaning: 'The same with experimentalDecorators and decorator metadata',
    },
  ],
};
