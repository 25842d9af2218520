// Packages that are linked from outside `node_modules` count as the project's own source, as in the bundler.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openProject } from '../../cli/project/open-project.js';
import { createCompiler } from '../../compiler/index.js';
import { readSdkUses } from '../../compiler/sdk-uses.js';

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'linked-')));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

const STORE = 'node_modules/.pnpm/stored@1.0.0/node_modules/stored';

const FILES: Readonly<Record<string, string>> = {
  'apps/api/package.json': '{ "name": "api", "type": "module" }',
  'apps/api/app.ts': `import { Framework } from 'framework';
import { ITEMS, put } from '@acme/lib';
import { put as again } from '../../packages/lib/src/index.js';
import { send } from '@acme/core/queue';
import { remove } from '@acme/plain';
import { hidden } from '@acme/built';
import { stored } from 'stored';
export const app = new Framework({ appName: 'api' });
export const items = app.route(ITEMS)(async () => {
  await Promise.all([put('a'), again('b'), send(), remove(), hidden(), stored()]);
  return null;
});
`,
  'packages/lib/package.json':
    '{ "name": "@acme/lib", "exports": { "types": "./types.d.ts", "default": "./src/index.ts" } }',
  'packages/lib/types.d.ts': 'export const ITEMS: string;',
  'packages/lib/src/index.ts': `import { S3 } from '@aws-sdk/client-s3';
export { ITEMS } from '@acme/core';
const s3 = new S3({});
export const put = (key: string) => s3.putObject({ Bucket: 'photos', Key: key });
`,
  'packages/core/package.json':
    '{ "name": "@acme/core", "exports": { ".": "./src/index.ts", "./*": { "require": "./src/*.cts" } } }',
  'packages/core/src/index.ts': `export const ITEMS = '/items';\n`,
  'packages/core/src/queue.cts': `const { SQS } = require('@aws-sdk/client-sqs');
exports.send = () => new SQS({}).sendMessage({ QueueUrl: 'https://sqs/1/jobs' });
`,
  'packages/plain/package.json': '{ "name": "@acme/plain", "main": "lib/main" }',
  'packages/plain/lib/main.js': `import { DynamoDB } from '@aws-sdk/client-dynamodb';
export const remove = () => new DynamoDB({}).deleteItem({ TableName: 'items', Key: {} });
`,
  'packages/built/package.json': '{ "name": "@acme/built", "exports": "./dist/index.js" }',
  'packages/built/src/index.ts': `export const hidden = () => undefined;\n`,
  [`${STORE}/package.json`]: '{ "name": "stored", "main": "index.js" }',
  [`${STORE}/index.js`]: `import { KMS } from '@aws-sdk/client-kms';
export const stored = () => new KMS({}).encrypt({ KeyId: 'k', Plaintext: new Uint8Array() });
`,
};

/** The links by their location; those of the workspace itself are found from subfolders. */
const LINKS: Readonly<Record<string, string>> = {
  'apps/api/node_modules/@acme/lib': 'packages/lib',
  'apps/api/node_modules/@acme/built': 'packages/built',
  'apps/api/node_modules/stored': STORE,
  'node_modules/@acme/core': 'packages/core',
  'node_modules/@acme/plain': 'packages/plain',
};

for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
}
for (const [path, target] of Object.entries(LINKS)) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  symlinkSync(join(workspace, target), join(workspace, path), 'junction');
}

const opened = openProject(join(workspace, 'apps/api'));
if (!('project' in opened)) throw new Error(JSON.stringify(opened.diagnostics));
const { project } = opened;

test('the constants of a linked package are read, and its modules are watched and bundled once', () => {
  const { manifest, modules, diagnostics } = createCompiler().compile(project);
  expect(diagnostics).toEqual([]);
  expect(manifest?.routes.map(({ path }) => path)).toEqual(['/items']);
  expect(modules.map(({ file }) => file)).toEqual([
    '../../packages/core/src/index.ts',
    '../../packages/lib/src/index.ts',
    '../../packages/core/src/queue.cts',
    '../../packages/plain/lib/main.js',
    'app.ts',
  ]);
});

test('its calls are found, those of a package in a store are not, and one without source is said', () => {
  const { uses, unresolved } = readSdkUses(createCompiler(), { ...project, environments: [{}] });
  expect(uses.map(({ file, name }) => `${file} ${name}`)).toEqual([
    '../../packages/core/src/queue.cts SendMessage',
    '../../packages/lib/src/index.ts PutObject',
    '../../packages/plain/lib/main.js DeleteItem',
  ]);
  expect(unresolved).toMatchObject([
    {
      kind: 'unread-link',
      package: '@acme/built',
      directory: '../../packages/built',
      at: { file: 'app.ts', line: 6 },
    },
  ]);
});

test('packages stay packages where their whole folder is a link, and clients of AWS wherever they are', () => {
  const root = join(workspace, 'apps/cached');
  const files = {
    'apps/cached/package.json': '{ "name": "cached", "type": "module" }',
    'apps/cached/app.ts': `import { Framework } from 'framework';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import 'plain';
export const app = new Framework({ appName: 'cached' });
const s3 = new S3({});
const sqs = new SQS({});
export const index = app.route('/')(async () => {
  await s3.putObject({ Bucket: 'photos', Key: 'k' });
  await sqs.sendMessage({ QueueUrl: 'https://sqs/1/jobs' });
});
`,
    'cache/plain/package.json': '{ "name": "plain", "main": "index.js" }',
    'cache/plain/index.js': 'export {};\n',
    'cache/@aws-sdk/client-s3/package.json': '{ "name": "@aws-sdk/client-s3", "main": "index.js" }',
    'cache/@aws-sdk/client-s3/index.js': 'export class S3 {}\n',
    'linked-sqs/package.json': '{ "name": "@aws-sdk/client-sqs", "main": "index.js" }',
    'linked-sqs/index.js': 'export class SQS {}\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  symlinkSync(
    join(workspace, 'linked-sqs'),
    join(workspace, 'cache/@aws-sdk/client-sqs'),
    'junction',
  );
  symlinkSync(join(workspace, 'cache'), join(root, 'node_modules'), 'junction');
  const cached = openProject(root);
  if (!('project' in cached)) throw new Error(JSON.stringify(cached.diagnostics));
  const compiler = createCompiler();
  const { modules } = compiler.compile(cached.project);
  expect(modules.map(({ file }) => file)).toEqual(['app.ts']);
  const { uses } = readSdkUses(compiler, { ...cached.project, environments: [{}] });
  expect(uses.map(({ name }) => name).sort()).toEqual(['PutObject', 'SendMessage']);
});
