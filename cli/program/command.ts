// The type of a command: its declaration, from which parsing, help and the reference are derived; its input; and its exit code.
// `cli/commands/` contains one file for each command.
import type { Terminal } from '../terminal/terminal.js';

export type OptionSpec = {
  readonly kind: 'string' | 'integer' | 'boolean';
  /** One line without a final period. */
  readonly summary: string;
  /** The placeholder for the value in the help, for example `name` in `--stage <name>`; required unless boolean. */
  readonly value?: string;
  readonly default?: string | number | boolean;
  /** The allowed values of a string option; any other value is a usage error that lists them. */
  readonly choices?: readonly string[];
  /** A one-letter alias: `h` for `-h`. */
  readonly letter?: string;
  /** True for a string option that may be repeated. Its value contains all values, separated by line breaks. */
  readonly isList?: boolean;
  readonly range?: readonly [number, number];
};

type Details = Omit<OptionSpec, 'kind' | 'value' | 'summary'>;

export function flag(summary: string, details?: Details): OptionSpec {
  return { kind: 'boolean', summary, ...details };
}

export function valued(value: string, summary: string, details?: Details): OptionSpec {
  return { kind: 'string', value, summary, ...details };
}

export function counted(value: string, summary: string, details?: Details): OptionSpec {
  return { kind: 'integer', value, summary, ...details };
}

export const jsonOption: OptionSpec = flag('Print one JSON document');

export type PositionalSpec = {
  readonly name: string;
  readonly summary: string;
  readonly isRequired: boolean;
  /** Set only for the last argument: it takes all remaining words, separated by spaces. */
  readonly isRest?: true;
};

/** The data that parsing, `--help` and the reference use. It is loaded in every run, so it must stay small. */
export type CommandSpec = {
  readonly name: string;
  readonly summary: string;
  /** One or two paragraphs for the help of the command. */
  readonly description: string;
  readonly positionals?: readonly PositionalSpec[];
  /** The message for an extra argument, for a command whose messages must not repeat what was typed. */
  readonly extraArgument?: string;
  /** The options by name without dashes, in kebab-case. `no-reload` is a separate option, never the negation of another one. */
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
};

export type CommandInput = {
  readonly positionals: Readonly<Record<string, string | undefined>>;
  /** Options by name. Every option with a default is present. */
  readonly options: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The absolute path of the directory in `--project-dir`; defaults to the working directory. */
  readonly projectDirectory: string;
  /** The working directory; paths are shown relative to it. */
  readonly workingDirectory: string;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder for deploy records, relative to the project; undefined for the default folder of deploys to AWS. */
  readonly records?: string;
  /** Aborted by Ctrl-C and by a termination signal. */
  readonly signal: AbortSignal;
  /** Runs the program again in this process, with `argv` as the arguments after `framework`. */
  readonly runOther: (argv: readonly string[], world: OtherWorld) => Promise<ExitCode>;
};

/** The values that a nested run uses instead of those of the outer run. */
export type OtherWorld = Pick<CommandInput, 'workingDirectory' | 'terminal' | 'signal'>;

export type CommandRun = (input: CommandInput) => Promise<ExitCode>;

export type LoadedCommand = {
  readonly run: CommandRun;
  /** The part of `run` that needs no cloud: returns the rest, or the exit code of a problem. With `--local`, it runs first. */
  readonly prepare?: (input: CommandInput) => Promise<CommandRun | ExitCode>;
};

/** A command of the CLI. Its declaration is always loaded; its code is loaded only when it runs. */
export type Command = {
  readonly spec: CommandSpec;
  readonly load: () => Promise<LoadedCommand>;
  /** Returns true if the command starts a local cloud when none is running. */
  readonly startsCloud?: (input: CommandInput) => boolean;
};

/** The exit codes of the program (docs/decisions/diagnostics.md). */
export const ExitCode = {
  ok: 0,
  diagnostics: 1,
  usage: 2,
  refusedByCloud: 3,
  bug: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export const globalOptions: CommandSpec['options'] = {
  'project-dir': valued('directory', 'Directory of the project; defaults to the working directory'),
  debug: flag('Show the stack of an internal error'),
  help: flag('Show help', { letter: 'h' }),
  version: flag('Show the version', { letter: 'v' }),
};

type Given = Pick<CommandInput, 'options'>;

/** Returns the value of a string option that has a default. Throws for any other option. */
export function textOption({ options }: Given, name: string): string {
  const value = options[name];
  if (typeof value !== 'string')
    throw new TypeError(`--${name} is not a string option with a default`);
  return value;
}

/** Returns the value of an integer option without a default; undefined if it was not set. */
export function optionalNumber({ options }: Given, name: string): number | undefined {
  const value = options[name];
  return typeof value === 'number' ? value : undefined;
}

export function isGiven({ options }: Given, name: string): boolean {
  return options[name] === true;
}

/** Returns the value of a string option without a default; undefined if it was not set. */
export function optionalText({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
