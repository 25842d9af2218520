// Writes applications of any size that a standard account can deploy: five views per path, so that 1000 routes need 200 of the
// 300 resources that an API may have, and two SDK clients.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './peers/build.mjs';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PATHS_PER_FILE = 20;

/** What an edit may change: the text of a response, and the path of the first views. */
export const UNEDITED = { answer: 'first', path: 'thing-0' };

/** Writes the application into a new directory. */
export function writeDeployApp(directory, routes, edit = UNEDITED) {
  mkdirSync(join(directory, 'views'), { recursive: true });
  const paths = Math.ceil(routes / METHODS.length);
  const files = Math.ceil(paths / PATHS_PER_FILE);
  const write = (file, text) => writeFileSync(join(directory, file), text);
  write('service.ts', SERVICE);
  write('app.ts', entry(files));
  write('package.json', '{ "name": "deployed", "type": "module", "private": true }\n');
  for (let file = 0; file < files; file += 1) {
    const from = file * PATHS_PER_FILE;
    const count = Math.min(PATHS_PER_FILE, paths - from);
    write(`views/things-${file}.ts`, views(from, count, edit));
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(directory, 'node_modules'));
}

/** Writes the first views again, with the edit. */
export function editDeployApp(directory, routes, edit) {
  const count = Math.min(PATHS_PER_FILE, Math.ceil(routes / METHODS.length));
  writeFileSync(join(directory, 'views/things-0.ts'), views(0, count, edit));
}

const SERVICE = `import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Framework } from 'framework';

export const app = new Framework({ appName: 'deployed' });

const documents = new DynamoDBClient({});
const objects = new S3Client({});

export const readThing = (id: string) =>
  documents.send(new GetItemCommand({ TableName: 'things', Key: { id: { S: id } } }));
export const readPicture = (id: string) =>
  objects.send(new GetObjectCommand({ Bucket: 'pictures', Key: id }));
`;

function entry(files) {
  const imports = Array.from({ length: files }, (_, at) => `import './views/things-${at}.js';\n`);
  return `${imports.join('')}\nexport { app } from './service.js';\n`;
}

function views(from, count, { answer, path }) {
  const methods = Array.from({ length: count }, (_, at) => from + at).flatMap((thing) =>
    METHODS.map((method, at) => view(thing === 0 ? path : `thing-${thing}`, method, answer, at)),
  );
  return `import { app, readPicture, readThing } from '../service.js';

export class Things${from} {
${methods.join('\n')}
}
`;
}

function view(path, method, answer, at) {
  const name = `${method.toLowerCase()}${path.replace('-', '')}`;
  const reads = ['', 'await readThing(id);', 'await readPicture(id);'][at] ?? '';
  return `  @app.route('/${path}', { methods: ['${method}'] })
  async ${name}() {
    const id = app.currentRequest.queryParams?.['id'] ?? 'none';
    ${reads}
    return { id, answer: '${answer}' };
  }
`;
}
