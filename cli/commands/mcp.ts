// `framework mcp`: provides the commands as tools for an agent.
import { type CommandInput, ExitCode, isGiven } from '../program/command.js';
import { serveTools } from '../mcp/serve-tools.js';
import { TOOLS } from './mcp-tools.js';

const INSTRUCTIONS =
  'Tools for an application of `framework` (HTTP views and event functions on AWS). After each change call `check`; read the page ' +
  'of a code with `explain`; search `docs` before you guess an API; prove behaviour with `local_request` and `npm test`.';

export async function run(input: CommandInput): Promise<ExitCode> {
  const { projectDirectory, environment, runOther, terminal, signal } = input;
  const { closed } = terminal.out;
  await serveTools({
    tools: TOOLS,
    context: { projectDirectory, environment, runOther, mayDeploy: isGiven(input, 'allow-deploy') },
    instructions: INSTRUCTIONS,
    warmUp: () => import('./check.js'),
    stdin: process.stdin,
    signal: closed ? AbortSignal.any([signal, closed]) : signal,
  });
  return ExitCode.ok;
}
