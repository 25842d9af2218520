// `framework openapi` as data.
import type { CommandSpec } from '../program/command.js';
import { profileOption, regionOption } from './cloud-options.js';

export const openapiSpec: CommandSpec = {
  name: 'openapi',
  summary: 'Print the OpenAPI document of the application',
  description:
    'Reads the source and prints an OpenAPI 3.1 document: what each route takes, its responses, which errors it may ' +
    'throw and with which messages. Nothing is executed. The same source gives the same bytes, so the file can be committed to ' +
    'the repository, and `--check` tells CI that it is up to date.',
  positionals: [],
  options: {
    json: { kind: 'boolean', summary: 'Print problems as one JSON document too' },
    out: { kind: 'string', value: 'file', summary: 'Write the document there instead of stdout' },
    check: {
      kind: 'boolean',
      summary: 'Change nothing; fail when the file of --out is not up to date',
    },
    stage: {
      kind: 'string',
      value: 'name',
      summary: 'Name the URL of this deployed stage in `servers`',
    },
    profile: profileOption,
    region: regionOption,
  },
  examples: [
    { command: 'framework openapi --out openapi.json', meaning: 'Write the document' },
    {
      command: 'framework openapi --out openapi.json --check',
      meaning: 'In CI: fail when the file is out of date',
    },
    {
      command: 'framework openapi --stage prod > openapi.json',
      meaning: 'With the URL of the deployed API',
    },
  ],
};
