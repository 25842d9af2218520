// `framework logs` as data (specification 4.6).
import type { CommandSpec } from '../program/command.js';
import { profileOption, regionOption, stageOption } from './cloud-options.js';

export const logsSpec: CommandSpec = {
  name: 'logs',
  summary: 'Print what a deployed function has printed and logged',
  description:
    'Prints the log of the function that serves the routes, or of a lambda function. On a screen each request is one ' +
    'block: its time, route, status, duration, cold start and memory, and below it what the application printed, with ' +
    'places in the source. In a pipe it is one line for each line printed, with the time and the beginning of the ' +
    'request id. With `--follow` it goes on until Ctrl-C.',
  positionals: [],
  options: {
    stage: stageOption,
    name: {
      kind: 'string',
      value: 'function',
      letter: 'n',
      summary: 'A lambda function instead of the one that serves the routes',
      default: 'api_handler',
    },
    since: {
      kind: 'string',
      value: 'time',
      letter: 's',
      summary: 'From when: a span such as 30s, 10m, 2h, 1d, or a time in ISO 8601',
      default: '10m',
    },
    follow: { kind: 'boolean', letter: 'f', summary: 'Go on with what is still to come' },
    'num-entries': {
      kind: 'integer',
      value: 'count',
      range: [1, 1_000_000],
      summary: 'Of what has come, only so many of the newest: requests on a screen, else lines',
    },
    filter: {
      kind: 'string',
      value: 'pattern',
      summary: 'Only what matches a filter pattern of CloudWatch Logs, line by line',
    },
    metrics: {
      kind: 'boolean',
      summary: 'Sums by route in place of the log: requests, errors, p50, p95, cold starts',
    },
    'include-lambda-messages': {
      kind: 'boolean',
      summary: 'The lines of Lambda itself too: START, END, REPORT',
    },
    profile: profileOption,
    region: regionOption,
    json: { kind: 'boolean', summary: 'Print one JSON object a line' },
  },
  examples: [
    { command: 'framework logs', meaning: 'The requests of the last ten minutes' },
    { command: 'framework logs --follow', meaning: 'And those to come' },
    {
      command: 'framework logs --name resize --since 2h --filter ERROR',
      meaning: 'Lines with ERROR of the function `resize`',
    },
    {
      command: 'framework logs --metrics --since 1h',
      meaning: 'How the routes of a stage with `metrics` did in the last hour',
    },
    {
      command: 'framework logs --json --since 1d | jq "select(.status >= 500)"',
      meaning: 'The requests of a day that failed',
    },
  ],
};
