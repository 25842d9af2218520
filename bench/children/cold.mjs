// Measures one cold start: imports a bundle and handles the first request. Arguments: bundle, event file. Prints milliseconds
// and the response. The bundle `none` skips both, so that only the cost of measuring remains.
import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , bundle, eventFile] = process.argv;
const url = pathToFileURL(bundle).href;
const event = JSON.parse(readFileSync(eventFile, 'utf8'));
const context = {
  awsRequestId: '1',
  functionName: 'bench',
  getRemainingTimeInMillis: () => 60_000,
};

const start = performance.now();
const handler = bundle === 'none' ? undefined : (await import(url)).handler;
const imported = performance.now();
const answer = await handler?.(event, context);
const answered = performance.now();

writeSync(1, JSON.stringify({ import: imported - start, first: answered - imported, answer }));
process.exit(0);
