// Measures the check of one body. Arguments: module, bodies (JSON: one valid, several invalid), batches, batch size. Prints the
// milliseconds of the import with one valid and one invalid body, and the nanoseconds for each kind of body.
import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , module, bodies, ...counts] = process.argv;
// Converted before the measurement: parsing a number takes as long as a fifth of a check.
const [batches, batchSize] = counts.map(Number);
const { good, bad } = JSON.parse(readFileSync(bodies, 'utf8'));
const start = performance.now();
const { isGood } = await import(pathToFileURL(module).href);
const isRight = isGood === undefined || (isGood(good) && !isGood(bad[0]));
const first = performance.now() - start;
if (!isRight || bad.some((body) => isGood?.(body)))
  throw new Error('a body is taken for what it is not');

writeSync(1, JSON.stringify({ first, good: timeOf([good]), bad: timeOf(bad) }));

/** Returns the nanoseconds for each value; the first half of the batches warms up the optimizing compiler. */
function timeOf(values) {
  if (!isGood) return 0;
  const means = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const begin = performance.now();
    for (let at = 0; at < batchSize; at += 1) isGood(values[at % values.length]);
    means.push(((performance.now() - begin) * 1e6) / batchSize);
  }
  const settled = means.slice(Math.floor(means.length / 2)).sort((a, b) => a - b);
  return settled[Math.floor(settled.length / 2)];
}
