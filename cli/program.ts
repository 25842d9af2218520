// One run of the program: arguments in, exit code out. Everything of the process is handed in, so tests can too.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { type Misuse, type Request, readArguments } from './arguments.js';
import { describeBug } from './bug.js';
import type { Command } from './command.js';
import { ExitCode } from './exit-code.js';
import { globalOptions } from './global-options.js';
import { commands } from './registry.js';
import { renderCommandHelp, renderHelp } from './ui/help.js';
import { openTerminal } from './ui/process-terminal.js';
import type { Terminal } from './ui/terminal.js';
import { renderUsageError } from './ui/usage-error.js';

/** What a run may know of the world. */
export type World = {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
};

/** Runs the command that the arguments name. Never throws. */
export async function runProgram(world: World): Promise<ExitCode> {
  const { argv, terminal, environment, signal } = world;
  try {
    return await answer(readArguments(argv, commands, terminal), world);
  } catch (error) {
    if (signal.aborted) return ExitCode.interrupted;
    const isDebug = argv.includes('--debug') || Boolean(environment['FRAMEWORK_DEBUG']);
    terminal.err.write(describeBug(error, { version: packageJson.version, argv, isDebug }));
    return ExitCode.bug;
  }
}

async function answer(request: Request, world: World): Promise<ExitCode> {
  const { terminal } = world;
  switch (request.kind) {
    case 'version':
      terminal.out.write(`${packageJson.version}\n`);
      return ExitCode.ok;
    case 'help':
      terminal.out.write(helpOf(request.command, terminal));
      return ExitCode.ok;
    case 'misuse':
      return reportMisuse(request, terminal);
    case 'run':
      return run(request, world);
  }
}

async function run(request: Request & { kind: 'run' }, world: World): Promise<ExitCode> {
  const { command, positionals, options } = request;
  const given = options['project-dir'];
  const projectDirectory = resolve(world.workingDirectory, typeof given === 'string' ? given : '.');
  if (!statSync(projectDirectory, { throwIfNoEntry: false })?.isDirectory()) {
    const message = `--project-dir: there is no directory "${String(given)}"`;
    return reportMisuse({ kind: 'misuse', message, command }, world.terminal);
  }
  const { run: runCommand } = await command.load();
  return runCommand({ ...world, positionals, options, projectDirectory });
}

function helpOf(command: Command | undefined, terminal: Terminal): string {
  const specs = commands.map(({ spec }) => spec);
  const width = Math.min(terminal.out.width ?? 80, 100);
  return command ? renderCommandHelp(command.spec, globalOptions, width) : renderHelp(specs, globalOptions);
}

function reportMisuse(misuse: Misuse, terminal: Terminal): ExitCode {
  const { message, hint, command } = misuse;
  const help = command ? `framework ${command.spec.name} --help` : 'framework --help';
  terminal.err.write(renderUsageError({ message, help, ...(hint !== undefined && { hint }) }));
  return ExitCode.usage;
}

/** Runs the program as this process, and ends the process with its exit code. */
export async function runProcess(): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // The second time the user means it.
      if (interruption.signal.aborted) process.exit(ExitCode.interrupted);
      interruption.abort();
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ignoreClosedPipe);
  }
  const code = await runProgram({
    argv: process.argv.slice(2),
    workingDirectory: process.cwd(),
    environment: process.env,
    terminal: openTerminal(process, process.env),
    signal: interruption.signal,
  });
  await Promise.all([process.stdout, process.stderr].map(flush));
  process.exit(code);
}

/** `framework routes | head -1` closes the pipe early: nobody reads on, which is no error. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    if (stream.destroyed || !stream.writable) done();
    else stream.write('', () => done());
  });
}
