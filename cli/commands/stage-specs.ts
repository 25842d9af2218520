// The declarations of the commands that work on a stage in AWS (specification 4.6).
import { type CommandSpec, counted, flag, jsonOption, valued } from '../program/command.js';
import {
  accountOptions,
  noAutogenPolicyOption,
  cloudOption,
  profileOption,
  regionOption,
  stageOption,
  ALLOW_DELETE,
  DELETE_DATA,
  yesOption,
} from './cloud-options.js';
import type { ParameterKind } from '../../runtime/contract/parameters.js';
import { ALL_KINDS } from '../serve/events/local-kinds.js';

export const planSpec: CommandSpec = {
  name: 'plan',
  summary: 'Print what a deploy would change, without changing it',
  description:
    'Builds the application as deploy does, reads the deployed state of the stage, and prints the difference: routes ' +
    'that are added, removed or changed, with breaking changes marked; the permissions that the code gains and loses; ' +
    'then the resources. It only reads from AWS.',
  options: {
    stage: stageOption,
    'no-autogen-policy': noAutogenPolicyOption,
    ...accountOptions,
    json: jsonOption,
  },
  examples: [
    ['framework plan', 'What a deploy of the stage `dev` would change'],
    ['framework plan --stage prod --json', 'The same for `prod`, as JSON for a script'],
  ],
};

export const deploySpec: CommandSpec = {
  name: 'deploy',
  summary: 'Create or update the API, the functions and the roles of a stage',
  description:
    'Builds the application without executing it, compares it with the deployed state of the stage, and changes what ' +
    "differs; if nothing differs, it only reads. The project's TypeScript checks types at the same time, and an " +
    'error stops the deploy before anything is changed. Prints its progress and, as the last line, the base URL on ' +
    'stdout. If the generated policy of a role changes, it lists the actions and asks for confirmation; without a terminal, it only lists them. Before it deletes an API or a ' +
    'function, it also asks, and without a terminal it requires `--allow-delete`. Tables, queues and buckets that are no longer ' +
    'in the source are kept with their data, unless you add `--delete-data`. You can interrupt a deploy at any time ' +
    'and run it again, also on another machine.',
  options: {
    stage: stageOption,
    'no-autogen-policy': noAutogenPolicyOption,
    'no-types': flag('Deploy without checking types'),
    expires: valued(
      'time',
      'Let the stage expire after this duration, such as 12h, 3d or 2w; `never` removes the expiry',
    ),
    yes: {
      ...yesOption,
      summary: 'Answer yes to every question except the one about deletions; see --allow-delete',
    },
    [ALLOW_DELETE]: flag(
      'Delete an API or functions that are no longer in the source, without confirmation',
    ),
    [DELETE_DATA]: flag(
      'Delete tables, queues and buckets that are no longer in the source, with their data',
    ),
    ...accountOptions,
    json: jsonOption,
  },
  examples: [
    ['framework deploy', 'Deploy the stage `dev`'],
    [
      'framework deploy --stage pr-7 --expires 3d --yes',
      'Deploy a preview that `framework delete --expired` deletes after three days',
    ],
    ['framework deploy --stage prod --yes', 'Deploy `prod` without confirmation'],
    ['framework deploy --local', 'Deploy to the local cloud, without an account'],
  ],
};

export const exportSpec: CommandSpec = {
  name: 'export',
  summary: 'Write the stage as Terraform or CloudFormation',
  description:
    'Builds the application as deploy does, and writes what a deploy would create: as Terraform JSON, which OpenTofu also ' +
    'reads, or as a CloudFormation template, with the zip of the code next to it. It makes no calls, needs no credentials and no ' +
    'region, and the same source gives the same bytes. With `--adopt` it reads the deployed state, and the file contains import ' +
    'blocks for what a deploy has created.',
  options: {
    format: valued('format', 'What to write', { choices: ['terraform', 'cloudformation'] }),
    out: valued(
      'folder',
      'Write the template and the code to this folder; if omitted, the template is printed',
    ),
    stage: stageOption,
    adopt: flag('Terraform: add import blocks for the deployed stage'),
    merge: valued('file', 'CloudFormation: merge this JSON file into the template'),
    'no-autogen-policy': noAutogenPolicyOption,
    ...accountOptions,
  },
  examples: [
    [
      'framework export --format terraform --out infra --stage prod',
      'Write `infra/main.tf.json` and `infra/package.zip`',
    ],
    [
      'framework export --format cloudformation --out infra --merge alarms.json',
      'Write `infra/template.json` including the content of that file',
    ],
    [
      'framework export --format terraform --out infra --adopt',
      'Let Terraform manage what `framework deploy` has created',
    ],
  ],
};

export const stagesSpec: CommandSpec = {
  name: 'stages',
  summary: 'List the deployed stages',
  description:
    'Lists the stages of every application in the account and region, with their age, their expiry, who deployed them with ' +
    '`--expires`, and their URLs. The age counts from the first deploy of the API; for a stage without routes, from the last ' +
    'change of its functions. It does not need a project.',
  options: {
    app: valued('name', 'List only the stages of this application'),
    ...accountOptions,
    json: jsonOption,
  },
  examples: [
    ['framework stages', 'All stages in the region'],
    ['framework stages --app shop --json', 'The stages of `shop` as JSON'],
  ],
};

