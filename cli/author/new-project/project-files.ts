// The files of a new project (specification 1).
import { indentedJson } from '../../../compiler/json-values.js';

export type ProjectOptions = {
  readonly name: string;
  readonly decorators: 'standard' | 'legacy';
  /** The tarball of `framework` in the project. */
  readonly packedFramework: string;
};

/** Returns the text of each file, in the order in which the files are listed to the user. */
export function projectFiles(options: ProjectOptions): Readonly<Record<string, string>> {
  return {
    'app.ts': appSource(options),
    '.framework/config.json': indentedJson(configOf(options)),
    'package.json': indentedJson(packageOf(options)),
    'tsconfig.json': indentedJson(tsconfigOf(options)),
    'test/app.test.mjs': TEST,
    'README.md': readmeOf(options),
    'AGENTS.md': AGENTS,
    '.gitignore': IGNORED,
  };
}

function appSource({ name, decorators }: ProjectOptions): string {
  return `${decorators === 'legacy' ? "import 'reflect-metadata';\n" : ''}import { Framework } from 'framework';

export const app = new Framework({ appName: '${name}' });

export class Views {
  @app.route('/')
  index() {
    return { hello: 'world' };
  }
}
`;
}

function configOf({ name }: ProjectOptions): object {
  return {
    $schema: '../node_modules/framework/dist/schemas/config.schema.json',
    version: '2.0',
    app_name: name,
    // Cheaper than the default architecture, with faster cold starts.
    architecture: 'arm64',
    // Gives each function only the permissions of the code it reaches. This is not the default, so that the roles of existing
    // stages do not change.
    role_per_function: true,
    stages: { dev: { api_gateway_stage: 'api' } },
  };
}

function packageOf({ name, decorators, packedFramework }: ProjectOptions): object {
  return {
    // npm requires lower case.
    name: name.toLowerCase(),
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: {
      start: 'framework local',
      check: 'framework check',
      typecheck: 'tspc -p tsconfig.json',
      build: 'tspc -p tsconfig.json && framework build',
      // Node's built-in test runner, which works even if only production dependencies are installed.
      test: 'node --test',
    },
    dependencies: {
      framework: `file:${packedFramework}`,
      ...(decorators === 'legacy' && { 'reflect-metadata': '^0.2.2' }),
    },
    devDependencies: DEVELOPMENT,
    // Both packages include their binaries; without this setting npm asks about every install script.
    allowScripts: { '@swc/core': false, esbuild: false },
  };
}

/** Exact versions, because ts-patch modifies the compiler; these are the versions that this package is tested with. */
const DEVELOPMENT = {
  '@types/node': '20.19.43',
  'ts-patch': '3.3.0',
  typescript: '6.0.3',
};

function tsconfigOf({ decorators }: ProjectOptions): object {
  return {
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023'],
      module: 'esnext',
      moduleResolution: 'bundler',
      // Includes all installed @types, without an error if there are none.
      types: ['*'],
      strict: true,
      isolatedModules: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      noEmit: true,
      ...(decorators === 'legacy' && { experimentalDecorators: true, emitDecoratorMetadata: true }),
      // `name` is for editors, the other two keys are for `tspc`; a plain `tsc` ignores the plugin.
      plugins: [{ name: 'framework', transform: 'framework/transformer', transformProgram: true }],
    },
    // The second path provides the route types for tests; the first pattern does not match hidden folders.
    include: ['**/*.ts', '.framework/build/app.d.ts'],
    exclude: ['node_modules'],
  };
}

const TEST = `import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testApp } from 'framework/testing';

const { client, close } = await testApp('./app.ts');
after(close);

test('GET / returns a JSON object', async () => {
  const answer = await client.get('/');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.json(), { hello: 'world' });
});
`;

function readmeOf({ name, packedFramework }: ProjectOptions): string {
  return `# ${name}

| command | what it does |
|---|---|
| \`npm install\` | install the dependencies |
| \`npm start\` | serve the application on http://localhost:8000 and reload on changes |
| \`npm run check\` | check routes and configuration without running anything |
| \`npm run typecheck\` | check the types, and the routes with the same rules |
| \`npm run build\` | check both, then write the deployment package to \`.framework/build\` |
| \`npm test\` | call the views as if they were deployed |
| \`npx framework routes\` | list the routes |
| \`npx framework check --fix\` | fix the problems that have a certain fix |
| \`npx framework explain FW2103\` | explain a problem by its code |
| \`npx framework plan\` | show what a deploy would change |
| \`npx framework deploy\` | deploy the stage \`dev\` and print its URL; needs AWS credentials |
| \`npx framework logs\` | print the logs of the deployed views |
| \`npx framework delete\` | delete the stage from AWS |

\`AGENTS.md\` tells coding agents how to write code for this project and how to verify it.

Views are in \`app.ts\`, configuration is in \`.framework/config.json\`. Files in \`frameworklib/\` are deployed with
the application.

\`${packedFramework}\` is the package \`framework\`, which is not on a registry. Commit it together with
\`package-lock.json\`, so that \`npm ci\` works for colleagues and on build machines. To use a newer version, add its
tarball to the folder, change its name in \`package.json\`, and run \`npm install\`.

The entry in \`plugins\` of \`tsconfig.json\` adds the routing rules to \`tspc\` (TypeScript with ts-patch) and to
the editor. In VS Code, run "TypeScript: Select TypeScript Version" and choose "Use Workspace Version".

TypeScript 7 does not run plugins. With TypeScript 7, replace \`tspc\` with \`tsc\` in \`package.json\` and remove \`ts-patch\`:
\`tsc\` then reports the problems that types can express, and \`framework build\` checks every rule before it writes.
`;
}

