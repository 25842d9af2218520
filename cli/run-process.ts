// Runs the program in this process. Signals end it, or abort a command that listens to them. A closed pipe is ignored. The
// process ends with the program's exit code.
import { reportFailure } from './program/bug.js';
import { ExitCode } from './program/command.js';
import { runProgram } from './program/program.js';
import { commands } from './commands/registry.js';
import { openTerminal } from './terminal/terminal.js';
import { version } from './program/version.js';

export async function runProcess(): Promise<never> {
  const { argv: all, env: environment, stdout, stderr } = process;
  const argv = all.slice(2);
  const terminal = openTerminal(process, environment);
  const interruption = new AbortController();
  let isListening = false;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  process.on('uncaughtException', (error) =>
    process.exit(reportFailure(error, terminal, { version, argv, environment })),
  );
  const code = await runProgram({
    commands,
    argv,
    workingDirectory: process.cwd(),
    environment,
    terminal,
    get signal() {
      if (!isListening) abortOnSignals(interruption);
      isListening = true;
      return interruption.signal;
    },
  });
  await Promise.all([stdout, stderr].map(flush));
  process.exit(code);
}

function abortOnSignals(interruption: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second signal ends the process immediately.
      if (interruption.signal.aborted) process.exit(ExitCode.interrupted);
      interruption.abort();
    });
  }
}

/** `framework routes | head -1` closes the pipe early, which is not an error. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    if (stream.destroyed || !stream.writable) done();
    else stream.write('', () => done());
  });
}
