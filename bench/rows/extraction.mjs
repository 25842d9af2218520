// Extraction, every rule and the manifest, as a whole process: `framework check` compared with the process alone and with `tsc
// --noEmit` of the same application.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atMost } from '../measure/figure.mjs';
import { median, spread, timeCommands } from '../measure/rounds.mjs';
import { figure, ms, ratio } from '../measure/table.mjs';
import { CLI, REPOSITORY } from '../peers/build.mjs';
import { writeSyntheticApp } from '../synthetic-app.mjs';

const TSC = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
const FLOOR = 'node -e 0';
const CHECK = 'framework check';
const COMPILER = 'tsc --noEmit';

export const extraction = {
  name: 'extraction',
  summary: 'rules and manifest as a whole process, 10, 100 and 1000 routes',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 11;
    const sizes = isQuick ? [10] : [10, 100, 1000];
    const rows = [];
    const medians = new Map();
    for (const routes of sizes) {
      const project = writeProject(directory, routes);
      const commands = new Map([
        [FLOOR, ['-e', '0']],
        [CHECK, [CLI, 'check', '--project-dir', project]],
        [COMPILER, [TSC, '-p', project]],
      ]);
      const samples = await timeCommands({ node, rounds, commands });
      const floor = median(samples.get(FLOOR));
      for (const [name, times] of samples) {
        medians.set(`${name} ${routes}`, median(times));
        rows.push([
          `${figure(routes)} routes: ${name}`,
          figure(median(times)),
          figure(spread(times)),
          ratio(median(times) / floor),
          ratio(median(times) / median(samples.get(COMPILER))),
        ]);
      }
    }
    const at = (routes) => medians.get(`${CHECK} ${routes}`);
    const most = sizes.at(-1);
    return {
      title: `Extraction, rules and manifest, whole process (${rounds} interleaved rounds)`,
      columns: ['', 'wall ms', 'IQR', 'this/node', 'this/tsc'],
      rows,
      note: 'The application holds two SDK clients, whose declarations `tsc` reads as well.',
      figures: [atMost('Extraction, 1000 routes', at(most), [250, ms])],
    };
  },
};

function writeProject(directory, routes) {
  const project = join(directory, `extraction-${routes}`);
  mkdirSync(join(project, '.framework'), { recursive: true });
  writeSyntheticApp(project, routes);
  symlinkSync(join(REPOSITORY, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(
    join(project, '.framework/config.json'),
    JSON.stringify({ version: '2.0', app_name: 'synthetic', stages: { dev: {} } }),
  );
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2023',
        module: 'nodenext',
        types: [],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        paths: { framework: [join(REPOSITORY, 'dist/types/runtime/index.d.ts')] },
      },
    }),
  );
  return project;
}