export const ACTIONS: readonly ParameterAction[] = ['set', 'list', 'delete'];

export type ParameterAction = 'set' | 'list' | 'delete';

export const secretSpec: CommandSpec = specOf('secret', {
  summary: 'Store, list and delete the secrets of a stage',
  what:
    'Manages the secrets that the source declares with `secret`. They are stored encrypted (SecureString) in Systems Manager, below ' +
    '/<app>/<stage>/, and a function reads one when it needs it.',
  name: 'stripe-key',
  input: 'framework secret set stripe-key --stage prod < key.txt',
});

export const parameterSpec: CommandSpec = specOf('parameter', {
  summary: 'Store, list and delete the parameters of a stage',
  what:
    'Manages the parameters that the source declares with `parameter`. They are stored as plain text (String) in Systems Manager, below ' +
    '/<app>/<stage>/, and a function reads one when it needs it.',
  name: 'home-region',
  input: 'framework parameter set home-region --stage prod < region.txt',
});

type Words = {
  readonly summary: string;
  readonly what: string;
  readonly name: string;
  readonly input: string;
};

function specOf(kind: ParameterKind, { summary, what, name, input }: Words): CommandSpec {
  return {
    name: kind,
    summary,
    description:
      `${what} \`set\` reads the value from standard input, or asks for it in a terminal; it is never an argument, because ` +
      'arguments stay in the history of the shell. A trailing line break is removed. `list` never shows values; for each ' +
      'name it shows when the value was stored, whether it is missing, and whether the name is no longer in the source.',
    positionals: [
      { name: 'action', summary: '`set`, `list` or `delete`', isRequired: true },
      { name: 'name', summary: 'The name in the source; not for `list`', isRequired: false },
    ],
    extraArgument: `A value is never an argument: pass it to \`framework ${kind} set\` on standard input.`,
    options: { stage: stageOption, yes: yesOption, ...accountOptions, json: jsonOption },
    examples: [
      [`framework ${kind} set ${name}`, 'Ask for the value for the stage `dev`'],
      [input, 'Read the value from standard input'],
      [`framework ${kind} list --stage prod`, 'What is stored for the stage `prod`'],
    ],
  };
}

export const urlSpec: CommandSpec = {
  name: 'url',
  summary: 'Print the URL of the deployed API',
  description:
    'Prints the base URL of a stage. After a deploy from this machine the URL is known without calling AWS; ' +
    'otherwise the API is found by name and tag.',
  options: { stage: stageOption, ...accountOptions, json: jsonOption },
  examples: [
    ['framework url', 'The URL of the stage `dev`'],
    ['framework url --stage prod', 'The URL of `prod`'],
  ],
};

export const keysSpec: CommandSpec = {
  name: 'keys',
  summary: 'List the API keys of a stage, or print the value of a key',
  description:
    'Shows the API keys that a deploy has created from `api_keys` in the configuration. `framework keys show NAME` prints the value ' +
    'that callers send in `X-Api-Key`. No other command prints it, and no file contains it: treat it as a password.',
  positionals: [
    { name: 'action', summary: '`list` (the default) or `show`', isRequired: false },
    { name: 'name', summary: 'With `show`: the name in `api_keys`', isRequired: false },
  ],
  options: { stage: stageOption, ...accountOptions, json: jsonOption },
  examples: [
    ['framework keys', 'The keys of the stage `dev` with their limits'],
    ['framework keys show partner --stage prod', 'The value of the key `partner` of `prod`'],
  ],
};

export const logsSpec: CommandSpec = {
  name: 'logs',
  summary: 'Print what a deployed function has printed and logged',
  description:
    'Prints the log of the function that serves the routes, or of a lambda function. In a terminal each request is one ' +
    'block: its time, route, status, duration, cold start and memory, followed by what the application printed, with ' +
    'locations in the source. Without a terminal, there is one line for each printed line, with the time and the beginning of the ' +
    'request ID. With `--follow` it continues until Ctrl-C.',
  options: {
    stage: stageOption,
    name: valued('function', 'A lambda function instead of the function that serves the routes', {
      letter: 'n',
      default: 'api_handler',
    }),
    since: valued(
      'time',
      'Start time: a duration such as 30s, 10m, 2h, 1d, or a time in ISO 8601',
      { letter: 's', default: '10m' },
    ),
    follow: flag('Keep printing new entries', { letter: 'f' }),
    'num-entries': counted(
      'count',
      'Only this many of the newest entries: requests in a terminal, otherwise lines',
      { range: [1, 1_000_000] },
    ),
    filter: valued('pattern', 'Only lines that match a CloudWatch Logs filter pattern'),
    metrics: flag('Totals by route instead of the log: requests, errors, p50, p95, cold starts'),
    'include-lambda-messages': flag("Also print Lambda's own lines: START, END, REPORT"),
    ...accountOptions,
    json: flag('Print one JSON object per line'),
  },
  examples: [
    ['framework logs', 'The requests of the last ten minutes'],
    ['framework logs --follow', 'The same, and then new requests as they arrive'],
    [
      'framework logs --name resize --since 2h --filter ERROR',
      'Lines with ERROR from the function `resize`',
    ],
    [
      'framework logs --metrics --since 1h',
      'Metrics for the routes in the last hour, if the stage sets `metrics`',
    ],
    [
      'framework logs --json --since 1d | jq "select(.status >= 500)"',
      'The failed requests of the last day',
    ],
  ],
};

