// The time to `--help`: what every command costs before it does anything.
import { runToEnd } from '../measure/children.mjs';
import { atMost } from '../measure/figure.mjs';
import { interleave, median, spread } from '../measure/rounds.mjs';
import { figure, ratio } from '../measure/table.mjs';
import { CLI } from '../peers/build.mjs';

const COMMANDS = new Map([
  ['node -e 0', ['-e', '0']],
  ['framework --help', [CLI, '--help']],
  ['framework --version', [CLI, '--version']],
]);

export const help = {
  name: 'help',
  summary: 'whole process of --help',
  run: async ({ node, isQuick }) => {
    const rounds = isQuick ? 1 : 21;
    const samples = await interleave(rounds, [...COMMANDS.keys()], async (name) => {
      const { milliseconds, stdout } = await runToEnd(node, COMMANDS.get(name));
      if (name !== 'node -e 0' && stdout === '') throw new Error(`${name} printed nothing`);
      return milliseconds;
    });
    const floor = median(samples.get('node -e 0'));
    return {
      title: `Help, whole process (${rounds} interleaved rounds)`,
      columns: ['', 'wall ms', 'IQR', 'this/node'],
      rows: [...samples].map(([name, times]) => [
        name,
        figure(median(times)),
        figure(spread(times)),
        ratio(median(times) / floor),
      ]),
      figures: [
        atMost({
          what: '`--help`',
          value: median(samples.get('framework --help')),
          atMost: 150,
          show: (value) => `${figure(value)} ms`,
        }),
      ],
    };
  },
};
