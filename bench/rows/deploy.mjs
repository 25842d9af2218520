// The complete life of a stage in the test cloud: the calls and writes of each deploy, and the time of the whole process. The
// cloud's delays are 1 % of the real ones (cli/serve/local-cloud/README.md), so the times show the cost of the command itself.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadSource } from '../../tools/load-source.mjs';
import { editDeployApp, UNEDITED, writeDeployApp } from '../deploy-app.mjs';
import { runToEnd } from '../measure/children.mjs';
import { interleave, median, spread } from '../measure/rounds.mjs';
import { figure } from '../measure/table.mjs';
import { CLI } from '../peers/build.mjs';

/** The target numbers of calls and writes (docs/performance.md). `delete` also looks for what another machine created. */
const TARGETS = {
  'first deploy': [12, 7],
  'no change': [3, 0],
  'code only': [6, 1],
  'route and code': [8, 3],
  delete: [4, 4],
};

/** Lambda's status for a function whose role is not yet known. */
const TOO_EARLY = 400;

export const deploy = {
  name: 'deploy',
  summary: 'calls and time of deploys to the test cloud, 10, 100 and 1000 routes',
  run: async ({ node, directory, isQuick }) => {
    const rounds = isQuick ? 1 : 5;
    const sizes = isQuick ? [10] : [10, 100, 1000];
    const samples = await interleave(rounds, sizes.map(String), (routes, round) =>
      life({ node, project: join(directory, `deploy-${routes}-${round}`), routes: Number(routes) }),
    );
    const most = (runs, key) => Math.max(...runs.map((run) => run[key]));
    const rows = sizes.flatMap((routes) => {
      const lives = samples.get(String(routes));
      return [...lives[0].keys()].map((step) => {
        const runs = lives.map((one) => one.get(step));
        const times = runs.map(({ milliseconds }) => milliseconds);
        return [
          `${figure(routes)} routes: ${step}`,
          most(runs, 'calls'),
          most(runs, 'writes'),
          most(runs, 'refused'),
          figure(median(times)),
          figure(spread(times)),
        ];
      });
    });
    const all = (step) => [...samples.values()].flat().map((one) => one.get(step));
    return {
      title: `Deploys to the test cloud, whole process (${rounds} interleaved rounds)`,
      columns: ['', 'calls', 'writes', 'refused', 'wall ms', 'IQR'],
      rows,
      note: 'The most calls of all rounds. Refused are attempts that come too early, with a role made moments ago; they come on top.',
      figures: Object.entries(TARGETS).map(([step, [calls, writes]]) => {
        const measured = [most(all(step), 'calls'), most(all(step), 'writes')];
        return {
          what: `Calls of deploys (writes): ${step}`,
          target: `<= ${calls} (${writes})`,
          measured: `${measured[0]} (${measured[1]})`,
          isMet: measured[0] <= calls && measured[1] <= writes,
        };
      }),
    };
  },
};

/** Runs every step once, in a separate cloud. */
async function life({ node, project, routes }) {
  const { startTestCloud } = await loadSource('cli/serve/local-cloud/start-test-cloud.fixture.ts');
  const cloud = await startTestCloud();
  const steps = new Map();
  const step = async (name, command = 'deploy') => {
    cloud.clearCalls();
    const args = [CLI, command, '--project-dir', project];
    const { milliseconds, stdout } = await runToEnd(node, args, { env: cloud.environment });
    const calls = cloud.calls().filter(({ status }) => status !== TOO_EARLY);
    const writes = calls.filter(({ isWrite }) => isWrite).length;
    const refused = cloud.calls().length - calls.length;
    steps.set(name, { milliseconds, calls: calls.length, writes, refused });
    return stdout.trimEnd().split('\n').at(-1);
  };
  try {
    writeDeployApp(project, routes);
    const url = await step('first deploy');
    await expectAnswer(`${url}${UNEDITED.path}`, UNEDITED);
    await step('no change');
    const second = { ...UNEDITED, answer: 'second' };
    editDeployApp(project, routes, second);
    await step('plan of a change', 'plan');
    await step('code only');
    await expectAnswer(`${url}${second.path}`, second);
    const third = { answer: 'third', path: 'renamed-0' };
    editDeployApp(project, routes, third);
    await step('route and code');
    await expectAnswer(`${url}${third.path}`, third);
    rmSync(join(project, '.framework/deployed'), { recursive: true });
    await step('second machine, no change');
    await step('rollback', 'rollback');
    await expectAnswer(`${url}${second.path}`, second);
    await step('delete', 'delete');
    const left = cloud.inventory().filter((name) => !name.startsWith('log-group'));
    if (left.length > 0) throw new Error(`left after delete: ${left.join(', ')}`);
    return steps;
  } finally {
    await cloud.close();
  }
}

async function expectAnswer(url, { answer }) {
  const text = await (await fetch(url)).text();
  if (text !== JSON.stringify({ id: 'none', answer })) throw new Error(`${url} answers ${text}`);
}
