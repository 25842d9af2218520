// Decides what the command line asks for: run a command, show help or the version, or report a mistake.
import type { Command, CommandSpec } from './command.js';
import { globalOptions } from './global-options.js';
import { readOption } from './option-value.js';
import { code } from '../../compiler/diagnostics/code-text.js';
import { nearestName } from '../../compiler/diagnostics/nearest-name.js';
import { type Stray, type TypedWords, readWords } from './typed-words.js';

/** What the command line asks for. */
export type Request =
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly positionals: Readonly<Record<string, string | undefined>>;
      /** The values of options by name, global ones included. */
      readonly options: Readonly<Record<string, string | number | boolean | undefined>>;
    }
  /** Of the whole program when there is no command; `isAsked` unless nothing at all was asked. */
  | { readonly kind: 'help'; readonly command: Command | undefined; readonly isAsked: boolean }
  | { readonly kind: 'version' }
  | Misuse;

/** A usage error; `command` is the one whose help tells more. */
export type Misuse = {
  readonly kind: 'misuse';
  readonly message: string;
  readonly hint?: string;
  readonly command?: Command;
};

/** Reads the arguments after `framework`. A command gets to ask for a missing positional when that is possible. */
export function readArguments(
  argv: readonly string[],
  commands: readonly Command[],
  { canAsk }: { readonly canAsk: boolean },
): Request {
  const typed = readWords(argv, commands);
  const name = typed.words[0];
  if (name === 'help') return readHelp(typed.words[1], commands);
  if (typed.options['help'] === true) return readHelp(name, commands);
  if (typed.options['version'] === true) return { kind: 'version' };
  const command = commands.find((candidate) => candidate.spec.name === name);
  if (name !== undefined && !command) return unknownCommand(name, commands);
  const stray = typed.strays[0];
  if (stray)
    return { ...describeStray(stray, command?.spec.options ?? {}), ...(command && { command }) };
  if (!command) return { kind: 'help', command, isAsked: false };
  return readRun(command, typed, canAsk);
}

function readRun(command: Command, typed: TypedWords, canAsk: boolean): Request {
  const options: Record<string, string | number | boolean | undefined> = {};
  for (const [name, spec] of Object.entries({ ...command.spec.options, ...globalOptions })) {
    const read = readOption(name, spec, typed.options[name]);
    if (read.kind === 'problem') return { ...read, kind: 'misuse', command };
    options[name] = read.value;
  }
  const { name: commandName, positionals } = command.spec;
  const words = typed.words.slice(1);
  const extra = words[positionals.length];
  if (extra !== undefined) {
    return {
      kind: 'misuse',
      command,
      message: `There is nothing the argument ${code(extra)} could be for.`,
    };
  }
  const missing = positionals.find(
    ({ isRequired }, index) => isRequired && words[index] === undefined,
  );
  if (missing && !canAsk) {
    const hint = `Type ${code(`framework ${commandName} <${missing.name}>`)}.`;
    return {
      kind: 'misuse',
      command,
      message: `The argument ${code(`<${missing.name}>`)} is missing.`,
      hint,
    };
  }
  const values = positionals.map(({ name }, index) => [name, words[index]] as const);
  return { kind: 'run', command, positionals: Object.fromEntries(values), options };
}

function readHelp(name: string | undefined, commands: readonly Command[]): Request {
  if (name === undefined || name === 'help')
    return { kind: 'help', command: undefined, isAsked: true };
  const command = commands.find((candidate) => candidate.spec.name === name);
  return command ? { kind: 'help', command, isAsked: true } : unknownCommand(name, commands);
}

function unknownCommand(name: string, commands: readonly Command[]): Misuse {
  const guess = nearestName(
    name,
    commands.map((command) => command.spec.name),
  );
  return {
    kind: 'misuse',
    message: `There is no command ${code(name)}.`,
    ...(guess !== undefined && { hint: `Did you mean ${code(`framework ${guess}`)}?` }),
  };
}

function describeStray({ kind, option }: Stray, options: CommandSpec['options']): Misuse {
  if (kind === 'no-value') return { kind: 'misuse', message: `${code(option)} takes no value.` };
  const known = Object.keys({ ...options, ...globalOptions }).map((name) => `--${name}`);
  const guess = nearestName(option, known);
  return {
    kind: 'misuse',
    message: `There is no option ${code(option)}.`,
    ...(guess !== undefined && { hint: `Did you mean ${code(guess)}?` }),
  };
}
