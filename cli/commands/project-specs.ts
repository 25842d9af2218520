// The declarations of the commands that work on the project and on this machine (specification 1 and 4.6).
import { type CommandSpec, counted, flag, jsonOption, valued } from '../program/command.js';
import { accountOptions, stageOption } from './cloud-options.js';
import { SOURCE_COMMANDS } from '../serve/events/local-kinds.js';

export const newProjectSpec: CommandSpec = {
  name: 'new-project',
  summary: 'Create a project',
  description:
    'Creates a directory with a small application, its configuration and a test. An existing directory is never ' +
    'touched.',
  positionals: [
    {
      name: 'name',
      summary: 'Name of the project, its directory and the application',
      isRequired: true,
    },
  ],
  options: {
    decorators: valued('mode', 'Kind of decorators that the generated tsconfig.json selects', {
      default: 'standard',
      choices: ['standard', 'legacy'],
    }),
  },
  examples: [
    ['framework new-project helloworld', 'Create ./helloworld'],
    [
      'framework new-project helloworld --decorators legacy',
      'The same with experimentalDecorators and decorator metadata',
    ],
  ],
};

export const checkSpec: CommandSpec = {
  name: 'check',
  summary: 'Check the application and its configuration',
  description:
    'Reads the source of the application and .framework/config.json and reports all problems at once, each with its ' +
    'location and how to fix it. `plan` also checks the settings of roles and policies. The application is not executed. ' +
    'The exit code is 1 if there are errors, and 0 if there are only warnings.',
  options: {
    stage: stageOption,
    types: flag("Also check types with the project's TypeScript and tsconfig.json"),
    fix: flag('Apply corrections that are certain'),
    json: jsonOption,
    github: flag('Print annotations for GitHub Actions'),
    watch: flag('Check again whenever a file changes'),
  },
  examples: [
    ['framework check', 'Check the application in this directory'],
    ['framework check --fix', 'Correct what can be corrected, report the rest'],
    ['framework check --types', 'Check routes and types in one command'],
    ['framework check --watch', 'Keep checking while you edit'],
    ['framework check --stage prod --json', 'Check another stage, with output for a script'],
  ],
};

const SOURCES = SOURCE_COMMANDS.flatMap(({ explain = [] }) => explain);

export const explainSpec: CommandSpec = {
  name: 'explain',
  summary: 'Explain a problem by its code',
  description:
    'Prints the page of a problem: what happened, an example, the corrected example, and why it is a problem. ' +
    [
      'Without a code it lists all problems.',
      ...SOURCES.map(({ description }) => description),
      'The pages are part of the package, so no network is needed.',
    ].join(' '),
  positionals: [
    {
      name: 'code',
      summary: [
        'For example `FW2103`; `2103`, and `TS92103` as printed by `tsc`, are equivalent.',
        ...SOURCES.map(({ argument }) => argument),
      ].join(' '),
      isRequired: false,
    },
  ],
  options: {
    ...Object.fromEntries(SOURCES.flatMap(({ options }) => Object.entries(options))),
    json: jsonOption,
  },
  examples: [
    ['framework explain FW2103', 'What is wrong with a trailing slash'],
    ...SOURCES.map(({ example }) => example),
    ['framework explain', 'List all codes'],
  ],
};

export const docsSpec: CommandSpec = {
  name: 'docs',
  summary: 'Find pages of the documentation and error codes, offline',
  description:
    'Searches the pages in the package, which match the installed version, and prints the sections ' +
    'that match best with their first sentence. The name of a page, as in the results, or an error code prints that page. ' +
    'Without a query it lists the pages.',
  positionals: [
    {
      name: 'query',
      summary: 'Words, the name of a page such as `guide/cors`, or a code such as `FW2311`',
      isRequired: false,
      isRest: true,
    },
  ],
  options: { json: jsonOption },
  examples: [
    ['framework docs cors', 'Find the pages about CORS'],
    ['framework docs retry a failed message', 'Search for several words'],
    ['framework docs guide/cors', 'Read a page'],
    ['framework docs FW2311', 'Read the page of an error code'],
  ],
};

export const routesSpec: CommandSpec = {
  name: 'routes',
  summary: 'List the routes and functions of the application',
  description:
    'Prints a table of all routes. For each route it shows the methods, the path, the view, where it is declared, what protects ' +
    'it (API key, authorizer, middleware by name), and what is special about it (CORS, content types).',
  options: {
    stage: stageOption,
    open: flag(
      'Only routes without an authorizer, an API key or a provider with a required security scheme',
    ),
    json: jsonOption,
  },
  examples: [
    ['framework routes', 'List the routes'],
    ['framework routes --open', 'List the routes that nothing protects'],
    ['framework routes --json', 'The same, as JSON for a script'],
  ],
};

