// The declaration of `framework cloud`.
import { type CommandSpec, counted, flag, jsonOption, valued } from '../program/command.js';

export const cloudSpec: CommandSpec = {
  name: 'cloud',
  summary: 'Run a cloud for the application on this machine',
  description:
    'Starts a cloud on 127.0.0.1 that speaks the protocols of the services which a deploy and the application use, runs the ' +
    'functions and enforces their permissions. Prints the environment that leads a process to it on stdout; `framework deploy ' +
    '--local` deploys into it, and every other command that calls AWS has `--local` too. Each project has one, which Ctrl-C ' +
    'or `--stop` ends. Its state is in memory, unless `--keep` is given. No account is used, and no credentials are read.',
  options: {
    port: counted(
      'number',
      'Port to listen on; by default a free one, with `--keep` the one of before',
      { range: [1, 65535] },
    ),
    keep: flag('Keep the state in .framework/cloud/, and begin with what is there'),
    stop: flag('End the one that runs for this project'),
    region: valued('name', 'Region of the local cloud; defaults to AWS_REGION, then us-east-1'),
    json: jsonOption,
  },
  examples: [
    ['framework cloud', 'Start one, and print how to reach it'],
    ['framework cloud --keep --port 4566', 'Keep everything for the next time'],
    ['framework cloud --stop', 'End it from another terminal'],
  ],
};
