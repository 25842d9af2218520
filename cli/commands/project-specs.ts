// The declarations of the commands that work on the project and on this machine (specification 1 and 4.6).
import { type CommandSpec, counted, flag, jsonOption, valued } from '../program/command.js';
import { localOption, profileOption, regionOption, stageOption } from './cloud-options.js';
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
      summary: 'Name of the project, of its directory and of the application',
      isRequired: true,
    },
  ],
  options: {
    decorators: valued('mode', 'Kind of decorators that its tsconfig.json selects', {
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
    'Reads the source of the application and .framework/config.json and reports every problem, each with its place ' +
    'and what to do. Nothing of the application is executed. Exit code 1 means that there are errors; warnings ' +
    'alone are 0.',
  options: {
    stage: stageOption,
    types: flag('Run the TypeScript of the project too, with its tsconfig.json'),
    fix: flag('Correct the files where the correction is certain'),
    json: jsonOption,
    github: flag('Print annotations for GitHub Actions'),
    watch: flag('Check again whenever a file changes'),
  },
  examples: [
    ['framework check', 'Check the application in this directory'],
    ['framework check --fix', 'Correct what can be corrected, report the rest'],
    ['framework check --types', 'Check routes and types in one command'],
    ['framework check --watch', 'Keep checking while you edit'],
    ['framework check --stage prod --json', 'Check for another stage, for a script to read'],
  ],
};

const SOURCES = SOURCE_COMMANDS.flatMap(({ explain = [] }) => explain);

export const explainSpec: CommandSpec = {
  name: 'explain',
  summary: 'Explain a problem by its code',
  description:
    'Prints the page of a problem: what happened, an example of it, the example put right, and why it is a problem. ' +
    [
      'Without a code it lists all of them.',
      ...SOURCES.map(({ description }) => description),
      'The pages are part of the package, so no network is needed.',
    ].join(' '),
  positionals: [
    {
      name: 'code',
      summary: [
        'For example `FW2103`; `2103`, and `TS92103` as `tsc` prints it, are the same.',
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
    ['framework explain FW2103', 'What is wrong with a slash at the end'],
    ...SOURCES.map(({ example }) => example),
    ['framework explain', 'List all codes'],
  ],
};

export const docsSpec: CommandSpec = {
  name: 'docs',
  summary: 'Find pages of the documentation and error codes, offline',
  description:
    'Searches the pages that are part of the package, so that they are those of the installed version, and prints the sections ' +
    'that fit best with their first sentence. The name of a page, as in the results, or an error code prints that page. ' +
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
    ['framework docs cors', 'Where CORS is explained'],
    ['framework docs retry a failed message', 'Search for several words'],
    ['framework docs guide/cors', 'Read a page'],
    ['framework docs FW2311', 'Read the page of an error code'],
  ],
};

export const routesSpec: CommandSpec = {
  name: 'routes',
  summary: 'List the routes and functions of the application',
  description:
    'Prints a table of every route: its methods, its path, the view that answers, where it is declared, what stands ' +
    'before it (API key, authorizer, middleware by name), and what is special about it (CORS, content types).',
  options: {
    stage: stageOption,
    open: flag('Only routes without an authorizer, an API key or a provider that demands security'),
    json: jsonOption,
  },
  examples: [
    ['framework routes', 'List the routes'],
    ['framework routes --open', 'List the routes that nothing guards'],
    ['framework routes --json', 'The same for a script to read'],
  ],
};

export const openapiSpec: CommandSpec = {
  name: 'openapi',
  summary: 'Print the OpenAPI document of the application',
  description:
    'Reads the source and prints an OpenAPI 3.1 document: what each route takes, its responses, which errors it may ' +
    'throw and with which messages. Nothing is executed. The same source gives the same bytes, so the file can be committed to ' +
    'the repository, and `--check` tells CI that it is up to date.',
  options: {
    json: flag('Print problems as one JSON document too'),
    out: valued('file', 'Write the document there instead of stdout'),
    check: flag('Change nothing; fail when the file of --out is not up to date'),
    stage: valued('name', 'Name the URL of this deployed stage in `servers`'),
    local: localOption,
    profile: profileOption,
    region: regionOption,
  },
  examples: [
    ['framework openapi --out openapi.json', 'Write the document'],
    ['framework openapi --out openapi.json --check', 'In CI: fail when the file is out of date'],
    ['framework openapi --stage prod > openapi.json', 'With the URL of the deployed API'],
  ],
};

export const clientSpec: CommandSpec = {
  name: 'client',
  summary: 'Print a typed client of the application',
  description:
    'Reads the source and prints one TypeScript file without dependencies: `createClient`, which calls the routes with ' +
    '`fetch`, and the types of the input and responses of each route. It runs in browsers and in Node.js. The same source ' +
    'gives the same bytes, so the file can be committed to the repository, and `--check` tells CI that it is up to date.',
  options: {
    out: valued('file', 'Write the client there instead of stdout'),
    check: flag('Change nothing; fail when the file of --out is not up to date'),
  },
  examples: [
    ['framework client --out client.ts', 'Write the client'],
    ['framework client --out client.ts --check', 'In CI: fail when the file is out of date'],
  ],
};

// The declaration of `framework gen-policy` (specification 2.7, 4.6).

export const genPolicySpec: CommandSpec = {
  name: 'gen-policy',
  summary: 'Print the access policy that the code needs',
  description:
    'Reads the source of the application, finds what it calls of AWS, and prints the policy that allows it, as deploy ' +
    'generates it. Nothing is executed and nothing is installed for it. What could not be told from the source is ' +
    'said on stderr; `.framework/policy-base.json` is the place for what is missing. With `role_per_function` it prints one ' +
    'policy for each function, by name.',
  options: {
    stage: stageOption,
    function: valued(
      'name',
      'Only what this function reaches; `api_handler` is the one that serves the routes',
    ),
    explain: flag('Print each action with its resources and the line that asks for it'),
    json: flag('Print one JSON document with the policy, the reasons and the findings'),
    deployer: flag('Print the policy for deploying the stage, instead of that of its functions'),
    'read-only': flag('With --deployer: what `framework plan` needs'),
    region: valued('name', 'With --deployer: allow this region only'),
  },
  examples: [
    ['framework gen-policy', 'The policy of the stage `dev`'],
    ['framework gen-policy --explain', 'Which line asks for which action'],
    ['framework gen-policy --function resize', 'The policy of one lambda function'],
    [
      'framework gen-policy --stage prod --deployer > deployer.json',
      'The policy of the job that deploys',
    ],
  ],
};

export const buildSpec: CommandSpec = {
  name: 'build',
  summary: 'Build the deployable folder and the manifest',
  description:
    'Checks the application, then writes the manifest to .framework/build/manifest.json, types for tests next to it, and ' +
    'the bundled handler with everything it needs, and prints what it weighs. Nothing of the application is executed.',
  options: {
    stage: stageOption,
    arch: valued('name', 'Processor for packages with native code, instead of those of the stage', {
      choices: ['x64', 'arm64'],
    }),
    json: jsonOption,
  },
  examples: [
    ['framework build', 'Build the application in this directory'],
    ['framework build --arch arm64', 'Build for functions that run on Graviton'],
  ],
};

export const pipelineSpec: CommandSpec = {
  name: 'pipeline',
  summary: 'Print a workflow of GitHub Actions that deploys the stage',
  description:
    'Prints a workflow: every pull request is checked and tested and gets its plan as a comment, and the main branch is ' +
    'deployed. The jobs take roles of the account by OIDC, with the policies of `framework gen-policy --deployer`, and no ' +
    'secret is stored. Region and roles are variables of the repository, so that the file needs no edit.',
  options: {
    stage: valued(
      'name',
      'Stage to deploy, by default dev; with --previews what their names begin with, by default pr',
    ),
    previews: flag(
      'Print the workflow that deploys a stage for each pull request and deletes it at its end',
    ),
    branch: valued('name', 'Deploy what is pushed there', { default: 'main' }),
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

// The declaration of `framework local` (specification 4.6).

export const localSpec: CommandSpec = {
  name: 'local',
  summary: 'Serve the application on this machine',
  description:
    'Starts a local HTTP server that responds as the deployed API would, with authorizers and API keys enforced, and ' +
    'reloads when a file changes. A page beside it, the explorer, shows the routes, sends requests and lists what was served.',
  options: {
    port: counted(
      'number',
      'Port to listen on; 0 takes a free one; by default 8000, or the next that is free',
      { range: [0, 65535] },
    ),
    host: valued('name', 'Address to listen on', { default: 'localhost' }),
    stage: stageOption,
    'env-from-shell': flag('Let shell variables override the configuration and `.env`'),
    'explorer-port': counted(
      'number',
      'Port of the page that shows and calls the routes; 0 takes a free one; by default 100 above the port, or the next that is free',
      { range: [0, 65535] },
    ),
    'no-explorer': flag('Do not serve that page'),
    'no-reload': flag('Do not watch files'),
    'no-error-page': flag('Send the JSON of the deployed API to browsers too when a view fails'),
    'no-auth': flag('Let requests pass without keys, tokens and signatures'),
    ...Object.fromEntries(
      SOURCE_COMMANDS.flatMap(({ local }) => (local ? [[local.option, local.spec]] : [])),
    ),
    cloud: flag(
      'Make the resources in the cloud on this machine, and run functions for the messages, schedules and files there',
    ),
    inspect: flag('Let a debugger attach; set breakpoints in the TypeScript source'),
  },
  examples: [
    ['framework local', 'Serve on http://localhost:8000'],
    ['framework local --port=9000 --stage prod', 'Another port and stage'],
    ['framework local --cloud', 'With tables, queues and buckets beside it'],
  ],
};

export const mcpSpec: CommandSpec = {
  name: 'mcp',
  summary: 'Offer these commands to an agent over the Model Context Protocol',
  description:
    'A server of the Model Context Protocol on standard input and output, which an agent starts. Its tools check the ' +
    'application, explain problems, list routes, print the document and the policy, plan a deploy, read logs, search the ' +
    'documentation, and send requests to the application on this machine. Nothing that is deployed can be changed unless ' +
    '`--allow-deploy` is given. It ends with its standard input.',
  options: {
    'allow-deploy': flag('Also deploy, and call deployed functions'),
  },
  examples: [
    ['framework mcp', 'What a client such as an editor is told to start'],
    [
      'framework mcp --project-dir services/orders --allow-deploy',
      'For a project of a workspace, with the right to deploy it',
    ],
  ],
};

export const cloudSpec: CommandSpec = {
  name: 'cloud',
  summary: 'Run a cloud for the application on this machine',
  description:
    'Starts a cloud on 127.0.0.1 that speaks the protocols of the services which a deploy and the application use, runs the ' +
    'functions and enforces their permissions. Prints the environment that leads a process to it on stdout; `framework deploy ' +
    '--local` deploys into it, and every other command that calls AWS has `--local` too. Each project has one, which Ctrl-C ' +
    'or `--stop` ends. Its state is in memory, unless `--keep` is given. No account is used, and no credentials are read.',
  options: {
    port: counted(
      'number',
      'Port to listen on; by default a free one, with `--keep` the one of before',
      { range: [1, 65535] },
    ),
    keep: flag('Keep the state in .framework/cloud/, and begin with what is there'),
    stop: flag('End the one that runs for this project'),
    region: valued('name', 'Region of the local cloud; defaults to AWS_REGION, then us-east-1'),
    json: jsonOption,
  },
  examples: [
    ['framework cloud', 'Start one, and print how to reach it'],
    ['framework cloud --keep --port 4566', 'Keep everything for the next time'],
    ['framework cloud --stop', 'End it from another terminal'],
  ],
};
