// Writes applications of any size for the measurements: classes of 20 views in separate files, shared constants, two SDK
// clients (about ten lines and 530 bytes per route). `node bench/synthetic-app.mjs <routes> <directory>` writes one manually.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const VIEWS_PER_CLASS = 20;

/** Returns the files of an application with `routes` routes, as texts by relative path. */
export function syntheticApp(routes) {
  const classes = Math.ceil(routes / VIEWS_PER_CLASS);
  const files = {
    'app.ts': entryFile(classes),
    'frameworklib/shared.ts': SHARED,
    'frameworklib/clients.ts': CLIENTS,
    'package.json': '{ "name": "synthetic", "type": "module", "private": true }\n',
  };
  for (let index = 0; index < classes; index++) {
    const count = Math.min(VIEWS_PER_CLASS, routes - index * VIEWS_PER_CLASS);
    files[`frameworklib/orders-${index}.ts`] = classFile(index, count);
  }
  return files;
}

/** Writes {@link syntheticApp} into a directory. */
export function writeSyntheticApp(directory, routes) {
  writeFiles(directory, syntheticApp(routes));
}

/** Writes texts by relative path. */
export function writeFiles(directory, files) {
  for (const [file, text] of Object.entries(files)) {
    const path = join(directory, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function entryFile(classes) {
  const imports = Array.from(
    { length: classes },
    (_, i) => `import './frameworklib/orders-${i}.js';`,
  );
  return `// A made-up service of many views.
import { app } from './frameworklib/shared.js';
${imports.join('\n')}

app.debug = false;
app.api.binaryTypes.push('application/x-custom');

export { app };
`;
}

const SHARED = `import { CORSConfig, Framework } from 'framework';

export const app = new Framework({ appName: 'synthetic' });

export const PREFIX = '/v1';
export const WRITES = ['POST', 'PUT'] as const;
export const CORS = new CORSConfig({ allowOrigin: 'https://example.com', allowHeaders: ['X-Trace'], maxAge: 600 });

export type Order = { readonly id: string; readonly lines: readonly { readonly sku: string; readonly count: number }[] };
`;

const CLIENTS = `import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

const documents = new DynamoDBClient({});
const objects = new S3Client({});

export async function readOrder(id: string): Promise<string | undefined> {
  const answer = await documents.send(new GetItemCommand({ TableName: 'orders', Key: { id: { S: id } } }));
  return answer.Item?.['body']?.S;
}

export async function writeOrder(id: string, body: string): Promise<void> {
  await documents.send(new PutItemCommand({ TableName: 'orders', Item: { id: { S: id }, body: { S: body } } }));
}

export async function readInvoice(key: string): Promise<Uint8Array | undefined> {
  const answer = await objects.send(new GetObjectCommand({ Bucket: 'invoices', Key: key }));
  return answer.Body?.transformToByteArray();
}
`;

function classFile(index, count) {
  const views = Array.from({ length: count }, (_, i) => view(index, i));
  return `import { NotFoundError, Response } from 'framework';
import { app, CORS, PREFIX, WRITES, type Order } from './shared.js';
import { readInvoice, readOrder, writeOrder } from './clients.js';

class Orders${index} {
${views.join('\n\n')}
}
`;
}

/** Alternates between six kinds of views, so that every kind of option and path occurs. */
function view(index, i) {
  const name = `view${index}x${i}`;
  const base = `orders-${index}/part-${i}`;
  const kinds = [
    `  @app.route('/${base}')
  ${name}() {
    const query = app.currentRequest.queryParams;
    const { page = '1', size = '20' } = { page: query?.page, size: query?.size };
    const from = (Number(page) - 1) * Number(size);
    if (Number.isNaN(from)) throw new NotFoundError(\`no such page: \${page}\`);
    const items = Array.from({ length: Number(size) }, (_, n) => ({ id: String(from + n), title: 'order ' + n }));
    return { items, page, next: \`/${base}?page=\${Number(page) + 1}\` };
  }`,
    `  @app.route('/${base}/{id}', { methods: ['GET', 'DELETE'], cors: true })
  async ${name}(id: string) {
    const order = await readOrder(id);
    if (order === undefined) throw new NotFoundError(\`no order \${id}\`);
    if (app.currentRequest.method === 'DELETE') await writeOrder(id, '');
    const parsed = JSON.parse(order) as Order;
    return { id, lines: parsed.lines.map((line) => ({ sku: line.sku, count: line.count })) };
  }`,
    `  @app.route(\`\${PREFIX}/${base}/{id}\`, { methods: WRITES, cors: CORS, apiKeyRequired: true })
  async ${name}(id: string) {
    const body = app.currentRequest.jsonBody as Order | null;
    if (body === null || body.lines.length === 0) throw new NotFoundError('an order needs lines');
    const total = body.lines.reduce((sum, line) => sum + line.count, 0);
    await writeOrder(id, JSON.stringify({ ...body, total }));
    return new Response({ id, total }, 201, { Location: \`/${base}/\${id}\` });
  }`,
    `  @app.route('/${base}/{id}/invoice/{number}', { contentTypes: ['application/pdf', 'application/zip'] })
  async ${name}(number: string, id: string) {
    const bytes = await readInvoice(\`\${id}/\${number}.pdf\`);
    if (!bytes) throw new NotFoundError(\`no invoice \${number} of \${id}\`);
    const headers = { 'Content-Type': 'application/pdf', 'Cache-Control': 'private, max-age=60' };
    return new Response(bytes, 200, headers);
  }`,
  ];
  return kinds[i % kinds.length];
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  const [, , routes = '100', directory = 'synthetic'] = process.argv;
  writeSyntheticApp(directory, Number(routes));
}
