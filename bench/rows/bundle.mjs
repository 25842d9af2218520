// The deployable bundle: its size and build time compared with esbuild alone on the same code, and the gzipped size for five
// routes compared with the contenders.
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { atMost } from '../measure/figure.mjs';
import { median, spread, timeCommands } from '../measure/rounds.mjs';
import { figure, ratio } from '../measure/table.mjs';
import { BUILT_HANDLER, buildContenders, CLI, OURS, REPOSITORY } from '../peers/build.mjs';
import { writeSyntheticApp } from '../synthetic-app.mjs';

const ESBUILD = fileURLToPath(new URL('../children/esbuild.mjs', import.meta.url));
const ALONE = 'esbuild alone';
const BUILD = 'framework build';
const CHECK = 'framework check';

export const bundle = {
  name: 'bundle',
  summary: 'size and time of a bundle with two SDK clients',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 9;
    const routes = isQuick ? 10 : 100;
    const project = writeProject(directory, routes);
    const outfile = join(directory, 'bundle-alone.mjs');
    const runtime = join(REPOSITORY, 'dist/runtime/index.js');
    const commands = new Map([
      [ALONE, [ESBUILD, project, outfile, runtime]],
      [BUILD, [CLI, 'build', '--project-dir', project]],
      [CHECK, [CLI, 'check', '--project-dir', project]],
    ]);
    const samples = await timeCommands({ node, rounds, commands });
    const wall = (name) => median(samples.get(name));
    const sizes = new Map([
      [ALONE, sizeOf(outfile)],
      [BUILD, sizeOf(join(project, BUILT_HANDLER))],
    ]);
    return {
      title: `Bundle, ${routes} routes and two SDK clients, whole process (${rounds} interleaved rounds)`,
      columns: ['', 'wall ms', 'IQR', 'time/esbuild', 'bytes', 'size/esbuild', 'gzip'],
      rows: [...commands.keys()].map((name) => [
        name,
        figure(wall(name)),
        figure(spread(samples.get(name))),
        ratio(wall(name) / wall(ALONE)),
        ...sizeCells(sizes.get(name), sizes.get(ALONE)),
      ]),
      note: '`framework build` also checks every rule and writes the manifest, the source map and a size table.',
      figures: [
        atMost(
          'Bundle with two SDK clients, size',
          sizes.get(BUILD).bytes / sizes.get(ALONE).bytes,
          [1.3, ratio, ' esbuild'],
        ),
        atMost('Bundle with two SDK clients, time', wall(BUILD) / wall(ALONE), [
          1.3,
          ratio,
          ' esbuild',
        ]),
      ],
    };
  },
};

export const size = {
  name: 'size',
  summary: 'gzipped bundle of 5 routes',
  run: async ({ directory }) => {
    const bundles = await buildContenders({ directory, resources: 0 });
    const sizes = new Map([...bundles].map(([name, file]) => [name, sizeOf(file)]));
    const bare = sizes.get('bare handler').gzip;
    return {
      title: 'Bundle size, 5 routes',
      columns: ['', 'bytes', 'gzip', 'gzip/bare'],
      rows: [...sizes].map(([name, { bytes, gzip }]) => [
        name,
        figure(bytes),
        figure(gzip),
        ratio(gzip / bare),
      ]),
      figures: [
        atMost('Bundle of 5 routes, gzip', sizes.get(OURS).gzip, [
          3200,
          (value) => `${figure(value)} B`,
        ]),
      ],
    };
  },
};

function sizeCells(measured, base) {
  if (!measured) return ['', '', ''];
  return [figure(measured.bytes), ratio(measured.bytes / base.bytes), figure(measured.gzip)];
}

function sizeOf(file) {
  return { bytes: statSync(file).size, gzip: gzipSync(readFileSync(file), { level: 9 }).length };
}

function writeProject(directory, routes) {
  const project = join(directory, 'bundle-app');
  mkdirSync(project, { recursive: true });
  writeSyntheticApp(project, routes);
  symlinkSync(join(REPOSITORY, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { target: 'es2022', module: 'nodenext' } }),
  );
  return project;
}
