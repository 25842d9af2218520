// `framework new-project`: creates a project and prints the next commands (specification 1 and 4.6).
import { relative } from 'node:path';
import { type CommandInput, ExitCode, textOption } from '../program/command.js';
import { createProject, checkProjectName } from '../author/new-project/create-project.js';
import { printDiagnostics } from '../terminal/pretty-diagnostics.js';
import { refuse } from './failure.js';
import { quoteForShell } from '../terminal/printable.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const { terminal, projectDirectory, workingDirectory } = input;
  const name = input.positionals['name'] ?? (await askName(input));
  if (name === undefined) return ExitCode.interrupted;
  const problem = checkProjectName(name);
  if (problem) return refuse(input, { ...problem, help: 'framework new-project --help' });
  const decorators = textOption(input, 'decorators') === 'legacy' ? 'legacy' : 'standard';
  const creation = createProject(projectDirectory, { name, decorators });
  if (creation.kind === 'refused') {
    printDiagnostics(terminal, [creation.diagnostic], { readText: () => undefined });
    return ExitCode.diagnostics;
  }
  const directory = relative(workingDirectory, creation.directory);
  terminal.out.write(describeCreation(directory, creation.files));
  return ExitCode.ok;
}

async function askName({ signal }: CommandInput): Promise<string | undefined> {
  const { askText } = await import('../terminal/ask.js');
  return askText({
    message: 'Name of the project',
    check: (answer) => checkProjectName(answer)?.message,
    signal,
  });
}

function describeCreation(directory: string, files: readonly string[]): string {
  return `Created ${directory}: ${files.join(', ')}

Next:
  cd ${quoteForShell(directory)}
  npm install
  npm start        serves it on http://localhost:8000
  npm test         calls its view as if it were deployed
`;
}
