// `framework mcp`: provides the commands as tools for an agent.
import * as v from 'valibot';
import { type CommandInput, ExitCode, isGiven } from '../program/command.js';
import { serveTools } from '../mcp/serve-tools.js';
import { diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { localRequest } from '../mcp/local-request.js';
import { type Tool, commandTool, deployNotAllowed } from '../mcp/tool.js';
import {
  checkSpec,
  docsSpec,
  explainSpec,
  genPolicySpec,
  openapiSpec,
  routesSpec,
} from './project-specs.js';
import { ALLOW_DELETE } from './cloud-options.js';
import { deploySpec, invokeSpec, logsSpec, planSpec } from './stage-specs.js';

const INSTRUCTIONS =
  'Tools for an application of `framework` (HTTP views and event functions on AWS). Call `check` after each change; read the page ' +
  'of an error code with `explain`; search `docs` before you guess an API; verify behavior with `local_request` and `npm test`.';

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

const CLOUD = ['profile', 'region'];

function described(text: string): v.GenericSchema<string> {
  return v.pipe(v.string(), v.description(text));
}

export const TOOLS: readonly Tool[] = [
  commandTool({
    name: 'check',
    title: 'Check the application',
    description:
      'All problems of the source and of .framework/config.json (`plan` also checks the settings of roles and policies), each with its ' +
      'code, location and hint and, if it is certain, the fix as edits. Executes nothing. Call it after each change.',
    effect: 'reads',
    command: checkSpec,
    options: ['stage', 'types'],
    findsProblems: true,
  }),
  commandTool({
    name: 'explain',
    title: 'Explain a problem',
    description:
      'The page of an error code: what is wrong, an example, the corrected example, and the reason.',
    effect: 'reads',
    command: explainSpec,
    options: [],
    more: { problem: described('A code such as FW2103, or a finding that contains one') },
    words: ({ problem }) => ['--', /(?:FW|TS9)\d{4}/.exec(String(problem))?.[0] ?? String(problem)],
  }),
  commandTool({
    name: 'routes',
    title: 'Routes and functions',
    description:
      'Every route with its methods, view, location in the source and what protects it: API key, authorizer, middleware, security; ' +
      '`open` means that anyone can call it. Lambda functions and their event sources. Executes nothing.',
    effect: 'reads',
    command: routesSpec,
    options: ['stage', 'open'],
  }),
  commandTool({
    name: 'openapi',
    title: 'OpenAPI document',
    description: 'The OpenAPI 3.1 document of the application. Executes nothing.',
    effect: 'reads',
    command: openapiSpec,
    options: [],
  }),
  commandTool({
    name: 'gen_policy',
    title: 'IAM policy of the code',
    description:
      'The policy that the code needs, and `reasons`: each action with its resources and the line that needs it. With ' +
      '`role_per_function`, `policies` contains both for each function. Executes nothing and calls nothing.',
    effect: 'reads',
    command: genPolicySpec,
    options: ['stage', 'function'],
  }),
  commandTool({
    name: 'plan',
    title: 'Plan of a deploy',
    description:
      'What a deploy would change: routes including breaking changes for callers, permissions, resources. Builds the application without ' +
      'executing it, and makes read calls to AWS with the credentials of this machine.',
    effect: 'reads',
    command: planSpec,
    options: ['stage', 'no-autogen-policy', ...CLOUD],
  }),
  localRequest,
  commandTool({
    name: 'invoke',
    title: 'Call a lambda function',
    description:
      'With `local` it EXECUTES THE APPLICATION on this machine, in a separate process. Without `local`, it calls the deployed ' +
      'function, which may change anything; this requires `framework mcp --allow-deploy`.',
    effect: 'runs',
    command: invokeSpec,
    options: ['stage', 'local', 'sample', ...CLOUD],
    more: {
      name: described('The lambda function'),
      payload: v.optional(v.pipe(v.unknown(), v.description('The event, any JSON value'))),
    },
    words: ({ payload }) => (payload === undefined ? [] : [`--payload=${JSON.stringify(payload)}`]),
    refuse: ({ local }, { mayDeploy }) =>
      local === true || mayDeploy ? undefined : notAllowed('A call of a deployed function', LOCAL),
  }),
  commandTool({
    name: 'logs',
    title: 'Logs of a deployed function',
    description: 'What a deployed function has printed and logged. Reads CloudWatch Logs.',
    effect: 'reads',
    command: logsSpec,
    options: ['stage', 'name', 'since', 'num-entries', 'filter', 'metrics', ...CLOUD],
    isLines: true,
  }),
  commandTool({
    name: 'docs',
    title: 'Search the documentation',
    description:
      'The sections of the documentation of this version that match a query, best first; the name of a page such as guide/cors returns that page.',
    effect: 'reads',
    command: docsSpec,
    options: [],
    more: { query: described('Words, the name of a page, or a code') },
  }),
  commandTool({
    name: 'deploy',
    title: 'Deploy a stage',
    description:
      'CHANGES WHAT IS DEPLOYED: creates or updates the API, the functions and the roles of a stage. Call `plan` first.',
    effect: 'changes',
    command: deploySpec,
    options: ['stage', 'no-autogen-policy', 'no-types', ALLOW_DELETE, ...CLOUD],
    words: () => ['--yes'],
    refuse: (_, { mayDeploy }) =>
      mayDeploy ? undefined : notAllowed('A deploy', 'Call `plan` to see what it would change.'),
  }),
];

const LOCAL = 'Call it with `local: true` to run it on this machine.';

function notAllowed(call: string, instead: string) {
  const hint = `${instead} The user can start the server with \`framework mcp --allow-deploy\`.`;
  return diagnose(deployNotAllowed, { call, hint });
}
