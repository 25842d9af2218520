// Runs the program once: arguments in, exit code out. Everything of the process is a parameter, so tests can run it
// too.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Misuse, type Request, readArguments } from './arguments.js';
import { code } from '../../compiler/diagnostics/code-text.js';
import { reportFailure } from './bug.js';
import { type Command, ExitCode, globalOptions } from './command.js';
import { renderCommandHelp, renderHelp } from './help.js';
import { asksForJson } from '../terminal/json-diagnostics.js';
import type { Terminal } from '../terminal/terminal.js';
import { refuseUsage } from './usage-error.js';
import { version } from './version.js';

/** The parts of the process that a run uses. */
export type World = {
  readonly commands: readonly Command[];
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** Reading it takes the signals of the process. Before, they end it at once, also within work that is synchronous. */
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
    case 'help':
      terminal[request.isAsked ? 'out' : 'err'].write(helpOf(request.command, world));
      return request.isAsked ? ExitCode.ok : ExitCode.usage;
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

function helpOf(command: Command | undefined, { commands, terminal }: World): string {
  const specs = commands.map(({ spec }) => spec);
  const { width } = terminal.out;
  return command
    ? renderCommandHelp(command.spec, globalOptions, width)
    : renderHelp(specs, globalOptions, width);
}

function reportMisuse(misuse: Misuse, { terminal, argv }: World): ExitCode {
  const { message, hint, command } = misuse;
  const help = command ? `framework ${command.spec.name} --help` : 'framework --help';
  const error = { message, help, ...(hint !== undefined && { hint }) };
  return refuseUsage(terminal, error, asksForJson(argv));
}