const NOUNS = ALL_KINDS.map(([, { noun }]) => noun);

export const invokeSpec: CommandSpec = {
  name: 'invoke',
  summary: 'Call a lambda function or a view, deployed or on this machine',
  description:
    'Calls a lambda function with a payload, or with `--path` the function that serves the routes, and prints the result ' +
    'as JSON on stdout. Its output, and an error with its stack in the source, go to stderr. A view is ' +
    'called without the gateway: keys and authorizers are not checked. The exit code is 0 for success, 1 if the ' +
    'function threw or a view responded with 500 or more, and 3 if AWS rejected the call.',
  positionals: [
    { name: 'name', summary: 'The lambda function; not with `--path`', isRequired: false },
  ],
  options: {
    stage: stageOption,
    cloud: cloudOption,
    local: flag('Build the application and make the call on this machine, without a server'),
    payload: valued(
      'json',
      'The event of a lambda function, `-` for standard input; defaults to {}',
      { letter: 'p' },
    ),
    'payload-file': valued('file', 'A file that contains the event'),
    sample: flag("With `--local`: the sample event of the function's event source"),
    path: valued('path', 'Path of a request to a view, with its query string'),
    method: valued('method', 'Method of the request; defaults to GET, or to POST with a body', {
      letter: 'X',
    }),
    header: valued('line', 'A header of the request, as in "Accept: text/plain"; can be repeated', {
      letter: 'H',
      isList: true,
    }),
    body: valued(
      'text',
      'Body of the request, `-` for standard input; JSON unless a header names another type',
      { letter: 'd' },
    ),
    'body-file': valued('file', 'A file that contains the body'),
    profile: profileOption,
    region: regionOption,
    json: flag('Print one JSON document with the result, log and times'),
  },
  examples: [
    [`framework invoke resize --payload '{"width": 80}'`, 'Call the deployed function `resize`'],
    [
      'framework invoke resize --local --payload-file event.json',
      'The same on this machine, with the event from a file',
    ],
    [
      'framework invoke order --local --sample',
      `Call a function that is connected to a ${NOUNS.slice(0, -1).join(', ')} or ${NOUNS.at(-1) ?? ''}`,
    ],
    [`framework invoke --path /cities/oslo --method PUT --body '{"state": "NO"}'`, 'Call a view'],
  ],
};

export const rollbackSpec: CommandSpec = {
  name: 'rollback',
  summary: 'Restore what was deployed before the last deploy',
  description:
    'Restores the previous code of the functions and the previous deployment of the API, as far as the last deploy ' +
    'changed them. Nothing is built, so it takes seconds and works with any source. Settings, policies and environment ' +
    'variables stay as they are. If you run it again, it goes back one more deploy.',
  options: {
    stage: stageOption,
    yes: yesOption,
    'past-settings': flag(
      'Also undo the deploy before the last one if the last one changed only settings',
    ),
    ...accountOptions,
    json: jsonOption,
  },
  examples: [
    ['framework rollback', 'Undo the last deploy of the stage `dev`'],
    ['framework rollback --stage prod --yes', 'The same for `prod`, without confirmation'],
  ],
};

export const deleteSpec: CommandSpec = {
  name: 'delete',
  summary: 'Delete the API, the functions and the roles of a stage',
  description:
    'Deletes everything that deploys of the stage have created, and prints one line for each resource; missing resources are ' +
    'ignored. Without a record of the last deploy, for example on another machine, everything is found by its name and ' +
    'its tag. A role in `iam_role_arn` is kept. Logs are also kept unless you add `--log-groups`, and tables, queues and buckets ' +
    'with their data unless you add `--delete-data`.',
  options: {
    stage: stageOption,
    expired: flag('Delete every stage of the application that has expired'),
    yes: yesOption,
    'log-groups': flag('Also delete the logs of the functions'),
    [DELETE_DATA]: flag('Also delete tables, queues and buckets of the stage, with their data'),
    ...accountOptions,
    json: jsonOption,
  },
  examples: [
    ['framework delete', 'Delete the stage `dev`'],
    [
      'framework delete --stage prod --yes --log-groups',
      'Delete `prod` and its logs without confirmation',
    ],
    [
      'framework delete --expired --yes',
      'Delete all expired stages of the application, for example in a daily job',
    ],
  ],
};
