// `framework mcp` as data.
import type { CommandSpec } from '../program/command.js';

export const mcpSpec: CommandSpec = {
  name: 'mcp',
  summary: 'Offer these commands to an agent over the Model Context Protocol',
  description:
    'A server of the Model Context Protocol on standard input and output, which an agent starts. Its tools check the ' +
    'application, explain problems, list routes, print the document and the policy, plan a deploy, read logs, search the ' +
    'documentation, and send requests to the application on this machine. Nothing that is deployed can be changed unless ' +
    '`--allow-deploy` is given. It ends with its standard input.',
  positionals: [],
  options: {
    'allow-deploy': {
      kind: 'boolean',
      summary: 'Also deploy, and call deployed functions',
    },
  },
  examples: [
    { command: 'framework mcp', meaning: 'What a client such as an editor is told to start' },
    {
      command: 'framework mcp --project-dir services/orders --allow-deploy',
      meaning: 'For a project of a workspace, with the right to deploy it',
    },
  ],
};
