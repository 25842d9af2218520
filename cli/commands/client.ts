// `framework client`: generates a typed client for the application.
import { clientText } from '../../compiler/client/client-text.js';
import { describeForOthers, isSameText } from '../author/describe/describe-project.js';
import type { CommandInput, ExitCode } from '../program/command.js';
import { plural } from '../terminal/printable.js';
import { fail, report } from './failure.js';
import { checkWithoutFile, deliver } from './generated-answer.js';

export function run(input: CommandInput): Promise<ExitCode> {
  return Promise.resolve(client(input));
}

/** Types do not depend on the variables of a stage, so any stage will do. */
const STAGE = 'dev';

function client(input: CommandInput): ExitCode {
  const refused = checkWithoutFile(input, 'client');
  if (refused !== undefined) return refused;
  const described = describeForOthers(input.projectDirectory, STAGE);
  if ('diagnostics' in described) return fail(input, described.diagnostics);
  const { api } = described;
  report(input, api.notes);
  const contents = plural(api.operations.length, 'route');
  return deliver(input, { name: 'client', text: clientText(api), contents, isSame: isSameText });
}
