// Heap of one handler after load and after many invocations. Run with --expose-gc.
// Arguments: bundle or `empty`, event file (a list), invocations. Prints bytes.
import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , bundle, eventFile, invocations] = process.argv;
const events = JSON.parse(readFileSync(eventFile, 'utf8')).map((event) => JSON.stringify(event));
const context = {
  awsRequestId: '1',
  functionName: 'bench',
  getRemainingTimeInMillis: () => 60_000,
};
const empty = { handler: async () => ({ statusCode: 200, headers: {}, body: '' }) };
const { handler } = bundle === 'empty' ? empty : await import(pathToFileURL(bundle).href);

for (const text of events) await handler(JSON.parse(text), context);
const loaded = await heapInUse();
for (let at = 0; at < Number(invocations); at += 1) {
  await handler(JSON.parse(events[at % events.length]), context);
}
const after = await heapInUse();

writeSync(1, JSON.stringify({ loaded, after, rss: process.memoryUsage().rss }));
process.exit(0);

async function heapInUse() {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}
