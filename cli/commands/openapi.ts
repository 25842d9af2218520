// `framework openapi`: prints the OpenAPI 3.1 document of the application.
import { indentedJson } from '../../compiler/json-values.js';
import { openApi31 } from '../../compiler/openapi31/document.js';
import {
  describeForOthers,
  packageFacts,
  type DescribedProject,
  isSameJson,
} from '../author/describe/describe-project.js';
import { type CommandInput, type ExitCode, isGiven, optionalText } from '../program/command.js';
import { plural } from '../terminal/printable.js';
import { fail, report } from './failure.js';
import { checkWithoutFile, deliver } from './generated-answer.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const refused = checkWithoutFile(input, 'openapi');
  if (refused !== undefined) return refused;
  // Only the URL of a stage can come from the local cloud.
  const stage =
    optionalText(input, 'stage') ?? (isGiven(input, 'local') ? DEFAULT_STAGE : undefined);
  const described = describeForOthers(input.projectDirectory, stage ?? DEFAULT_STAGE);
  if ('diagnostics' in described) return fail(input, described.diagnostics);
  report(input, described.api.notes);
  if (stage === undefined) return finish(input, described, undefined);
  // The modules for deploys are loaded only if the URL of a stage is needed.
  const { withAddress } = await import('./url.js');
  return withAddress(input, stage, ({ url }) => finish(input, described, url));
}

const DEFAULT_STAGE = 'dev';

function finish(
  input: CommandInput,
  { api, manifest, project }: DescribedProject,
  server: string | undefined,
): ExitCode {
  const text = indentedJson(openApi31(api, { manifest, ...packageFacts(project), server }));
  const contents = plural(api.operations.length, 'operation');
  return deliver(input, { name: 'openapi', text, contents, isSame: isSameJson });
}
