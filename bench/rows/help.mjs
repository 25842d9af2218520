// The time to `--help`: what every command costs before it does anything.
import { atMost } from '../measure/figure.mjs';
import { median, timeCommands, timeRows } from '../measure/rounds.mjs';
import { ms } from '../measure/table.mjs';
import { CLI } from '../peers/build.mjs';

const FLOOR = 'node -e 0';

const COMMANDS = new Map([
  [FLOOR, ['-e', '0']],
  ['framework --help', [CLI, '--help']],
  ['framework --version', [CLI, '--version']],
]);

export const help = {
  name: 'help',
  summary: 'whole process of --help',
  run: async ({ node, isQuick }) => {
    const rounds = isQuick ? 1 : 21;
    const samples = await timeCommands({ node, rounds, commands: COMMANDS }, (stdout, name) => {
      if (name !== FLOOR && stdout === '') throw new Error(`${name} printed nothing`);
    });
    return {
      title: `Help, whole process (${rounds} interleaved rounds)`,
      columns: ['', 'wall ms', 'IQR', 'this/node'],
      rows: timeRows(samples, FLOOR),
      figures: [atMost('`--help`', median(samples.get('framework --help')), [150, ms])],
    };
  },
};