export const openapiSpec: CommandSpec = {
  name: 'openapi',
  summary: 'Print the OpenAPI document of the application',
  description:
    'Reads the source and prints an OpenAPI 3.1 document: the input of each route, its responses, and the errors that it can ' +
    'throw with their messages. Nothing is executed. The same source gives the same bytes, so you can commit the file to ' +
    'the repository, and `--check` tells CI that it is up to date.',
  options: {
    json: flag('Also print problems as one JSON document'),
    out: valued('file', 'Write the document to this file instead of stdout'),
    check: flag('Change nothing; fail if the --out file is not up to date'),
    stage: valued(
      'name',
      'Add the URL of this deployed stage to `servers`; with --local defaults to dev',
    ),
    ...accountOptions,
  },
  examples: [
    ['framework openapi --out openapi.json', 'Write the document'],
    ['framework openapi --out openapi.json --check', 'In CI: fail if the file is out of date'],
    ['framework openapi --stage prod > openapi.json', 'With the URL of the deployed API'],
  ],
};

export const clientSpec: CommandSpec = {
  name: 'client',
  summary: 'Print a typed client of the application',
  description:
    'Reads the source and prints one TypeScript file without dependencies: `createClient`, which calls the routes with ' +
    '`fetch`, and the types of the input and responses of each route. It runs in browsers and in Node.js. The same source ' +
    'gives the same bytes, so you can commit the file to the repository, and `--check` tells CI that it is up to date.',
  options: {
    out: valued('file', 'Write the client to this file instead of stdout'),
    check: flag('Change nothing; fail if the --out file is not up to date'),
  },
  examples: [
    ['framework client --out client.ts', 'Write the client'],
    ['framework client --out client.ts --check', 'In CI: fail if the file is out of date'],
  ],
};

export const genPolicySpec: CommandSpec = {
  name: 'gen-policy',
  summary: 'Print the access policy that the code needs',
  description:
    'Reads the source of the application, finds its AWS calls, and prints the policy that allows them, as deploy ' +
    'generates it. Nothing is executed or installed. What cannot be determined from the source is ' +
    'reported on stderr; add missing permissions to `.framework/policy-base.json`. With `role_per_function` it prints one ' +
    'policy for each function, by name.',
  options: {
    stage: stageOption,
    function: valued(
      'name',
      'Only what this function reaches; `api_handler` is the function that serves the routes',
    ),
    explain: flag('Print each action with its resources and the line that needs it'),
    json: flag('Print one JSON document with the policy, the reasons and the findings'),
    deployer: flag(
      'Print the policy for deploying the stage, instead of the policy of its functions',
    ),
    'read-only': flag('With --deployer: only what `framework plan` needs'),
    region: valued('name', 'With --deployer: allow only this region'),
  },
  examples: [
    ['framework gen-policy', 'The policy of the stage `dev`'],
    ['framework gen-policy --explain', 'Which line needs which action'],
    ['framework gen-policy --function resize', 'The policy of one lambda function'],
    [
      'framework gen-policy --stage prod --deployer > deployer.json',
      'The policy for the job that deploys',
    ],
  ],
};

export const buildSpec: CommandSpec = {
  name: 'build',
  summary: 'Build the deployable folder and the manifest',
  description:
    'Checks the application, then writes the manifest to .framework/build/manifest.json, types for tests next to it, and ' +
    'the bundled handler with everything it needs. Prints the size of the package. The application is not executed.',
  options: {
    stage: stageOption,
    arch: valued(
      'name',
      'Processor for packages with native code; defaults to the processor of the stage',
      { choices: ['x64', 'arm64'] },
    ),
    json: jsonOption,
  },
  examples: [
    ['framework build', 'Build the application in this directory'],
    ['framework build --arch arm64', 'Build for functions that run on Graviton'],
  ],
};

