// `framework pipeline` as data.
import type { CommandSpec } from '../program/command.js';

export const pipelineSpec: CommandSpec = {
  name: 'pipeline',
  summary: 'Print a workflow of GitHub Actions that deploys the stage',
  description:
    'Prints a workflow: every pull request is checked and tested and gets its plan as a comment, and the main branch is ' +
    'deployed. The jobs take roles of the account by OIDC, with the policies of `framework gen-policy --deployer`, and no ' +
    'secret is stored. Region and roles are variables of the repository, so that the file needs no edit.',
  positionals: [],
  options: {
    stage: {
      kind: 'string',
      value: 'name',
      summary:
        'Stage to deploy, by default dev; with --previews what their names begin with, by default pr',
    },
    previews: {
      kind: 'boolean',
      summary:
        'Print the workflow that deploys a stage for each pull request and deletes it at its end',
    },
    branch: {
      kind: 'string',
      value: 'name',
      summary: 'Deploy what is pushed there',
      default: 'main',
    },
  },
  examples: [
    {
      command: 'framework pipeline --stage prod > .github/workflows/prod.yml',
      meaning: 'A workflow that deploys `prod` from the branch `main`',
    },
    {
      command: 'framework pipeline --previews > .github/workflows/previews.yml',
      meaning: 'A workflow that deploys the stage `pr-7` for pull request 7',
    },
  ],
};
