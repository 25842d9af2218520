// An edit of an application with 16 routes, two AWS clients and zod: the time from saving to the new response, compared with
// esbuild's incremental build and Vite's SSR of the same files, and the time that `testApp` takes if no package changed.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { context } from 'esbuild';
import { createServer } from 'vite';
import { ENVIRONMENT } from '../measure/children.mjs';
import { atMost } from '../measure/figure.mjs';
import { freePort } from '../measure/free-port.mjs';
import { median } from '../measure/rounds.mjs';
import { startServer, until } from '../measure/servers.mjs';
import { figure, ms } from '../measure/table.mjs';
import { CLI, REPOSITORY } from '../peers/build.mjs';
import { writeOurs } from '../peers/ours.mjs';
import { localArgs } from './local.mjs';

const ROUTES = 16;

export const realReload = {
  name: 'real-reload',
  summary: 'edit to new response with two AWS clients and zod; testApp for the same application',
  run: async ({ node, directory, isQuick }) => {
    const edits = isQuick ? 1 : 10;
    const project = join(directory, 'real-app');
    writeProject(project);
    const ours = await measureOurs(node, project, edits);
    const esbuild = await measureEsbuild(node, project, edits);
    const vite = await measureVite(project, edits);
    const opened = await measureTestApp(node, project, isQuick ? 1 : 5);
    return {
      title: `Edit to new response: ${ROUTES} routes, two AWS clients, zod (${edits} edits)`,
      columns: ['', 'median ms', 'worst ms'],
      rows: [
        ['framework local', ...shown(ours)],
        ['esbuild rebuild, bundle run by a new node', ...shown(esbuild)],
        ["vite's ssrLoadModule, same process", ...shown(vite)],
        ['testApp, packages unchanged', ...shown(opened)],
      ],
      figures: [
        atMost('Edit to new response with two AWS clients and zod', median(ours), [300, ms]),
        atMost('`testApp` after an edit, packages unchanged', median(opened), [400, ms]),
      ],
    };
  },
};

function shown(times) {
  return [figure(median(times)), figure(Math.max(...times))];
}

function writeProject(project) {
  mkdirSync(project, { recursive: true });
  writeOurs(project, { resources: 0 });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(project, 'node_modules'));
  const views = Array.from(
    { length: ROUTES - 2 },
    (_, at) => `  @app.route('/items${at}') items${at}() { return { hello: 'world', at: ${at} }; }`,
  );
  writeFileSync(join(project, 'real.ts'), CLIENTS + views.join('\n') + CLIENT_VIEWS);
  writeFileSync(
    join(project, 'app.ts'),
    "import './real.js';\nexport { app } from './service.js';\n",
  );
  // The module that the other tools load: the same files without views.
  writeFileSync(
    join(project, 'peer.ts'),
    `${PEER_CLIENTS}export const value = () => ({ hello: 'world', at: 1 });\n`,
  );
  writeFileSync(
    join(project, 'peer-run.ts'),
    "import { value } from './peer.js';\nconsole.log(JSON.stringify(value()));\n",
  );
}

const PEER_CLIENTS = `import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3';
import { z } from 'zod';
const database = new DynamoDBClient({});
const files = new S3Client({});
const City = z.object({ name: z.string(), people: z.number() });
export const find = (id: string) => database.send(new GetItemCommand({ TableName: 'cities', Key: { id: { S: id } } }));
export const read = (key: string) => files.send(new GetObjectCommand({ Bucket: 'cities', Key: key }));
export const check = (body: unknown) => City.parse(body);
`;
const CLIENTS = `${PEER_CLIENTS}import { app } from './service.js';\nexport class Real {\n`;
const CLIENT_VIEWS = `
  @app.route('/found/{id}') async found(id: string) { return check((await find(id)).Item); }
  @app.route('/read/{key}') async file(key: string) { return (await read(key)).Metadata; }
}
`;

/** Makes each edit and waits for its response. Returns the milliseconds that each one took. */
async function edit(file, edits, answered) {
  const text = readFileSync(file, 'utf8');
  const times = [];
  for (let at = 0; at < edits; at += 1) {
    await wait(700);
    const word = `edit ${at}`;
    const start = performance.now();
    writeFileSync(file, text.replaceAll("'world'", `'${word}'`));
    await answered(word);
    times.push(performance.now() - start);
  }
  writeFileSync(file, text);
  return times;
}

async function measureOurs(node, project, edits) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/items1`;
  const ready = { url, answer: { hello: 'world', at: 1 } };
  const server = await startServer(node, localArgs(project, port), ready);
  try {
    const answered = (word) => until(url, { hello: word, at: 1 });
    return await edit(join(project, 'real.ts'), edits, answered);
  } finally {
    await server.stop();
  }
}

async function measureEsbuild(node, project, edits) {
  const outfile = join(project, 'peer.mjs');
  const building = await context({
    entryPoints: [join(project, 'peer-run.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    sourcemap: true,
  });
  await building.rebuild();
  try {
    return await edit(join(project, 'peer.ts'), edits, async (word) => {
      await building.rebuild();
      const printed = await outputOf(node, [outfile]);
      if (!printed.includes(word)) throw new Error(`esbuild's bundle printed ${printed}`);
    });
  } finally {
    await building.dispose();
  }
}

async function measureVite(project, edits) {
  const server = await createServer({
    root: project,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  const file = join(project, 'peer.ts');
  await server.ssrLoadModule(file);
  try {
    return await edit(file, edits, async (word) => {
      for (;;) {
        const { value } = await server.ssrLoadModule(file);
        if (value().hello === word) return;
        await wait(2);
      }
    });
  } finally {
    await server.close();
  }
}

/** Runs each round in a separate process, as a test runner does. The first one fills the cache and does not count. */
async function measureTestApp(node, project, rounds) {
  const script = join(project, 'opened.mjs');
  const testing = pathToFileURL(join(dirname(CLI), 'testing/index.js')).href;
  writeFileSync(
    script,
    `import { testApp } from '${testing}';
const start = performance.now();
const { client, close } = await testApp(process.argv[2], { showOutput: false });
await client.get('/items1');
console.log(performance.now() - start);
await close();
`,
  );
  const file = join(project, 'real.ts');
  const times = [];
  for (let round = 0; round <= rounds; round += 1) {
    writeFileSync(file, `${readFileSync(file, 'utf8')}// ${round}\n`);
    times.push(Number(await outputOf(node, [script, project])));
  }
  return times.slice(1);
}

function outputOf(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', () => resolve(text));
  });
}
