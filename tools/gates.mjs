// `node tools/gates.mjs --write FOLDER` records the results of the compiler and the CLI for all fixtures and examples; `node
// tools/gates.mjs --against FOLDER` records them again and shows the differences, with exit code 1. Use it for a change that
// moves code and must not change its behavior: write the folder before the change, compare after it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepApplications, keptApplications } from './gates/applications.mjs';
import { loadProgram } from './gates/load-program.mjs';
import { publicTypes } from './gates/public-types.mjs';
import { record } from './gates/recordings.mjs';

/** The folder with the applications that a folder of records was made from. */
const INPUTS = '.applications';
const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const LINES_SHOWN = 20;
const DIFFERENCES_SHOWN = 12;

const { values } = parseArgs({
  options: {
    write: { type: 'string' },
    against: { type: 'string' },
    only: { type: 'string' },
    'without-types': { type: 'boolean', default: false },
  },
});
const target = values.write ?? values.against;
if (target === undefined || (values.write !== undefined && values.against !== undefined)) {
  say('node tools/gates.mjs --write FOLDER | --against FOLDER [--only TEXT] [--without-types]');
  process.exit(2);
}

const began = performance.now();
const folder = resolve(target);
if (values.against !== undefined && !existsSync(join(folder, INPUTS))) {
  say(`${target} holds no records: write it with --write, at the commit to compare with.`);
  process.exit(2);
}
if (values.write !== undefined) rmSync(folder, { recursive: true, force: true });
const records = await recordAll();
const seconds = ((performance.now() - began) / 1000).toFixed(0);
if (values.write !== undefined) {
  writeAll(folder, records);
  say(`Wrote ${records.size} records to ${target} in ${seconds} s.`);
} else {
  process.exitCode = compare();
}
process.exit();

async function recordAll() {
  const found = new Map();
  const types = values['without-types'] ? undefined : publicTypes(REPOSITORY);
  // Awaited below; this handler prevents an unhandled rejection before that.
  types?.catch(() => undefined);
  const directory = join(REPOSITORY, 'test/.tmp/gates');
  rmSync(directory, { recursive: true, force: true });
  const program = await loadProgram(REPOSITORY);
  const inputs = join(folder, INPUTS);
  if (values.write !== undefined) keepApplications(inputs, REPOSITORY, program.readSmallApps());
  const waiting = keptApplications(inputs).filter(({ name }) => name.includes(values.only ?? ''));
  const recordNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, isWhole, write } = next;
      const project = join(directory, name);
      mkdirSync(project, { recursive: true });
      write(project);
      const texts = await record({ program, folder: project, isWhole });
      for (const [kind, text] of Object.entries(texts)) {
        found.set(`${name}/${kind}.txt`, settled(text, project));
      }
    }
  };
  try {
    // While one application waits for its cloud, another one continues.
    await Promise.all([recordNext(), recordNext(), recordNext()]);
  } finally {
    await program.close();
    rmSync(directory, { recursive: true, force: true });
  }
  if (types) found.set('public-types.d.ts', await types);
  return found;
}

/** Returns the text without the parts that differ between two runs and two copies of the repository. */
function settled(text, project) {
  return text.replaceAll(project, '<project>').replaceAll(REPOSITORY, '<repository>/');
}

function writeAll(directory, texts) {
  for (const [name, text] of texts) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function compare() {
  const before = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => !name.startsWith(INPUTS) && isAsked(name));
  const missing = before.filter((name) => !records.has(name));
  const added = [...records.keys()].filter((name) => !before.includes(name));
  const changed = before.filter(
    (name) => records.has(name) && records.get(name) !== readFileSync(join(folder, name), 'utf8'),
  );
  for (const name of changed.slice(0, DIFFERENCES_SHOWN)) {
    say(`${name} differs:\n${difference(name)}`);
  }
  for (const name of changed.slice(DIFFERENCES_SHOWN)) say(`${name} differs.`);
  for (const name of missing) say(`${name} is not given any more.`);
  if (added.length > 0) say(`New, and not compared: ${added.join(', ')}.`);
  const different = changed.length + missing.length;
  say(
    different === 0
      ? `${before.length} records are the same (${seconds} s).`
      : `${different} of ${before.length} records differ (${seconds} s).`,
  );
  return different === 0 ? 0 : 1;
}

function isAsked(name) {
  if (name === 'public-types.d.ts') return !values['without-types'];
  return dirname(name).includes(values.only ?? '');
}

/** Returns the first lines of the git diff between the two texts. */
function difference(name) {
  const args = ['diff', '--no-index', '--no-color', '-U1', join(folder, name), '-'];
  const { stdout } = spawnSync('git', args, { input: records.get(name), encoding: 'utf8' });
  const lines = stdout.split('\n').slice(4);
  const more = lines.length > LINES_SHOWN ? `\n  (${lines.length - LINES_SHOWN} more lines)` : '';
  return `${lines.slice(0, LINES_SHOWN).join('\n')}${more}`;
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
