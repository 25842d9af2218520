// Warm requests: one process invokes its handler repeatedly.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../measure/children.mjs';
import { atMost } from '../measure/figure.mjs';
import { interleave, median } from '../measure/rounds.mjs';
import { figure, ratio } from '../measure/table.mjs';
import { buildContenders, OURS } from '../peers/build.mjs';
import {
  checkResult,
  FIVE,
  proxyEvent,
  resourceExchanges,
  resourcesFor,
} from '../peers/routes.mjs';

const CHILD = fileURLToPath(new URL('../children/warm.mjs', import.meta.url));
const BARE = 'bare handler';
const SPEC = 'bare handler doing what the spec asks';

export const warm = {
  name: 'warm',
  summary: 'microseconds a request, 5 routes',
  run: async (bench) => {
    const rounds = bench.isQuick ? 1 : 7;
    const bundles = await buildContenders({ directory: bench.directory, resources: 0 });
    const names = [...bundles.keys()];
    const samples = await interleave(rounds, names, (name) =>
      warmRun(bench, { name, bundle: bundles.get(name), exchanges: FIVE }),
    );
    const mixed = (name) => median(samples.get(name).map((sample) => sample.mixed));
    const kind = (name, at) => median(samples.get(name).map((sample) => sample.each[at]));
    return {
      title: `Warm, microseconds a request, 5 routes (${rounds} interleaved rounds)`,
      columns: [
        '',
        ...FIVE.map(({ method, route }) => `${method} ${route}`),
        'mixed',
        'mixed/bare',
      ],
      rows: names.map((name) => [
        name,
        ...FIVE.map((_, at) => figure(kind(name, at), 2)),
        figure(mixed(name), 2),
        ratio(mixed(name) / mixed(BARE)),
      ]),
      figures: [
        atMost('Warm request, mixed', mixed(OURS) / mixed(BARE), [1.3, ratio, ' bare']),
        atMost('Warm request, `GET /`', kind(OURS, 0) / kind(BARE, 0), [2, ratio, ' bare']),
      ],
    };
  },
};

export const warm1000 = {
  name: 'warm-1000',
  summary: 'microseconds a request over all paths, 10 and 1000 routes',
  run: async (bench) => {
    const rounds = bench.isQuick ? 1 : 5;
    const sizes = bench.isQuick ? [10, 15] : [10, 1000];
    const contenders = new Map();
    for (const routes of sizes) {
      const resources = resourcesFor(routes);
      const bundles = await buildContenders({
        directory: bench.directory,
        resources,
        names: [BARE, SPEC, OURS],
      });
      const exchanges = resourceExchanges(resources);
      for (const [name, bundle] of bundles) {
        contenders.set(`${name}, ${routes} routes`, { name, bundle, exchanges });
      }
    }
    const samples = await interleave(rounds, [...contenders.keys()], (label) =>
      warmRun(bench, contenders.get(label)),
    );
    const mixed = (name, routes) =>
      median(samples.get(`${name}, ${routes} routes`).map((sample) => sample.mixed));
    const [few, many] = sizes;
    return {
      title: `Warm, microseconds a request over all paths (${rounds} interleaved rounds)`,
      columns: ['', `${few} routes`, `${many} routes`, 'many/few', 'many/bare'],
      rows: [BARE, SPEC, OURS].map((name) => [
        name,
        figure(mixed(name, few), 2),
        figure(mixed(name, many), 2),
        ratio(mixed(name, many) / mixed(name, few)),
        ratio(mixed(name, many) / mixed(BARE, many)),
      ]),
      figures: [
        atMost('Warm at 1000 routes', mixed(OURS, many) / mixed(OURS, few), [
          2,
          ratio,
          ' ours at 10',
        ]),
      ],
    };
  },
};

async function warmRun({ node, directory, isQuick }, { name, bundle, exchanges }) {
  const isOurs = name === OURS;
  const file = join(directory, `warm-${isOurs ? 'ours' : 'peer'}-${exchanges.length}.json`);
  const events = exchanges.map((exchange) => proxyEvent(exchange, { isBase64Encoded: isOurs }));
  writeFileSync(file, JSON.stringify(events));
  const counts = isQuick ? ['2', '10'] : ['600', '100'];
  const { answers, ...times } = await runChild(node, [CHILD, bundle, file, ...counts]);
  answers.forEach((answer, at) => checkResult(name, exchanges[at], answer));
  return times;
}
