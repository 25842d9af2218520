// `framework local`. Loading its modules takes seconds with a cold disk cache, so the first line is printed before they are
// loaded.
import type { CommandInput, ExitCode } from '../program/command.js';
import { version } from '../program/version.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  input.terminal.err.write(`Starting framework ${version}\n`);
  const { serveProject } = await import('./local-session.js');
  return serveProject(input);
}