export const pipelineSpec: CommandSpec = {
  name: 'pipeline',
  summary: 'Print a GitHub Actions workflow that deploys the stage',
  description:
    'Prints a workflow: every pull request is checked and tested and gets its plan as a comment, and the branch that `--branch` names is ' +
    'deployed. The jobs assume roles of the account with OIDC, with the policies of `framework gen-policy --deployer`, and no ' +
    'secret is stored. The region and the roles are repository variables, so you do not need to edit the file.',
  options: {
    stage: valued(
      'name',
      'Stage to deploy, defaults to dev; with --previews, the prefix of stage names, defaults to pr',
    ),
    previews: flag(
      'Print the workflow that deploys a stage for each pull request and deletes it when the pull request is closed',
    ),
    branch: valued('name', 'Branch to deploy', { default: 'main' }),
  },
  examples: [
    [
      'framework pipeline --stage prod > .github/workflows/prod.yml',
      'A workflow that deploys `prod` from the branch `main`',
    ],
    [
      'framework pipeline --previews > .github/workflows/previews.yml',
      'A workflow that deploys the stage `pr-7` for pull request 7',
    ],
  ],
};

export const localSpec: CommandSpec = {
  name: 'local',
  summary: 'Serve the application on this machine',
  description:
    'Starts a local HTTP server that responds as the deployed API would, enforces authorizers and API keys, and ' +
    'reloads when a file changes. A separate page, the explorer, shows the routes, sends requests and lists past requests.',
  options: {
    port: counted(
      'number',
      'Port to listen on; 0 uses a free port; defaults to 8000, or the next free port',
      { range: [0, 65535] },
    ),
    host: valued('name', 'Address to listen on', { default: 'localhost' }),
    stage: stageOption,
    'env-from-shell': flag('Let shell variables override the configuration and `.env`'),
    'explorer-port': counted(
      'number',
      'Port of the explorer; 0 uses a free port; defaults to 100 above the port, or the next free port',
      { range: [0, 65535] },
    ),
    'no-explorer': flag('Do not serve the explorer'),
    'no-reload': flag('Do not watch files'),
    'no-error-page': flag('If a view fails, send browsers the same JSON as the deployed API'),
    'no-auth': flag('Accept requests without keys, tokens and signatures'),
    ...Object.fromEntries(
      SOURCE_COMMANDS.flatMap(({ local }) => (local ? [[local.option, local.spec]] : [])),
    ),
    cloud: flag(
      'Create the resources in the local cloud, and run functions for the messages, schedules and files there',
    ),
    inspect: flag('Let a debugger attach; set breakpoints in the TypeScript source'),
  },
  examples: [
    ['framework local', 'Serve on http://localhost:8000'],
    ['framework local --port=9000 --stage prod', 'Another port and stage'],
    ['framework local --cloud', 'With tables, queues and buckets in the local cloud'],
  ],
};

export const mcpSpec: CommandSpec = {
  name: 'mcp',
  summary: 'Offer these commands to an agent with the Model Context Protocol',
  description:
    'Runs a Model Context Protocol server on standard input and output, which an agent starts. Its tools check the ' +
    'application, explain problems, list routes, print the OpenAPI document and the policy, plan a deploy, read logs, search the ' +
    'documentation, and send requests to the application on this machine. It cannot change what is deployed unless ' +
    'you add `--allow-deploy`. It stops when its standard input ends.',
  options: { 'allow-deploy': flag('Also deploy, and call deployed functions') },
  examples: [
    ['framework mcp', 'The command that a client such as an editor starts'],
    [
      'framework mcp --project-dir services/orders --allow-deploy',
      'For a project in a workspace, with permission to deploy it',
    ],
  ],
};

export const cloudSpec: CommandSpec = {
  name: 'cloud',
  summary: 'Run a local cloud for the application',
  description:
    'Starts a cloud on 127.0.0.1 that speaks the protocols of the services that a deploy and the application use, runs the ' +
    'functions and enforces their permissions. Prints to stdout the environment variables that let a process use it; `framework deploy ' +
    '--local` deploys to it, and every other command that calls AWS also has `--local`. Each project has its own cloud, which Ctrl-C ' +
    'or `--stop` stops. Its state is in memory, unless you add `--keep`. It uses no account and reads no credentials.',
  options: {
    port: counted(
      'number',
      'Port to listen on; defaults to a free port, or with `--keep` to the previous port',
      { range: [1, 65535] },
    ),
    keep: flag('Save the state in .framework/cloud/, and restore it at the next start'),
    stop: flag('Stop the running cloud of this project'),
    region: valued('name', 'Region of the local cloud; defaults to AWS_REGION, then us-east-1'),
    json: jsonOption,
  },
  examples: [
    ['framework cloud', 'Start a cloud, and print how to reach it'],
    ['framework cloud --keep --port 4566', 'Save everything for the next start'],
    ['framework cloud --stop', 'Stop it from another terminal'],
  ],
};
