// `npm run bench [-- name... --node PATH --quick]`: measures the table in docs/performance.md and prints it as Markdown.
//
// All contenders in a row are measured in the same run, interleaved, and every response is checked. `--node` names the Node.js
// executable that runs the measured code; `--quick` runs everything once or twice, to test that it works, not how fast it is.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, platform, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runToEnd } from './measure/children.mjs';
import { markdownTable } from './measure/table.mjs';
import { ROWS } from './rows/index.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', default: process.execPath },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const unknown = positionals.filter((name) => !ROWS.some((row) => row.name === name));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`no benchmark ${unknown.join(', ')}\n`);
  console.log('npm run bench -- [name...] [--node PATH] [--quick]\n');
  for (const { name, summary } of ROWS) console.log(`  ${name.padEnd(14)} ${summary}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}

const directory = mkdtempSync(join(tmpdir(), 'framework-bench-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

const bench = { node: values.node, isQuick: values.quick, directory };
const version = (await runToEnd(bench.node, ['--version'])).stdout.trim();
console.log(
  `Node.js ${version}, ${platform()} ${release()}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}\n`,
);

if (values.quick) console.log('A quick run: the counts are too small to measure anything.\n');

const figures = [];
for (const row of ROWS) {
  const isAsked = positionals.includes(row.name);
  if (positionals.length > 0 ? !isAsked : values.quick && row.isSlow) continue;
  console.error(`measuring ${row.name}`);
  const result = await row.run(bench);
  figures.push(...result.figures);
  console.log(`### ${result.title}\n\n${markdownTable(result.columns, result.rows)}\n`);
  if (result.note) console.log(`${result.note}\n`);
}
console.log(
  `### Against the targets\n\n${markdownTable(
    ['what', 'target', 'measured', 'met'],
    figures.map((one) => [one.what, one.target, one.measured, one.isMet ? 'yes' : 'no']),
  )}`,
);
