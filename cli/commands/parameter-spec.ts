// `framework secret` and `framework parameter` as data.
import type { ParameterKind } from '../../runtime/contract/parameters.js';
import type { CommandSpec } from '../program/command.js';
import { profileOption, regionOption, stageOption, yesOption } from './cloud-options.js';

export const ACTIONS: readonly ParameterAction[] = ['set', 'list', 'delete'];

export type ParameterAction = 'set' | 'list' | 'delete';

export const secretSpec: CommandSpec = specOf('secret', {
  summary: 'Store, list and delete the secrets of a stage',
  what:
    'Secrets are what the source declares with `secret`. They are stored encrypted (SecureString) in Systems Manager, below ' +
    '/<app>/<stage>/, and a function reads one when it needs it.',
  name: 'stripe-key',
  input: 'framework secret set stripe-key --stage prod < key.txt',
});

export const parameterSpec: CommandSpec = specOf('parameter', {
  summary: 'Store, list and delete the parameters of a stage',
  what:
    'Parameters are what the source declares with `parameter`. They are stored as plain text (String) in Systems Manager, below ' +
    '/<app>/<stage>/, and a function reads one when it needs it.',
  name: 'home-region',
  input: 'framework parameter set home-region --stage prod < region.txt',
});

type Words = {
  readonly summary: string;
  readonly what: string;
  readonly name: string;
  readonly input: string;
};

function specOf(kind: ParameterKind, { summary, what, name, input }: Words): CommandSpec {
  return {
    name: kind,
    summary,
    description:
      `${what} \`set\` takes the value from standard input, or asks for it at a terminal; it is never an argument, because ` +
      'arguments stay in the history of the shell. One line end behind it is no part of it. `list` shows names and never values: ' +
      'when each was stored, which are missing, and which the source no longer declares.',
    positionals: [
      { name: 'action', summary: '`set`, `list` or `delete`', isRequired: true },
      { name: 'name', summary: 'The name in the source; not for `list`', isRequired: false },
    ],
    extraArgument: `A value is never an argument: give it to \`framework ${kind} set\` on standard input.`,
    options: {
      stage: stageOption,
      yes: yesOption,
      profile: profileOption,
      region: regionOption,
      json: { kind: 'boolean', summary: 'Print one JSON document' },
    },
    examples: [
      { command: `framework ${kind} set ${name}`, meaning: 'Ask for the value in the stage `dev`' },
      { command: input, meaning: 'The value from standard input' },
      { command: `framework ${kind} list --stage prod`, meaning: 'What the stage `prod` has' },
    ],
  };
}
