// Cold start: a new process imports the bundle and handles its first request.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../measure/children.mjs';
import { atMost } from '../measure/figure.mjs';
import { interleave, median, spread } from '../measure/rounds.mjs';
import { figure, ratio } from '../measure/table.mjs';
import { buildContenders, OURS } from '../peers/build.mjs';
import {
  checkResult,
  FIVE,
  proxyEvent,
  resourceExchanges,
  resourcesFor,
} from '../peers/routes.mjs';

const CHILD = fileURLToPath(new URL('../children/cold.mjs', import.meta.url));
const BARE = 'bare handler';

export const cold = {
  name: 'cold',
  summary: 'import and first request in a fresh process, 5 routes',
  run: (bench) =>
    coldStart(bench, {
      title: 'Cold start, 5 routes',
      resources: 0,
      exchange: FIVE[1],
      limit: 2,
      rounds: bench.isQuick ? 1 : 41,
    }),
};

export const cold1000 = {
  name: 'cold-1000',
  summary: 'the same with 1000 routes',
  run: (bench) => {
    const resources = bench.isQuick ? 1 : resourcesFor(1000);
    return coldStart(bench, {
      title: 'Cold start, 1000 routes',
      resources,
      exchange: resourceExchanges(resources).at(-1),
      limit: 1.75,
      rounds: bench.isQuick ? 1 : 21,
    });
  },
};

async function coldStart({ node, directory }, { title, resources, exchange, limit, rounds }) {
  const bundles = await buildContenders({ directory, resources });
  const names = [...bundles.keys()];
  const eventFiles = new Map(names.map((name) => [name, writeEvent(directory, name, exchange)]));
  const samples = await interleave(rounds, names, async (name) => {
    const args = [CHILD, bundles.get(name), eventFiles.get(name)];
    const { answer, ...times } = await runChild(node, args);
    checkResult(name, exchange, answer);
    return { ...times, total: times.import + times.first };
  });
  const of = (name, key) => samples.get(name).map((sample) => sample[key]);
  const bareTotal = median(of(BARE, 'total'));
  return {
    title: `${title} (${rounds} interleaved runs)`,
    columns: ['', 'import ms', '1st request ms', 'both ms', 'IQR', 'both/bare'],
    rows: names.map((name) => [
      name,
      figure(median(of(name, 'import')), 2),
      figure(median(of(name, 'first')), 2),
      figure(median(of(name, 'total')), 2),
      figure(spread(of(name, 'total')), 2),
      ratio(median(of(name, 'total')) / bareTotal),
    ]),
    figures: [atMost(title, median(of(OURS, 'total')) / bareTotal, [limit, ratio, ' bare'])],
  };
}

function writeEvent(directory, name, exchange) {
  const isOurs = name === OURS;
  const file = join(directory, isOurs ? 'cold-ours.json' : 'cold-peer.json');
  writeFileSync(file, JSON.stringify(proxyEvent(exchange, { isBase64Encoded: isOurs })));
  return file;
}
