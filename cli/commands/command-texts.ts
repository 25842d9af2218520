// Commands in messages: a command that a user copies from a message works on the same project, stage, account and region.
import { type CommandInput, isGiven, optionalText, textOption } from '../program/command.js';
import { quoteForShell } from '../terminal/printable.js';
import { regionOption } from './cloud-options.js';
import * as stageSpecs from './stage-specs.js';

type Given = Pick<CommandInput, 'options' | 'records'>;

/** Returns the command for the current project, stage, profile and region. Each of `flags` is included if it was used. */
export function commandText(input: Given, name: string, flags: readonly string[] = []): string {
  return [
    'framework',
    name,
    ...optionTexts(input, ['project-dir']),
    ...(textOption(input, 'stage') === 'dev' ? [] : optionTexts(input, ['stage'])),
    ...optionTexts(input, ['profile', 'region']),
    ...flags.filter((flag) => isGiven(input, flag)).map((flag) => `--${flag}`),
    ...localOption(input, name),
  ].join(' ');
}

/** Returns the option that selects the local cloud, if the input uses it. */
function localOption({ records }: Given, name: string): readonly string[] {
  if (records === undefined) return [];
  return [name === 'invoke' ? '--cloud' : '--local'];
}

/** Adds the project, the account, the region and the local cloud of the input to the commands in a text. */
export function forTarget(input: Given, text: string): string {
  const target = optionTexts(input, ['project-dir', 'profile', 'region']);
  return withOptions(text, (command) =>
    CLOUD_COMMANDS.has(command) ? [...target, ...localOption(input, command)] : [],
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
