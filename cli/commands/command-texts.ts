// Commands in messages: a command that a user copies from a message works on the same project, stage, account and region.
import { type CommandInput, isGiven, optionalText, textOption } from '../program/command.js';
import { quoteForShell } from '../terminal/printable.js';
import { regionOption } from './cloud-options.js';
import * as stageSpecs from './stage-specs.js';

type Given = Pick<CommandInput, 'options'>;

/** Returns the command for the current project, stage, profile and region. Each of `flags` is included if it was used. */
export function commandText(
  input: Pick<CommandInput, 'options' | 'records'>,
  name: string,
  flags: readonly string[] = [],
): string {
  return [
    'framework',
    name,
    ...optionTexts(input, ['project-dir']),
    ...(textOption(input, 'stage') === 'dev' ? [] : optionTexts(input, ['stage'])),
    ...optionTexts(input, ['profile', 'region']),
    ...flags.filter((flag) => isGiven(input, flag)).map((flag) => `--${flag}`),
    ...(input.records === undefined ? [] : [name === 'invoke' ? '--cloud' : '--local']),
  ].join(' ');
}

/** Adds the project, the profile and the region of the input to the commands in a text. */
export function forTarget(input: Given, text: string): string {
  return withOptions(text, (command) =>
    CLOUD_COMMANDS.has(command) ? optionTexts(input, ['project-dir', 'profile', 'region']) : [],
  );
}

/** The names of the commands that call AWS. */
const CLOUD_COMMANDS: ReadonlySet<string> = new Set(
  Object.values(stageSpecs).flatMap((one) =>
    'options' in one && one.options['region'] === regionOption ? [one.name] : [],
  ),
);

/** Adds options to the commands in a text. An option that a command already has is not added. */
export function withOptions(
  text: string,
  optionsOf: (command: string) => readonly string[],
): string {
  return text.replaceAll(
    /`framework ([a-z-]+)([^`]*)`/g,
    (whole, command: string, rest: string) => {
      if (/ --help\b/.test(rest)) return whole;
      const missing = optionsOf(command).filter((option) => !rest.includes(nameIn(option)));
      return `\`${[`framework ${command}${rest}`, ...missing].join(' ')}\``;
    },
  );
}

/** Returns `--region` for `--region eu-west-1`. */
function nameIn(option: string): string {
  return option.replace(/ .*/s, '');
}

/** Returns the options that were given, with their values, for example `--region eu-west-1`. */
function optionTexts(input: Given, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const value = optionalText(input, name);
    return value === undefined ? [] : [`--${name} ${quoteForShell(value)}`];
  });
}
