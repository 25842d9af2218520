// A command: its description, from which parsing, help and the reference are derived, its input and its exit code.
// `cli/commands/` holds one file a command.
import type { Terminal } from '../terminal/terminal.js';

/** One option of a command. The default is part of the help, so code and help cannot disagree. */
export type OptionSpec = {
  readonly kind: 'string' | 'integer' | 'boolean';
  /** One line, no full stop. */
  readonly summary: string;
  /** The word for the value in help, for example `name` in `--stage <name>`; required unless boolean. */
  readonly value?: string;
  readonly default?: string | number | boolean;
  /** The values a string option may have; anything else is a usage error that lists them. */
  readonly choices?: readonly string[];
  /** A second, short way to write it: `h` for `-h`. */
  readonly letter?: string;
  /** A string option that may be repeated: its value is all of them, with line ends between. */
  readonly isList?: boolean;
  /** Smallest and largest value of an integer option. */
  readonly range?: readonly [number, number];
};

export type PositionalSpec = {
  readonly name: string;
  readonly summary: string;
  readonly isRequired: boolean;
  /** Of the last one: it takes all words that are left, with spaces between. */
  readonly isRest?: true;
};

/** What `--help` and the reference show; loaded for every run, so it must stay light. */
export type CommandSpec = {
  readonly name: string;
  readonly summary: string;
  /** A paragraph or two for the help of the command. */
  readonly description: string;
  readonly positionals: readonly PositionalSpec[];
  /** What is said of one argument too many, for a command that must not repeat it. */
  readonly extraArgument?: string;
  /** By name without dashes, in kebab-case: `no-reload` is its own option, never a negation of another. */
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly { readonly command: string; readonly meaning: string }[];
};

/** The input of a command, which uses no globals. */
export type CommandInput = {
  /** Positional arguments by name. */
  readonly positionals: Readonly<Record<string, string | undefined>>;
  /** Options by name; every option with a default is present. */
  readonly options: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Absolute path of `--project-dir`, by default the working directory. */
  readonly projectDirectory: string;
  /** The working directory; paths are shown relative to it. */
  readonly workingDirectory: string;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where deploys are recorded, relative to the project; undefined for the place of deploys to AWS. */
  readonly records?: string;
  /** Aborted by Ctrl-C and by a termination signal. */
  readonly signal: AbortSignal;
  /** Runs the program once more in this process, as the arguments after `framework` say. */
  readonly runOther: (argv: readonly string[], world: OtherWorld) => Promise<ExitCode>;
};

/** What a run within a run has of its own. */
export type OtherWorld = {
  readonly workingDirectory: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
};

export type CommandRun = (input: CommandInput) => Promise<ExitCode>;

/** A command of the CLI: its description now, its code only when it runs. */
export type Command = {
  readonly spec: CommandSpec;
  readonly load: () => Promise<{ readonly run: CommandRun }>;
  /** Whether the cloud on this machine is started for it when none runs. */
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

/** The options that every command has. */
export const globalOptions: CommandSpec['options'] = {
  'project-dir': {
    kind: 'string',
    value: 'directory',
    summary: 'Directory of the project; by default the working directory',
  },
  debug: { kind: 'boolean', summary: 'Show the stack of an internal error' },
  help: { kind: 'boolean', summary: 'Show help', letter: 'h' },
  version: { kind: 'boolean', summary: 'Show the version', letter: 'v' },
};

type Given = Pick<CommandInput, 'options'>;

/** The value of a string option that has a default. The parser has checked its type. */
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
