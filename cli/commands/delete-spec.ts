// `framework delete` as data (specification 4.6).
import type { CommandSpec } from '../program/command.js';
import {
  DELETE_DATA,
  profileOption,
  regionOption,
  yesOption,
  stageOption,
} from './cloud-options.js';

export const deleteSpec: CommandSpec = {
  name: 'delete',
  summary: 'Delete the API, the functions and the roles of a stage',
  description:
    'Deletes everything that deploys of the stage have created, and prints one line for each; what is already gone is ' +
    'fine. Without a record of the last deploy, for example on another machine, everything is found by its name and ' +
    'its tag. A role of `iam_role_arn` stays. Logs stay too, unless `--log-groups` is given, and tables, queues and buckets ' +
    'with their data, unless `--delete-data` is given.',
  positionals: [],
  options: {
    stage: stageOption,
    expired: {
      kind: 'boolean',
      summary: 'Delete every stage of the application whose `--expires` is over',
    },
    yes: yesOption,
    'log-groups': { kind: 'boolean', summary: 'Delete the logs of the functions too' },
    [DELETE_DATA]: {
      kind: 'boolean',
      summary: 'Delete tables, queues and buckets of the stage too, with their data',
    },
    profile: profileOption,
    region: regionOption,
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework delete', meaning: 'Delete the stage `dev`' },
    {
      command: 'framework delete --stage prod --yes --log-groups',
      meaning: 'Delete `prod` and its logs without a question',
    },
    {
      command: 'framework delete --expired --yes',
      meaning: 'Delete all expired stages of the application, for example once a day in a job',
    },
  ],
};
