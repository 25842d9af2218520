// Measures the heap of one handler after 1 % of the invocations and after all of them. Run with --expose-gc. Arguments: bundle
// or `empty`, event file (a list), invocations. Prints bytes.
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

const early = await heapAfter(Number(invocations) / 100);
const after = await heapAfter(Number(invocations));

writeSync(1, JSON.stringify({ early, after, rss: process.memoryUsage().rss }));
process.exit(0);

async function heapAfter(count) {
  for (let at = 0; at < count; at += 1) {
    await handler(JSON.parse(events[at % events.length]), context);
  }
  return heapInUse();
}

async function heapInUse() {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}
