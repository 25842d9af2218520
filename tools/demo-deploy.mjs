// `npm run demo:deploy`: the complete life of the example app in a local cloud, for users without an account.
//
// The cloud is the test cloud (cli/serve/local-cloud/README.md): an HTTP server on 127.0.0.1 that the AWS SDK connects to and
// that runs the functions. Every command is really executed, in a copy of the example. No account or account setting is used:
// the AWS variables are removed from the environment, and no credentials are read. The exit code is 1 if a command fails or
// does not print the expected output.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadSource } from './load-source.mjs';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

const PHOTO = `curl -s -X PUT -H 'Content-Type: image/png'`;

/** The commands, each with part of its expected output, and the edits. */
const STEPS = [
  { why: 'The first deploy creates everything: a table, a queue, a bucket, functions and an API.' },
  { type: 'framework deploy', shows: 'Initiating first time deployment' },
  { type: 'framework url', shows: '/api/' },
  { why: 'The table is empty. The function `seed` of the example fills it.' },
  { type: 'framework invoke seed', shows: '4' },
  { type: 'curl -s "$(framework url)cities/oslo"', shows: '"name":"Oslo"' },
  { type: 'curl -s "$(framework url)status"', shows: '"cities":4' },
  { why: 'Upload a photo to the bucket.' },
  { type: `${PHOTO} --data-binary @oslo.png "$(framework url)cities/oslo/photo"`, shows: '11' },
  { type: 'curl -s "$(framework url)cities/oslo/photo" | wc -c', shows: '11' },
  { type: 'curl -s "$(framework url)cities/lisbon/photo"', shows: 'no photo of lisbon' },
  { why: 'Nothing has changed, so the next deploy changes nothing.' },
  { type: 'framework deploy', shows: 'No changes.' },
  {
    why: 'In frameworklib/status.ts, `/status` becomes `/health`. The plan marks the breaking change.',
    edit: { file: 'frameworklib/status.ts', from: '/status', to: '/health' },
  },
  { type: 'framework plan', shows: 'breaking' },
  { type: 'framework deploy', shows: 'Published stage api' },
  { type: 'curl -s "$(framework url)health"', shows: '"cities":4' },
  { why: 'That was a mistake: go back to the previous deploy.' },
  { type: 'framework rollback --yes', shows: 'Returned' },
  { type: 'curl -s "$(framework url)status"', shows: '"cities":4' },
  { why: 'Delete the stage, with everything in the table and the bucket.' },
  { type: 'framework delete --delete-data --yes', shows: 'Deleted table' },
];

/** The packages that the example imports. */
const PACKAGES = ['@aws-sdk/client-dynamodb', '@aws-sdk/client-s3', '@aws-sdk/lib-dynamodb'];

/** The example checks only the file's signature. */
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff, 0xfe);

const began = Date.now();
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-demo-')));
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
let cloud;
try {
  const { startTestCloud } = await loadSource('cli/serve/local-cloud/start-test-cloud.fixture.ts');
  cloud = await startTestCloud();
  say(`Local cloud on ${cloud.url}: no AWS account is needed, and nothing leaves this machine.`);
  process.exitCode = (await play(place(cloud))) ? 0 : 1;
  // Resources that the stage does not manage remain, and Lambda deletes event source mappings with a delay.
  const remaining = () =>
    cloud.inventory().filter((name) => !/^log-group|being deleted$/.test(name));
  // DynamoDB deletes a table with a delay too.
  for (let looks = 0; looks < 50 && remaining().length > 0; looks += 1) await setTimeout(100);
  const left = remaining();
  if (process.exitCode === 0 && left.length > 0) complain(`Still there: ${left.join(', ')}.`);
  if (process.exitCode === 0) say(`\nDone in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
} finally {
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
  if (stop.signal.aborted) process.exitCode = 130;
}

/** Creates a copy of the example, and the environment for the user who runs the commands. */
function place({ environment }) {
  const project = join(directory, 'city-guide');
  const filter = (path) => !['node_modules', 'build', 'cache', 'deployed'].includes(basename(path));
  cpSync(join(REPOSITORY, 'example-app'), project, { recursive: true, filter });
  writeFileSync(join(project, 'oslo.png'), PNG);
  // Links packages, as after `npm install`.
  mkdirSync(join(project, 'node_modules/@aws-sdk'), { recursive: true });
  for (const name of PACKAGES)
    symlinkSync(
      join(REPOSITORY, 'node_modules', name),
      join(project, 'node_modules', name),
      'junction',
    );
  const framework = program('framework', 'dist/cli/main.js');
  const standIn = program('curl', 'test/docs/curl.mjs');
  const own = Object.entries(process.env).filter(([name]) => !/^(aws_|cloud_)|_proxy$/i.test(name));
  return {
    cwd: project,
    env: {
      ...Object.fromEntries(own),
      ...environment,
      // The replacement is used if curl is not installed.
      PATH: [framework, process.env.PATH, standIn].join(delimiter),
      ...(process.stdout.isTTY && !process.env.NO_COLOR && { FORCE_COLOR: '1' }),
    },
  };
}

/** Creates a folder that contains one program, a script from this repository. */
function program(name, script) {
  const folder = join(directory, `programs-${name}`);
  mkdirSync(folder);
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${join(REPOSITORY, script)}" "$@"\n`);
  chmodSync(path, 0o755);
  return folder;
}

async function play(settings) {
  for (const { why, edit, type, shows } of STEPS) {
    if (stop.signal.aborted) return false;
    if (why) say(`\n# ${why}`);
    if (edit) replace(join(settings.cwd, edit.file), edit);
    if (!type) continue;
    say(`$ ${type}`);
    const { code, output } = await run(type, settings);
    if (output !== '' && !output.endsWith('\n')) say('');
    if (stop.signal.aborted) return false;
    if (code !== 0) return complain(`\`${type}\` ended with exit code ${code}.`);
    if (!output.includes(shows)) return complain(`\`${type}\` did not print \`${shows}\`.`);
  }
  return true;
}

function replace(path, { from, to }) {
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

/** Runs a command and prints its stdout and stderr immediately. */
function run(command, settings) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'inherit'];
    const child = spawn('sh', ['-c', `exec 2>&1; ${command}`], { ...settings, stdio });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.on('error', (error) => resolve({ code: error.code ?? 1, output }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function complain(text) {
  process.stderr.write(`The demonstration failed: ${text}\n`);
  process.exitCode = 1;
  return false;
}
