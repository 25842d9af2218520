// The heap after many requests, minus the heap of a process whose handler does nothing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../measure/children.mjs';
import { atMost } from '../measure/figure.mjs';
import { interleave, median } from '../measure/rounds.mjs';
import { figure } from '../measure/table.mjs';
import { buildContenders, OURS } from '../peers/build.mjs';
import { FIVE, proxyEvent } from '../peers/routes.mjs';

const CHILD = fileURLToPath(new URL('../children/heap.mjs', import.meta.url));
const EMPTY = 'empty';

export const heap = {
  name: 'heap',
  summary: 'heap after 100,000 requests',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 5;
    const invocations = isQuick ? 100 : 100_000;
    const bundles = await buildContenders({ directory, resources: 0 });
    const names = [EMPTY, ...bundles.keys()];
    const samples = await interleave(rounds, names, (name) => {
      const isOurs = name === OURS;
      const file = join(directory, `heap-${isOurs ? 'ours' : 'peer'}.json`);
      const events = FIVE.map((exchange) => proxyEvent(exchange, { isBase64Encoded: isOurs }));
      writeFileSync(file, JSON.stringify(events));
      const bundle = bundles.get(name) ?? EMPTY;
      return runChild(node, ['--expose-gc', CHILD, bundle, file, String(invocations)]);
    });
    const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
    const above = (name, key) => (of(name, key) - of(EMPTY, key)) / 1024;
    const growth = (name) => above(name, 'after') - above(name, 'early');
    const kib = (value) => `${figure(value)} KiB`;
    return {
      title: `Heap, ${figure(invocations)} mixed requests, above an empty process (${rounds} interleaved rounds)`,
      columns: ['', 'early KiB', 'after KiB', 'growth KiB', 'RSS MiB'],
      rows: [...bundles.keys()].map((name) => [
        name,
        figure(above(name, 'early')),
        figure(above(name, 'after')),
        figure(growth(name)),
        figure(above(name, 'rss') / 1024, 1),
      ]),
      note: 'Early is after a hundredth of the requests, growth what the others add.',
      figures: [
        atMost('Heap after 100,000 requests', above(OURS, 'after'), [300, kib]),
        atMost('Heap growth', growth(OURS), [64, kib]),
      ],
    };
  },
};