const IGNORED = `node_modules/
.framework/build/
.framework/cache/
.framework/deployed/
.env
.env.*
!.env.example
`;

export const AGENTS: string = `# For agents that work on this project

HTTP views and event functions in TypeScript, deployed to Amazon API Gateway and AWS Lambda by \`framework\`. The compiler reads
the source as text and checks its rules; it never runs the code.

## Verify every change

| command                                             | what it shows or checks                                            |
| --------------------------------------------------- | ------------------------------------------------------------------ |
| \`npx framework check\`                               | routes, inputs, providers, events, configuration; \`--fix\` fixes    |
| \`npm run typecheck\`                                 | types                                                              |
| \`npm test\`                                          | behavior, with the rules of the gateway, without a server          |
| \`npx framework routes\`                              | each route and its guards; \`--open\`: only unguarded routes         |
| \`npx framework invoke --local --path /\`             | the response to one request, without keys and authorizers          |
| \`npx framework gen-policy --explain\`                | the permissions, and the source line that needs each               |
| \`npx framework plan\`                                | what a deploy would change; needs credentials, only reads          |

Every problem has a code: \`npx framework explain FW2103\`. Search the documentation of this version, offline, before you guess:
\`npx framework docs QUERY\`; \`node_modules/framework/llms.txt\` lists its pages. \`npx framework mcp\` offers all this as tools.

## A view with validated input

The types of the parameters are the validation: an invalid request gets a 400 before the view runs. Captures are passed by
name. The parameters \`body\`, \`query\` and \`headers\` receive these parts of the request.

\`\`\`ts
// app.ts
import { Framework, NotFoundError, Response, type Int, type Text } from 'framework';

export const app = new Framework({ appName: 'shop' });

interface NewItem {
  name: Text<{ minLength: 1; maxLength: 80 }>;
  price: Int<{ minimum: 0 }>;
}

const items = new Map<string, NewItem>();

export class Items {
  @app.route('/items/{id}')
  item(id: string) {
    const item = items.get(id);
    if (!item) throw new NotFoundError(\`no item \${id}\`);
    return { id, ...item };
  }

  @app.route('/items', { methods: ['POST'], cors: true })
  create(body: NewItem) {
    const id = String(items.size);
    items.set(id, body);
    return new Response({ id }, 201);
  }
}
\`\`\`

\`app.ts\` imports every module with views, or registers its blueprint with \`app.register(blueprint, { urlPrefix })\`.

## A provider: the current user

\`\`\`ts
import { Framework, middleware, UnauthorizedError } from 'framework';

export const app = new Framework({ appName: 'shop' });

export const user = middleware.provide(async (request, next) => {
  const name = request.headers['X-User'];
  if (name === undefined) throw new UnauthorizedError('sign in first');
  return next({ name });
});

export const me = app.route('/me', { middleware: [user] })(() => ({ name: user.value.name }));
\`\`\`

## Tables, queues, secrets and jobs

\`\`\`ts
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { Framework, Queue, secret, Table, type SqsMessage } from 'framework';

export const app = new Framework({ appName: 'shop' });
const items = new Table('items', { key: 'id' });
const orders = new Queue('orders', { retries: 3 });
const stripe = secret('stripe-key');
const database = new DynamoDBClient({});

export const order = app.onSqsMessage({ queue: orders })(async (message: SqsMessage) => {
  const Key = { id: { S: message.body } };
  const { Item } = await database.send(new GetItemCommand({ TableName: items.name, Key }));
  app.log.info('order', { isKnown: Item !== undefined, hasKey: (await stripe()) !== '' });
});
export const cleanUp = app.schedule('rate(1 hour)')(() => app.log.info('clean up'));
\`\`\`

A deploy creates these resources for each stage; the role allows the calls in the code. \`npx framework deploy --local\` needs no
account. \`.env\` contains local secrets (\`STRIPE_KEY\`). See \`framework docs resources\` and \`framework docs events\`.

## A test

\`\`\`ts
// test/items.test.mjs
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testApp } from 'framework/testing';

const { client, close } = await testApp('./app.ts');
after(close);

test('an item without a price is rejected', async () => {
  const answer = await client.post('/items', { json: { name: 'lamp' } });
  assert.equal(answer.status, 400);
});
\`\`\`

## Never

- Never deploy, delete or roll back a stage without \`--local\`, or call a deployed function, unless you were asked to.
- Never compute a path, option or name at run time: the compiler must be able to read it. \`const\` and \`process.env\` are fine.
- Never write IAM policies: they are generated from the code. Put other permissions into \`.framework/policy-base.json\`.
- Never write secrets into the source or \`config.json\`: declare them with \`secret\`; never edit \`.framework/build\` and \`vendor/\`.
- Never silence a problem with a cast or by deleting a test: read its page.
`;
