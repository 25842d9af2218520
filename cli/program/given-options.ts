// Reading the options that a command was given. The parser has checked their types; a wrong name here is a bug of ours.
import type { CommandInput } from './command.js';

type Given = Pick<CommandInput, 'options'>;

/** The value of a string option that has a default. */
export function textOption({ options }: Given, name: string): string {
  const value = options[name];
  if (typeof value !== 'string')
    throw new TypeError(`--${name} is not a string option with a default`);
  return value;
}

/** True when a boolean option was given. */
export function isGiven({ options }: Given, name: string): boolean {
  return options[name] === true;
}

/** The value of a string option without a default; undefined when it was not given. */
export function optionalText({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
