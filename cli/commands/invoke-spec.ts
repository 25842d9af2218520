// `framework invoke` as data.
import type { CommandSpec } from '../program/command.js';
import { ALL_KINDS } from '../serve/events/local-kinds.js';
import { profileOption, regionOption, stageOption } from './cloud-options.js';

const NOUNS = ALL_KINDS.map(([, { noun }]) => noun);

export const invokeSpec: CommandSpec = {
  name: 'invoke',
  summary: 'Call a lambda function or a view, deployed or on this machine',
  description:
    'Calls a lambda function with a payload, or with `--path` the function that serves the routes, and prints the result ' +
    'as JSON on stdout. Its output, and the error with its stack in the source, go to stderr. A view is ' +
    'called past the gateway: neither keys nor authorizers are asked. The exit code is 0 when it went well, 1 when the ' +
    'function threw or a view responded with 500 or more, 3 when the cloud refused.',
  positionals: [
    { name: 'name', summary: 'The lambda function; not with `--path`', isRequired: false },
  ],
  options: {
    stage: stageOption,
    local: { kind: 'boolean', summary: 'Build and call it on this machine, without a server' },
    payload: {
      kind: 'string',
      value: 'json',
      letter: 'p',
      summary: 'The event of a lambda function, `-` for standard input; else {}',
    },
    'payload-file': { kind: 'string', value: 'file', summary: 'A file that holds the event' },
    sample: {
      kind: 'boolean',
      summary: 'With `--local`: the sample event of what sends events to the function',
    },
    path: {
      kind: 'string',
      value: 'path',
      summary: 'Path of a request to a view, with its query string',
    },
    method: {
      kind: 'string',
      value: 'method',
      letter: 'X',
      summary: 'Method of the request; else GET, with a body POST',
    },
    header: {
      kind: 'string',
      value: 'line',
      letter: 'H',
      isList: true,
      summary: 'A header of the request, as in "Accept: text/plain"; may be repeated',
    },
    body: {
      kind: 'string',
      value: 'text',
      letter: 'd',
      summary: 'Body of the request, `-` for standard input; JSON unless a header says otherwise',
    },
    'body-file': { kind: 'string', value: 'file', summary: 'A file that holds the body' },
    profile: profileOption,
    region: regionOption,
    json: { kind: 'boolean', summary: 'Print one JSON document with the result, log and times' },
  },
  examples: [
    {
      command: `framework invoke resize --payload '{"width": 80}'`,
      meaning: 'Call the deployed function `resize`',
    },
    {
      command: 'framework invoke resize --local --payload-file event.json',
      meaning: 'The same on this machine, with the event of a file',
    },
    {
      command: 'framework invoke order --local --sample',
      meaning: `Call a function of a ${NOUNS.slice(0, -1).join(', ')} or ${NOUNS.at(-1) ?? ''}`,
    },
    {
      command: `framework invoke --path /cities/oslo --method PUT --body '{"state": "NO"}'`,
      meaning: 'Call a view',
    },
  ],
};
