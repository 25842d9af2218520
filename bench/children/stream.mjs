// Runs in a new process: imports a bundle, streams the response to an event twice, and prints the times and the sizes of the
// bodies.
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [, , bundle, file] = process.argv;
const event = JSON.parse(readFileSync(file, 'utf8'));

// The global that Lambda provides, which the other frameworks need.
globalThis.awslambda = {
  streamifyResponse: (handler) => handler,
  HttpResponseStream: { from: (stream) => stream },
};

/** Returns the processor time of this process in milliseconds, which depends little on other work on the machine. */
function used() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Handles the event once, with a consumer that reads in the next turn of the event loop. */
async function serve(handler) {
  const start = used();
  let first;
  let bytes = 0;
  const out = new Writable({
    write(chunk, _, done) {
      // The headers of the response do not count as a chunk of the body.
      if (chunk.length > 1000) first ??= used();
      bytes += chunk.length;
      setImmediate(done);
    },
  });
  const ended = new Promise((resolve) => out.once('finish', resolve));
  await handler(event, out, { getRemainingTimeInMillis: () => 60_000 });
  await ended;
  return { first: first - start, all: used() - start, bytes };
}

const start = used();
const module = await import(pathToFileURL(bundle).href);
const imported = used();
const handler = module.stream ?? module.handler;
const cold = await serve(handler);
const warm = await serve(handler);
console.log(JSON.stringify({ import: imported - start, cold, warm }));
