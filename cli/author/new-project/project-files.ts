// The files of a new project by path (specification 1).
import { indentedJson } from '../../../compiler/json-values.js';
import { AGENTS } from './agents-file.js';

export type ProjectOptions = {
  readonly name: string;
  readonly decorators: 'standard' | 'legacy';
  /** The tarball of `framework` in the project. */
  readonly packedFramework: string;
};

/** Returns the texts of all files, in the order in which they are listed to the user. */
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
      // Node's built-in test runner, which also works if only production dependencies are installed.
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

test('GET / answers with a JSON object', async () => {
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
| \`npm run typecheck\` | check types, and routes with the same rules |
| \`npm run build\` | check both, then write what is deployed to \`.framework/build\` |
| \`npm test\` | call the views as they would be deployed |
| \`npx framework routes\` | list the routes |
| \`npx framework check --fix\` | correct what can be corrected |
| \`npx framework explain FW2103\` | explain a problem by its code |
| \`npx framework plan\` | show what a deploy would change |
| \`npx framework deploy\` | deploy the stage \`dev\` and print its URL; needs AWS credentials |
| \`npx framework logs\` | print what the deployed views wrote |
| \`npx framework delete\` | delete the stage from the cloud |

\`AGENTS.md\` tells an agent how code of this project looks and what proves it.

Views are in \`app.ts\`, configuration is in \`.framework/config.json\`. Files in \`frameworklib/\` are deployed with
the application.

\`${packedFramework}\` is the package \`framework\` itself, as it is on no registry. Commit it together with
\`package-lock.json\`: then \`npm ci\` works for a colleague and on a build machine. To take a newer version, put its
tarball there, write its name in \`package.json\`, and run \`npm install\`.

The entry in \`plugins\` of \`tsconfig.json\` puts the rules of routes into \`tspc\` (TypeScript with ts-patch) and into
the editor; in VS Code choose "TypeScript: Select TypeScript Version" and "Use Workspace Version".

TypeScript 7 runs no plugins. With it, write \`tsc\` in place of \`tspc\` in \`package.json\` and remove \`ts-patch\`: what
types can see of a wrong route stays an error of \`tsc\`, and \`framework build\` checks every rule before it writes.
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
