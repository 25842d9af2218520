// Runs the program once: takes the arguments and returns the exit code. All access to the process goes through parameters, so
// that tests can also run the program.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Misuse, readArguments, type Request } from './arguments.js';
import { code } from '../../compiler/diagnostics/diagnostic.js';
import { reportFailure } from './bug.js';
import {
  type Command,
  type CommandSpec,
  ExitCode,
  globalOptions,
  type OptionSpec,
  type PositionalSpec,
} from './command.js';
import { asksForJson } from '../terminal/json-diagnostics.js';
import type { Terminal } from '../terminal/terminal.js';
import { refuseUsage } from './usage-error.js';
import { version } from './version.js';
import { GAP, layOut, wrapWords } from '../terminal/table.js';

// Renders help from the declarations of the commands: `framework --help` and `framework <command> --help`.

type Options = CommandSpec['options'];

const MORE = 'Run "framework COMMAND --help" for the options and examples of a command.';

/** `width` is the width of the screen; undefined for no limit. */
export function renderHelp(
  commands: readonly CommandSpec[],
  options: Options,
  width: number | undefined,
): string {
  const summaries = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return sections([
    { body: 'Usage: framework [OPTIONS] COMMAND [ARGS]...' },
    { title: 'Commands', body: columns(summaries, width) },
    { title: 'Options', body: columns(optionRows(options), width) },
    { body: wrap(MORE, width) },
  ]);
}

/** `width` is the width of the screen; undefined for no limit. */
export function renderCommandHelp(
  spec: CommandSpec,
  options: Options,
  width: number | undefined,
): string {
  const { name, description, positionals = [], examples } = spec;
  const rows = positionals.map((row): [string, string] => [row.name, row.summary]);
  const names = positionals.map((positional) => ` ${showPositional(positional)}`);
  return sections([
    { body: `Usage: framework ${name} [OPTIONS]${names.join('')}` },
    { body: wrap(description, width) },
    { title: 'Arguments', body: columns(rows, width) },
    { title: 'Options', body: columns(optionRows({ ...spec.options, ...options }), width) },
    {
      title: 'Examples',
      body: examples.map(([command, meaning]) => `  # ${meaning}\n  ${command}`).join('\n'),
    },
  ]);
}

/** Returns `<name>`, `[name]` or `[name]...`, as in the help and the reference. */
export function showPositional({ name, isRequired, isRest }: PositionalSpec): string {
  return `${isRequired ? `<${name}>` : `[${name}]`}${isRest ? '...' : ''}`;
}

/** Returns the option as in the help and the reference, for example `--stage <name>`. */
export function showOption(name: string, spec: OptionSpec): string {
  const letter = spec.letter === undefined ? '' : `-${spec.letter}, `;
  return `${letter}--${name}${spec.kind === 'boolean' ? '' : ` <${spec.value ?? 'value'}>`}`;
}

function optionRows(options: Options): [string, string][] {
  return Object.entries(options).map(([name, spec]) => {
    const notes = [
      ...(spec.choices ? [spec.choices.join(' or ')] : []),
      ...(spec.default === undefined ? [] : [`default: ${String(spec.default)}`]),
    ];
    return [
      showOption(name, spec),
      notes.length > 0 ? `${spec.summary} (${notes.join('; ')})` : spec.summary,
    ];
  });
}

function sections(all: readonly { readonly title?: string; readonly body: string }[]): string {
  const shown = all.filter(({ body }) => body !== '');
  return `${shown.map(({ title, body }) => (title === undefined ? body : `${title}:\n${body}`)).join('\n\n')}\n`;
}

const INDENT = '  ';

function columns(rows: readonly [string, string][], width: number | undefined): string {
  const room = width === undefined ? undefined : width - INDENT.length;
  return layOut(rows, { width: room })
    .flat()
    .map((cells) => `${INDENT}${cells.join(GAP)}`.trimEnd())
    .join('\n');
}

function wrap(text: string, screen: number | undefined): string {
  return wrapWords(text, Math.min(screen ?? 80, 100));
}

export type World = {
  readonly commands: readonly Command[];
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** Reading this property installs the signal handlers. Until then, a signal ends the process immediately. */
  readonly signal: AbortSignal;
};

/** Runs the command that the arguments name. Never throws. */
export async function runProgram(world: World): Promise<ExitCode> {
  const { argv, commands, terminal, environment } = world;
  try {
    return await answer(readArguments(argv, commands, terminal), world);
  } catch (error) {
    if (world.signal.aborted) return ExitCode.interrupted;
    return reportFailure(error, terminal, { version, argv, environment });
  }
}

async function answer(request: Request, world: World): Promise<ExitCode> {
  const { terminal } = world;
  switch (request.kind) {
    case 'version':
      terminal.out.write(`${version}\n`);
      return ExitCode.ok;
    case 'help': {
      const { width } = terminal.out;
      const specs = world.commands.map(({ spec }) => spec);
      const text = request.command
        ? renderCommandHelp(request.command.spec, globalOptions, width)
        : renderHelp(specs, globalOptions, width);
      terminal[request.isAsked ? 'out' : 'err'].write(text);
      return request.isAsked ? ExitCode.ok : ExitCode.usage;
    }
    case 'misuse':
      return reportMisuse(request, world);
    case 'run':
      return run(request, world);
  }
}

async function run(request: Request & { kind: 'run' }, world: World): Promise<ExitCode> {
  const { command, positionals, options } = request;
  const given = options['project-dir'];
  const projectDirectory = resolve(world.workingDirectory, typeof given === 'string' ? given : '.');
  if (!isDirectory(projectDirectory)) {
    const message = `There is no directory ${code(String(given))}.`;
    return reportMisuse({ kind: 'misuse', message, command }, world);
  }
  const { run: runCommand } = await command.load();
  const { workingDirectory, environment, terminal } = world;
  return runCommand({
    positionals,
    options,
    projectDirectory,
    workingDirectory,
    environment,
    terminal,
    get signal() {
      return world.signal;
    },
    runOther: (argv, other) =>
      runProgram({ commands: world.commands, environment, argv, ...other }),
  });
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Any error means that the directory cannot be used.
    return false;
  }
}

function reportMisuse(misuse: Misuse, { terminal, argv }: World): ExitCode {
  const { message, hint, command } = misuse;
  const help = command ? `framework ${command.spec.name} --help` : 'framework --help';
  const error = { message, help, ...(hint !== undefined && { hint }) };
  return refuseUsage(terminal, error, asksForJson(argv));
}
