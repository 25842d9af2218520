// The applications that are recorded. They are stored with the records, because an edit to a fixture is not a change in the
// program.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CONFIGURATIONS, configurationText } from './configurations.mjs';

const GROUPS = [
  'test/fixtures/compiler',
  'test/fixtures/bundle',
  'test/fixtures/tsc',
  'test/conformance',
];
const LEFT_OUT = ['node_modules', 'build', 'cache', 'deployed'];

/** The applications that are used with every configuration, each with the function that the configuration names. */
const CONFIGURED = [
  { from: 'test/conformance/app', app: 'conformance', functionName: 'double' },
  {
    from: 'test/fixtures/compiler/lambda-functions',
    app: 'helloworld',
    functionName: 'nightly-report',
  },
];

const LIST = 'applications.json';

/** Writes the applications of this repository, each into a separate folder. */
export function keepApplications(inputs, repository, smallApps) {
  const all = applications(repository, smallApps);
  for (const { name, write } of all) {
    mkdirSync(join(inputs, name), { recursive: true });
    write(join(inputs, name));
  }
  const list = all.map(({ name, isWhole }) => ({ name, isWhole }));
  writeFileSync(join(inputs, LIST), JSON.stringify(list));
}

/**
 * Returns the stored applications: each one's name, whether all of it is recorded, and a function that writes it into a folder.
 */
export function keptApplications(inputs) {
  return JSON.parse(readFileSync(join(inputs, LIST), 'utf8')).map(({ name, isWhole }) => ({
    name,
    isWhole,
    write: (folder) => copy(join(inputs, name), folder),
  }));
}

function applications(repository, smallApps) {
  const folders = GROUPS.flatMap((group) =>
    readdirSync(join(repository, group), { withFileTypes: true })
      .filter(
        (entry) => entry.isDirectory() && (group !== 'test/conformance' || /app$/.test(entry.name)),
      )
      .map((entry) => `${group}/${entry.name}`),
  );
  const copied = ['example-app', ...folders].map((from) => ({
    name: from.replace(/^test\/(?:fixtures\/)?/, ''),
    isWhole: true,
    write: (folder) => copy(join(repository, from), folder),
  }));
  const configured = CONFIGURED.flatMap(({ from, ...words }) =>
    Object.entries(CONFIGURATIONS).map(([configuration, files]) => ({
      name: `configured/${basename(from)}-${configuration}`,
      isWhole: true,
      write: (folder) => {
        copy(join(repository, from), folder);
        const texts = Object.entries(files).map(([name, file]) => [
          `.framework/${name}`,
          configurationText(file, words),
        ]);
        writeFiles(folder, Object.fromEntries(texts));
      },
    })),
  );
  const small = smallApps.map(({ name, files }) => ({
    name: `policy/${name}`,
    isWhole: false,
    write: (folder) => writeFiles(folder, files),
  }));
  return [...copied, ...configured, ...small];
}

function copy(from, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
}

function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
