// A streaming route compared with Hono's and middy's streaming handlers: bytes, the time to the first byte in a new and a warm
// process, and the time to send 100 MB. All times are processor time, which depends little on other work on the machine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { runChild, runToEnd } from '../measure/children.mjs';
import { interleave, median } from '../measure/rounds.mjs';
import { figure } from '../measure/table.mjs';
import { BUILT_HANDLER, bundlePeer, CLI, OURS } from '../peers/build.mjs';
import { FIVE, proxyEvent } from '../peers/routes.mjs';

const CHILD = fileURLToPath(new URL('../children/stream.mjs', import.meta.url));
const CHUNK = 64 * 1024;
const HONO = 'hono streamHandle';
const MIDDY = 'middy streamifyResponse';

const chunks = (count) => `async function* chunks() {
  const chunk = new Uint8Array(${CHUNK}).fill(97);
  for (let at = 0; at < ${count}; at++) yield chunk;
}`;

const PEERS = {
  [HONO]: (count) => `import { Hono } from 'hono';
import { streamHandle } from 'hono/aws-lambda';
import { stream } from 'hono/streaming';
${chunks(count)}
const app = new Hono();
app.get('/', (c) => stream(c, async (out) => { for await (const chunk of chunks()) await out.write(chunk); }));
export const handler = streamHandle(app);`,
  [MIDDY]: (count) => `import middy from '@middy/core';
import { Readable } from 'node:stream';
${chunks(count)}
export const handler = middy({ streamifyResponse: true }).handler(async () => ({
  statusCode: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: Readable.from(chunks()),
}));`,
};

const ours = (count) => `import { Framework } from 'framework';
export const app = new Framework({ appName: 'stream' });
${chunks(count).replace('chunks()', 'chunks(): AsyncGenerator<Uint8Array>')}
export const bytes = app.route('/')(chunks);`;

export const stream = {
  name: 'stream',
  summary: 'a streaming route: bytes, first byte of a cold and a warm process, 100 MB',
  run: async ({ node, directory, isQuick }) => {
    const count = isQuick ? 16 : 1600;
    const rounds = isQuick ? 1 : 7;
    const folder = join(directory, 'stream');
    const project = join(folder, 'ours');
    mkdirSync(join(project, '.framework'), { recursive: true });
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(project, 'app.ts'), ours(count));
    writeFileSync(
      join(project, '.framework/config.json'),
      '{ "version": "2.0", "app_name": "stream", "stages": { "dev": {} } }',
    );
    await runToEnd(process.execPath, [CLI, 'build', '--project-dir', project]);
    const bundles = new Map([[OURS, join(project, BUILT_HANDLER)]]);
    for (const [name, source] of Object.entries(PEERS)) {
      const outfile = join(folder, `${name.replace(/\W+/g, '-')}.mjs`);
      await bundlePeer(source(count), outfile);
      bundles.set(name, outfile);
    }
    const event = join(folder, 'event.json');
    writeFileSync(event, JSON.stringify(proxyEvent(FIVE[0], { isBase64Encoded: false })));
    const samples = await interleave(rounds, [...bundles.keys()], async (name) => {
      const read = await runChild(node, [CHILD, bundles.get(name), event]);
      for (const { bytes } of [read.cold, read.warm])
        if (bytes < count * CHUNK) throw new Error(`${name} sent ${bytes} bytes`);
      return read;
    });
    const of = (name, value) => figure(median(samples.get(name).map(value)), 2);
    return {
      title: `A streaming route, ${(count * CHUNK) / 1e6} MB, processor time (${rounds} interleaved rounds)`,
      columns: ['', 'gzip', 'import ms', 'first byte ms', 'next first byte ms', 'MB/s'],
      rows: [...bundles].map(([name, file]) => [
        name,
        String(gzipSync(readFileSync(file)).length),
        of(name, (read) => read.import),
        of(name, ({ cold }) => cold.first),
        of(name, ({ warm }) => warm.first),
        of(name, ({ warm }) => (count * CHUNK) / 1000 / warm.all),
      ]),
      figures: [],
    };
  },
};
