// A new process: imports a bundle, streams the answer to one event, and prints the times and the bytes of the body.
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const [, , bundle, file] = process.argv;
const event = JSON.parse(readFileSync(file, 'utf8'));

// What Lambda has as a global, for the peers.
globalThis.awslambda = {
  streamifyResponse: (handler) => handler,
  HttpResponseStream: { from: (stream) => stream },
};

let first;
let bytes = 0;
const out = new Writable({
  write(chunk, _, done) {
    // The head of the response is no chunk of the body.
    if (chunk.length > 1000) first ??= performance.now();
    bytes += chunk.length;
    setImmediate(done);
  },
});
const start = performance.now();
const module = await import(pathToFileURL(bundle).href);
const imported = performance.now();
const ended = new Promise((resolve) => out.once('finish', resolve));
await (module.stream ?? module.handler)(event, out, { getRemainingTimeInMillis: () => 60_000 });
await ended;
const end = performance.now();
console.log(
  JSON.stringify({ import: imported - start, first: first - imported, all: end - imported, bytes }),
);
