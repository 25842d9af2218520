// `framework openapi` as a whole process, compared with the process alone: types, responses and errors are read from the
// source.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { atMost } from '../measure/figure.mjs';
import { median, timeCommands, timeRows } from '../measure/rounds.mjs';
import { figure, ms } from '../measure/table.mjs';
import { CLI } from '../peers/build.mjs';
import { writeDescribedApp } from '../described-app.mjs';

const FLOOR = 'node -e 0';

export const openapi = {
  name: 'openapi',
  summary: 'openapi as a whole process, 10 and 100 routes',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 11;
    const sizes = isQuick ? [10] : [10, 100];
    const commands = new Map([[FLOOR, ['-e', '0']]]);
    for (const routes of sizes) {
      const path = join(directory, `openapi-${routes}`);
      mkdirSync(path, { recursive: true });
      writeDescribedApp(path, routes);
      commands.set(nameOf(routes), [CLI, 'openapi', '--project-dir', path]);
    }
    const samples = await timeCommands({ node, rounds, commands }, check);
    return {
      title: `OpenAPI document, whole process (${rounds} interleaved rounds)`,
      columns: ['', 'wall ms', 'IQR', 'this/node'],
      rows: timeRows(samples, FLOOR),
      note: 'Half of the answers are declared; every view reaches an error through a function.',
      figures: [
        atMost('OpenAPI document, 100 routes', median(samples.get(nameOf(isQuick ? 10 : 100))), [
          400,
          ms,
        ]),
      ],
    };
  },
};

function nameOf(routes) {
  return `${figure(routes)} routes: framework openapi`;
}

function check(stdout, name) {
  if (name === FLOOR) return;
  const { paths, components } = JSON.parse(stdout);
  const found = `${figure(Object.keys(paths).length)} routes`;
  if (!name.startsWith(found)) throw new Error(`${found} are in the document of ${name}`);
  if (!components.schemas.NotFoundError) throw new Error('The document has no errors');
}
