// `framework local` compared with Node's bare HTTP server and with Hono on its own: requests per second, time from start to the
// first response, time from an edit to the new response.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../measure/free-port.mjs';
import { atMost } from '../measure/figure.mjs';
import { LOAD_TOOL, requestsPerSecond } from '../measure/load.mjs';
import { processorTime } from '../measure/processor-time.mjs';
import { interleave, median, spread } from '../measure/rounds.mjs';
import { startServer, until } from '../measure/servers.mjs';
import { figure, ms, ratio } from '../measure/table.mjs';
import { bundlePeer, CLI } from '../peers/build.mjs';
import { honoApp } from '../peers/contenders.mjs';
import { writeOurs } from '../peers/ours.mjs';
import { FIVE } from '../peers/routes.mjs';

const BARE = 'bare node:http';
const HONO = 'hono on @hono/node-server';
const OURS = 'framework local';
const CONNECTIONS = 16;
const EXCHANGE = FIVE[1];

export const local = {
  name: 'local',
  summary: 'framework local: requests a second, start to first response',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 5;
    const seconds = isQuick ? 0.2 : 3;
    const servers = await writeServers(directory);
    const samples = await interleave(rounds, [...servers.keys()], async (name) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}${EXCHANGE.path}`;
      const { answer } = EXCHANGE;
      const server = await startServer(node, servers.get(name)(port), { url, answer });
      try {
        // The first load warms up the server.
        if (!isQuick) await requestsPerSecond({ url, connections: CONNECTIONS, seconds: 1 });
        const before = processorTime(server.pid);
        const perSecond = await requestsPerSecond({ url, connections: CONNECTIONS, seconds });
        const spent = processorTime(server.pid) - before;
        const processor = (spent * 1000) / (perSecond * seconds);
        return { start: server.milliseconds, perSecond, processor };
      } finally {
        await server.stop();
      }
    });
    const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
    const share = (name) => of(name, 'perSecond') / of(BARE, 'perSecond');
    return {
      title: `Local server, ${CONNECTIONS} connections, ${LOAD_TOOL} (${rounds} interleaved rounds)`,
      columns: ['', 'requests/s', 'requests/bare', 'processor us', 'start to first response ms'],
      rows: [...servers.keys()].map((name) => [
        name,
        figure(of(name, 'perSecond')),
        ratio(share(name)),
        figure(of(name, 'processor')),
        figure(of(name, 'start')),
      ]),
      note: 'Processor time is that of a request, in all processes of the server, without the load generator.',
      figures: [atMost('`framework local`, start to first response', of(OURS, 'start'), [300, ms])],
    };
  },
};

export const reload = {
  name: 'reload',
  summary: 'framework local: edit to new response',
  run: async ({ node, directory, isQuick }) => {
    const edits = isQuick ? 1 : 15;
    const project = join(directory, 'reload-app');
    mkdirSync(project, { recursive: true });
    writeOurs(project, { resources: 0 });
    const file = join(project, 'views.ts');
    const text = readFileSync(file, 'utf8');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const ready = { url, answer: { hello: 'world' } };
    const server = await startServer(node, localArgs(project, port), ready);
    const times = [];
    try {
      for (let edit = 0; edit < edits; edit += 1) {
        await wait(300);
        writeFileSync(file, text.replace(`'world'`, `'edit ${edit}'`));
        times.push(await until(url, { hello: `edit ${edit}` }));
      }
    } finally {
      await server.stop();
    }
    return {
      title: `Edit to new response (${edits} edits)`,
      columns: ['', 'median ms', 'IQR', 'worst ms'],
      rows: [[OURS, figure(median(times)), figure(spread(times)), figure(Math.max(...times))]],
      figures: [atMost('Edit to new response', median(times), [300, ms])],
    };
  },
};

/** Returns the arguments that start each server on a port. */
async function writeServers(directory) {
  const bare = join(directory, 'server-bare.mjs');
  const hono = join(directory, 'server-hono.mjs');
  const project = join(directory, 'local-app');
  writeFileSync(bare, BARE_SERVER);
  await bundlePeer(
    `import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { serve } from '@hono/node-server';
${honoApp(0)}
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' });`,
    hono,
  );
  mkdirSync(project, { recursive: true });
  writeOurs(project, { resources: 0 });
  return new Map([
    [BARE, (port) => [bare, String(port)]],
    [HONO, (port) => [hono, String(port)]],
    [OURS, (port) => localArgs(project, port)],
  ]);
}

/** Returns the arguments that start `framework local`. */
export function localArgs(project, port) {
  const address = ['--host', '127.0.0.1', '--port', String(port)];
  return [CLI, 'local', '--project-dir', project, ...address];
}

const BARE_SERVER = `import { createServer } from 'node:http';
const server = createServer((request, response) => {
  const [, name] = request.url.split('?', 1)[0].split('/').slice(1);
  const body = JSON.stringify({ hello: decodeURIComponent(name) });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(Number(process.argv[2]), '127.0.0.1');
`;
