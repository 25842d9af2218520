// Measures warm invocations of a handler. Arguments: bundle, event file (a list), batches, batch size. As on the platform,
// events are parsed before a batch is measured; garbage collection is included. Prints the microseconds per invocation for each
// kind of event and for the mix, and the responses.
import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , bundle, eventFile, batches, batchSize] = process.argv;
const events = JSON.parse(readFileSync(eventFile, 'utf8')).map((event) => JSON.stringify(event));
const context = {
  awsRequestId: '1',
  functionName: 'bench',
  getRemainingTimeInMillis: () => 60_000,
};
const { handler } = await import(pathToFileURL(bundle).href);

const answers = [];
for (const text of events) answers.push(await handler(JSON.parse(text), context));

const mixed = await medianOf((at) => events[at % events.length]);
// Each kind is measured separately only if there are few kinds: for a thousand routes, the mix is enough.
const each = [];
if (events.length <= 10) for (const text of events) each.push(await medianOf(() => text));

writeSync(1, JSON.stringify({ mixed, each, answers }));
process.exit(0);

async function medianOf(textAt) {
  const means = [];
  for (let batch = 0; batch < Number(batches); batch += 1) {
    const parsed = [];
    for (let at = 0; at < Number(batchSize); at += 1) parsed.push(JSON.parse(textAt(at)));
    const start = performance.now();
    for (const event of parsed) {
      const { statusCode } = await handler(event, context);
      if (statusCode >= 500) throw new Error(`status ${statusCode}`);
    }
    means.push(((performance.now() - start) * 1000) / parsed.length);
  }
  // The first half of the batches warms up the optimizing compiler.
  const settled = means.slice(Math.floor(means.length / 2)).sort((a, b) => a - b);
  return settled[Math.floor(settled.length / 2)];
}
