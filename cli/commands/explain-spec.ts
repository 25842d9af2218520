// `framework explain` as data.
import type { CommandSpec } from '../program/command.js';

export const explainSpec: CommandSpec = {
  name: 'explain',
  summary: 'Explain a problem by its code',
  description:
    'Prints the page of a problem: what happened, an example of it, the example put right, and why it is a problem. ' +
    'Without a code it lists all of them. Of a schedule it shows the next three times, or what is wrong with it. The pages are part of the package, so no network is needed.',
  positionals: [
    {
      name: 'code',
      summary:
        'For example `FW2103`; `2103`, and `TS92103` as `tsc` prints it, are the same. Or a schedule: `rate(5 minutes)`',
      isRequired: false,
    },
  ],
  options: {
    timezone: {
      kind: 'string',
      summary: 'The time zone of a schedule; UTC unless given',
      value: 'zone',
    },
    json: { kind: 'boolean', summary: 'Print one JSON document' },
  },
  examples: [
    { command: 'framework explain FW2103', meaning: 'What is wrong with a slash at the end' },
    { command: "framework explain 'cron(0 3 * * ? *)'", meaning: 'When a schedule comes next' },
    { command: 'framework explain', meaning: 'List all codes' },
  ],
};
