// `check --types` and `deploy` use the TypeScript that the project has installed. It is linked here in each version.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { framework, testCloud } from '../deploy/deployments.js';
import { REPOSITORY } from '../docs/pages.js';
import { runHere } from '../support/run-here.js';
import { temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('types of projects', 2);

const VERSIONS = ['typescript-5.9', 'typescript', 'typescript-7'] as const;

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2022'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    skipLibCheck: true,
    // These options cannot be combined with a check without output.
    declaration: true,
    emitDeclarationOnly: true,
    outDir: 'out',
  },
  include: ['**/*.ts', '.framework/build/app.d.ts'],
});

const appWith = (name: string): string => `import { writeFileSync } from 'node:fs';
import { Framework } from 'framework';

export const app = new Framework({ appName: 'typed' });
writeFileSync('executed', '');

export class Views {
  @app.route('/', { methods: ['POST'] })
  index(body: { name: string }) {
    return { name: ${name}.name };
  }
}
`;

type Setup = {
  readonly name?: string;
  readonly compiler?: string;
  readonly files?: Readonly<Record<string, string>>;
};

function project({ name = 'boddy', compiler = 'typescript-7', files = {} }: Setup): string {
  const cwd = temporaryProject({
    'app.ts': appWith(name),
    'node.d.ts':
      "declare module 'node:fs' { export function writeFileSync(path: string, text: string): void }",
    'tsconfig.json': TSCONFIG,
    ...files,
  });
  link(REPOSITORY, cwd, 'framework');
  if (compiler !== '') link(join(REPOSITORY, 'node_modules', compiler), cwd, 'typescript');
  return cwd;
}

function link(target: string, cwd: string, name: string): void {
  const path = join(cwd, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

test.each(VERSIONS)('a name that does not exist is reported at its place: %s', async (compiler) => {
  const cwd = project({ compiler });
  const broken = await runHere('check --types', { cwd });
  expect(broken.exitCode).toBe(1);
  expect(broken.stdout).toContain(
    "app.ts:10:20: error FW1066: TS2552: Cannot find name 'boddy'. Did you mean 'body'?\n",
  );
  expect((await runHere('check', { cwd })).exitCode).toBe(0);
  writeFileSync(join(cwd, 'app.ts'), appWith('body'));
  // A test of the project that reads the route types, which belong to this source.
  writeFileSync(
    join(cwd, 'routes.ts'),
    "import type { TestedApps } from 'framework/testing';\nexport const path: keyof TestedApps['typed']['routes'] = '/';\n",
  );
  const right = await runHere('check --types', { cwd });
  expect(right).toMatchObject({ exitCode: 0, stderr: '' });
  expect(right.stdout).toMatch(
    /^No problems: .*\. Types: TypeScript \d+\.\d+\.\d+, \d+\.\d s\.\n$/,
  );
  expect(existsSync(join(cwd, '.framework/cache/types.tsbuildinfo'))).toBe(true);
  expect(['executed', 'out'].filter((path) => existsSync(join(cwd, path)))).toEqual([]);
});

test.each<[string, Setup, string]>([
  ['no TypeScript', { compiler: '' }, 'the package `typescript` is not installed in this project'],
  [
    'a tsconfig.json without the entry',
    { files: { 'tsconfig.json': '{ "files": ["node.d.ts"] }' } },
    '`tsconfig.json` does not include `app.ts`',
  ],
  [
    'a compiler that fails',
    {
      compiler: '',
      files: {
        'node_modules/typescript/package.json':
          '{ "version": "6.1.0", "bin": { "tsc": "tsc.js" } }',
        'node_modules/typescript/tsc.js': "console.error('out of memory'); process.exit(134);",
      },
    },
    'TypeScript 6.1.0 ended with exit code 134: out of memory',
  ],
])('%s: an error of a check, and one line of a deploy', async (_, setup, reason) => {
  const cwd = project({ name: 'body', ...setup });
  const checked = await runHere('check --types', { cwd });
  expect(checked.exitCode).toBe(1);
  expect(checked.stdout).toContain(`error FW1067: Types were not checked: ${reason}.\n  hint: `);
  const cloud = await testCloud();
  const deployed = await framework('deploy', { cwd, cloud });
  expect(deployed.exitCode, deployed.err).toBe(0);
  expect(deployed.err).toContain(`Types were not checked: ${reason}.\n`);
});

test('a tsconfig.json above the project: errors of packages that the application does not use are not its own', async () => {
  const workspace = project({
    files: {
      'apps/shop/app.ts': `import { used } from '../../used.js';\nexport const seen = used;\n${appWith('body')}`,
      'used.ts': 'export const used: number = "text";\n',
      'other.ts': 'export const other: number = "text";\n',
    },
  });
  const cwd = join(workspace, 'apps/shop');
  const { stdout } = await runHere('check --types', { cwd });
  expect(stdout).toMatch(
    /^\.\.\/\.\.\/used\.ts:1:14: error FW1066: TS2322: [^]*\n1 error in 1 file\n$/,
  );
  writeFileSync(join(workspace, 'used.ts'), 'export const used = 1;\n');
  expect(await runHere('check --types', { cwd })).toMatchObject({ exitCode: 0 });
});

test('an error of types ends a deploy before its first write, unless it is told not to ask', async () => {
  const cwd = project({});
  const cloud = await testCloud();
  const refused = await framework('deploy', { cwd, cloud });
  expect(refused).toMatchObject({ exitCode: 1, out: '' });
  expect(refused.count).toMatch(/, 0 writes$/);
  expect(refused.err).toContain("app.ts:10:20: error FW1066: TS2552: Cannot find name 'boddy'.");
  const asDocument = await framework('deploy --json', { cwd, cloud });
  expect(JSON.parse(asDocument.out)).toMatchObject({
    errors: 1,
    diagnostics: [{ code: 'FW1066' }],
  });
  const deployed = await framework('deploy --no-types', { cwd, cloud });
  expect(deployed.exitCode, deployed.err).toBe(0);
  expect(deployed.out).not.toMatch(/types/i);
  writeFileSync(join(cwd, 'app.ts'), appWith('body'));
  const right = await framework('deploy', { cwd, cloud });
  expect(right.out).toMatch(/^Checked types \(TypeScript 7\.\d+\.\d+, \d+\.\d s\)$/m);
});
