// Typed input: how long it takes to check one rich body, compared with libraries that do the same, and how much time reading
// types adds to `framework check`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { runChild } from '../measure/children.mjs';
import { atLeast, atMost } from '../measure/figure.mjs';
import { interleave, median, spread, timeCommands } from '../measure/rounds.mjs';
import { figure, ms, ratio } from '../measure/table.mjs';
import { BAD, bodyModules, GOOD, OURS } from '../peers/bodies.mjs';
import { bundlePeer, CLI } from '../peers/build.mjs';
import { writeTypedApp } from '../typed-app.mjs';

const CHILD = fileURLToPath(new URL('../children/validate.mjs', import.meta.url));

export const validation = {
  name: 'validation',
  summary: 'checking one rich body, beside ajv, valibot and zod',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 7;
    const [batches, batchSize] = isQuick ? [2, 50] : [20, 10_000];
    const folder = join(directory, 'validation');
    mkdirSync(folder, { recursive: true });
    const bodies = join(folder, 'bodies.json');
    writeFileSync(bodies, JSON.stringify({ good: GOOD, bad: BAD }));
    const modules = new Map();
    for (const [name, text] of await bodyModules()) {
      const outfile = join(folder, `${name.replace(/\W+/g, '-')}.mjs`);
      await bundlePeer(text, outfile);
      modules.set(name, outfile);
    }
    const samples = await interleave(rounds, [...modules.keys()], (name) =>
      runChild(node, [CHILD, modules.get(name), bodies, String(batches), String(batchSize)]),
    );
    const of = (name, key) => median(samples.get(name).map((sample) => sample[key]));
    const nearest = Math.min(of('valibot', 'good'), of('zod', 'good'));
    return {
      title: `Validation of one rich body (${rounds} interleaved rounds)`,
      columns: ['', 'gzip B', 'first ms', 'good ns', 'bad ns', 'good/ours'],
      rows: [...modules].map(([name, module]) => [
        name,
        figure(gzipSync(readFileSync(module)).length),
        figure(of(name, 'first'), 1),
        figure(of(name, 'good')),
        figure(of(name, 'bad')),
        ratio(of(name, 'good') / of(OURS, 'good')),
      ]),
      note: '`first ms` is the import with one good and one bad body. Typia needs `ttsc`, a compiler of its own.',
      figures: [
        atMost('Validation of a rich body', of(OURS, 'good'), [
          150,
          (value) => `${figure(value)} ns`,
        ]),
        atLeast('Validation, ratio to the faster of valibot and zod', nearest / of(OURS, 'good'), [
          10,
          ratio,
        ]),
      ],
    };
  },
};

export const inputs = {
  name: 'inputs',
  summary: 'check of 1000 routes, with 750 inputs and without',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 11;
    const routes = isQuick ? 20 : 1000;
    const commands = new Map(
      [true, false].map((hasInputs) => {
        const project = join(directory, `inputs-${hasInputs}`);
        writeTypedApp(project, routes, { hasInputs });
        return [hasInputs ? WITH : WITHOUT, [CLI, 'check', '--project-dir', project]];
      }),
    );
    const samples = await timeCommands({ node, rounds, commands });
    return {
      title: `Inputs: check of ${figure(routes)} routes (${rounds} interleaved rounds)`,
      columns: ['', 'wall ms', 'IQR'],
      rows: [...samples].map(([name, times]) => [
        name,
        figure(median(times)),
        figure(spread(times)),
      ]),
      figures: [
        atMost(
          'Check of 1000 routes, added by 750 inputs',
          median(samples.get(WITH)) - median(samples.get(WITHOUT)),
          [150, ms],
        ),
      ],
    };
  },
};

const WITH = 'three views of four take typed input';
const WITHOUT = 'none does';
