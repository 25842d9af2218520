// `framework explain` as data.
import type { CommandSpec } from '../program/command.js';
import { SOURCE_COMMANDS } from '../serve/events/local-kinds.js';

const SOURCES = SOURCE_COMMANDS.flatMap(({ explain = [] }) => explain);

export const explainSpec: CommandSpec = {
  name: 'explain',
  summary: 'Explain a problem by its code',
  description:
    'Prints the page of a problem: what happened, an example of it, the example put right, and why it is a problem. ' +
    [
      'Without a code it lists all of them.',
      ...SOURCES.map(({ description }) => description),
      'The pages are part of the package, so no network is needed.',
    ].join(' '),
  positionals: [
    {
      name: 'code',
      summary: [
        'For example `FW2103`; `2103`, and `TS92103` as `tsc` prints it, are the same.',
        ...SOURCES.map(({ argument }) => argument),
      ].join(' '),
      isRequired: false,
    },
  ],
  options: {
    ...Object.fromEntries(SOURCES.flatMap(({ options }) => Object.entries(options))),
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework explain FW2103', meaning: 'What is wrong with a slash at the end' },
    ...SOURCES.map(({ example }) => example),
    { command: 'framework explain', meaning: 'List all codes' },
  ],
};
