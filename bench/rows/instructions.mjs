// Cold start counted in instructions, which do not depend on other work on the machine. Requires valgrind.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../measure/children.mjs';
import { atMost } from '../measure/figure.mjs';
import { figure, ratio } from '../measure/table.mjs';
import { buildContenders, OURS } from '../peers/build.mjs';
import { FIVE, proxyEvent } from '../peers/routes.mjs';

const CHILD = fileURLToPath(new URL('../children/cold.mjs', import.meta.url));
const BARE = 'bare handler';
const EMPTY = 'empty';

export const instructions = {
  name: 'instructions',
  summary: 'cold start in instructions, when valgrind is installed',
  isSlow: true,
  run: async ({ node, directory, isQuick }) => {
    const title = 'Cold start in instructions, 5 routes (callgrind)';
    const columns = ['', 'added M instructions', 'this/bare'];
    if (spawnSync('valgrind', ['--version']).status !== 0) {
      const note = 'Not measured: valgrind is not installed.';
      return { title, columns, rows: [], figures: [], note };
    }
    const names = isQuick ? [BARE, OURS] : undefined;
    const bundles = await buildContenders({ directory, resources: 0, names });
    const counts = new Map();
    for (const [name, bundle] of [[EMPTY, 'none'], ...bundles]) {
      const event = join(directory, 'instructions-event.json');
      const isBase64Encoded = name === OURS;
      writeFileSync(event, JSON.stringify(proxyEvent(FIVE[1], { isBase64Encoded })));
      counts.set(name, await count({ node, directory, args: [CHILD, bundle, event] }));
    }
    const added = (name) => (counts.get(name) - counts.get(EMPTY)) / 1e6;
    return {
      title,
      columns,
      rows: [...bundles.keys()].map((name) => [
        name,
        figure(added(name), 2),
        ratio(added(name) / added(BARE)),
      ]),
      figures: [atMost('Cold start, instructions', added(OURS) / added(BARE), [2, ratio, ' bare'])],
    };
  },
};

async function count({ node, directory, args }) {
  const output = join(directory, 'callgrind.out');
  const flags = ['--tool=callgrind', '--smc-check=all', `--callgrind-out-file=${output}`];
  // `--predictable` makes Node.js use one thread and execute the same instructions every time.
  await runToEnd('valgrind', [...flags, node, '--predictable', ...args]);
  return Number(/^(?:summary|totals): (\d+)/m.exec(readFileSync(output, 'utf8'))[1]);
}
