// `framework gen-policy` as a whole process, on applications that call ten services: compared with the process alone, and at
// growing sizes, because the time must not grow faster than the source.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atMost } from '../measure/figure.mjs';
import { median, timeCommands, timeRows } from '../measure/rounds.mjs';
import { figure, ms, ratio } from '../measure/table.mjs';
import { CLI } from '../peers/build.mjs';
import { SERVICES, writePolicyApp } from '../policy-app.mjs';

const FLOOR = 'node -e 0';

export const policy = {
  name: 'policy',
  summary: 'gen-policy as a whole process, 10, 100 and 1000 routes, ten services',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 11;
    const sizes = isQuick ? [10] : [10, 100, 1000];
    const commands = new Map([[FLOOR, ['-e', '0']]]);
    for (const routes of sizes) {
      const path = project(directory, routes);
      commands.set(nameOf(routes), [CLI, 'gen-policy', '--project-dir', path]);
    }
    const samples = await timeCommands({ node, rounds, commands }, check);
    const at = (routes) => median(samples.get(nameOf(routes)));
    return {
      title: `Policy of an application with ten services, whole process (${rounds} interleaved rounds)`,
      columns: ['', 'wall ms', 'IQR', 'this/node'],
      rows: timeRows(samples, FLOOR),
      note: 'No package is installed beside the applications: the policy is made of their source alone.',
      figures: [
        atMost('Policy, 100 routes and 10 services', at(isQuick ? 10 : 100), [400, ms]),
        ...(isQuick ? [] : [growth(at)]),
      ],
    };
  },
};

function nameOf(routes) {
  return `${figure(routes)} routes: framework gen-policy`;
}

/** Compares the cost per route between 100 and 1000 routes with the cost per route between 10 and 100. */
function growth(at) {
  return atMost(
    'Policy, cost of a route at 1000 routes',
    (at(1000) - at(100)) / 900 / ((at(100) - at(10)) / 90),
    [1.5, ratio, ' at 100'],
  );
}

function check(stdout, name) {
  if (name === FLOOR) return;
  const { Statement } = JSON.parse(stdout);
  const services = new Set(
    Statement.flatMap(({ Action }) => Action.map((one) => one.split(':')[0])),
  );
  // Every function has the log permissions.
  services.delete('logs');
  if (services.size !== SERVICES) throw new Error(`${services.size} services are in the policy`);
}

function project(directory, routes) {
  const path = join(directory, `policy-${routes}`);
  mkdirSync(join(path, '.framework'), { recursive: true });
  writePolicyApp(path, routes);
  writeFileSync(
    join(path, '.framework/config.json'),
    JSON.stringify({ version: '2.0', app_name: 'synthetic', stages: { dev: {} } }),
  );
  return path;
}
