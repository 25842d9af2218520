// `framework cloud` and `--local` as processes: one cloud for a project, whatever happens to it, and nothing else is called.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished } from 'vitest';
import {
  findRunningCloud,
  readCloudFile,
  type RunningCloud,
  stopLocalCloud,
} from '../../cli/serve/local-cloud/running-cloud.js';
import { isAlive } from '../../cli/project/disk.js';
import { CLI, run, type RunResult } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('lives of a cloud', 3);

const CONFIG = JSON.stringify({
  version: '2.0',
  app_name: 'helloworld',
  stages: { dev: { api_gateway_stage: 'api' } },
});

/** Variables that would lead elsewhere, or cause errors, if they were read. */
const POISON = {
  AWS_PROFILE: 'that-is-nowhere',
  CLOUD_PROFILE: 'nor-is-that',
  AWS_CONFIG_FILE: '/proc/self/mem',
  AWS_SHARED_CREDENTIALS_FILE: '/proc/self/mem',
  AWS_ACCESS_KEY_ID: 'real',
  AWS_SECRET_ACCESS_KEY: 'real',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  AWS_REGION: undefined,
  AWS_DEFAULT_REGION: undefined,
  HTTPS_PROXY: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
};

const roots = new Set<string>();
afterEach(async () => {
  for (const root of roots) await stopLocalCloud(root);
  roots.clear();
});

/** Creates a project whose path contains a space. */
function project(): string {
  const root = join(temporaryProject({}), 'my app');
  mkdirSync(join(root, '.framework'), { recursive: true });
  writeFileSync(join(root, 'app.ts'), HELLO_WORLD);
  writeFileSync(join(root, '.framework/config.json'), CONFIG);
  roots.add(root);
  return root;
}

function framework(cwd: string, line: string, signal?: AbortSignal): Promise<RunResult> {
  return run(line, { cwd, environment: POISON, ...(signal && { signal }) });
}

/** Runs a command that starts no cloud, which starts faster here than as a process. */
function here(cwd: string, line: string): Promise<RunResult> {
  return runHere(line, { cwd, environment: POISON });
}

async function cloudOf(root: string): Promise<RunningCloud> {
  const cloud = await findRunningCloud(root);
  if (!cloud) throw new Error('no cloud is running');
  return cloud;
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Starts `framework cloud`; resolves when it has printed its URL. */
async function startCloud(root: string, ...options: readonly string[]) {
  const child = spawn(process.execPath, [CLI, 'cloud', ...options], {
    cwd: root,
    env: { ...process.env, ...POISON, AWS_REGION: '', AWS_DEFAULT_REGION: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.err += text.toString()));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  while (!output.err.includes('Ctrl-C') && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return { child, output, exited };
}

function portOf(text: string): number {
  return Number(/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
}

/** Returns the processes that run functions of a cloud. */
function functionProcesses({ url }: RunningCloud): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`AWS_ENDPOINT_URL=${url}\0`);
      } catch {
        return false;
      }
    });
}

test('a life in the cloud: one is started, found again, and accounts are left alone', async () => {
  const root = project();
  const real = join(root, '.framework/deployed/dev.json');
  mkdirSync(join(root, '.framework/deployed'));
  writeFileSync(real, '{"of": "an account"}');
  // Two commands run concurrently.
  const [deployed, stored] = await Promise.all([
    framework(root, 'deploy --local'),
    run('parameter set name --local', { cwd: root, environment: POISON, input: 'value' }),
  ]);
  expect(deployed).toMatchObject({ exitCode: 0 });
  expect(stored).toMatchObject({ exitCode: 0 });
  const cloud = await cloudOf(root);
  expect(cloud.region).toBe('us-east-1');
  const url = deployed.stdout.trim().split('\n').at(-1) ?? '';
  expect(await (await fetch(url)).json()).toEqual({ hello: 'world' });
  expect((await framework(root, 'plan --local')).stdout).toBe('No changes.\n');

  writeFileSync(join(root, 'app.ts'), HELLO_WORLD.replace("'world'", "'moon'"));
  expect((await here(root, 'plan --local')).stdout).toContain('to change');
  expect(await here(root, 'deploy --local')).toMatchObject({ exitCode: 0 });
  expect(await (await fetch(url)).json()).toEqual({ hello: 'moon' });
  expect(await here(root, 'rollback --local --yes')).toMatchObject({ exitCode: 0 });
  expect(await (await fetch(url)).json()).toEqual({ hello: 'world' });
  expect((await here(root, 'url --local')).stdout.trim()).toBe(url);
  const document: unknown = JSON.parse((await here(root, 'openapi --local')).stdout);
  expect(document).toMatchObject({ servers: [{ url: url.replace(/\/$/, '') }] });
  expect((await here(root, 'invoke --cloud --path /')).stdout).toContain('world');
  expect(await here(root, 'delete --local --yes')).toMatchObject({ exitCode: 0 });
  expect((await fetch(url)).status).toBe(403);

  expect((await cloudOf(root)).pid).toBe(cloud.pid);
  expect(readFileSync(real, 'utf8')).toBe('{"of": "an account"}');
  expect((await framework(root, 'cloud --stop')).stderr).toContain(`Ended ${cloud.url}`);
  expect(isAlive(cloud.pid)).toBe(false);
  expect(functionProcesses(cloud)).toEqual([]);
  expect(existsSync(cloud.folder)).toBe(false);
  expect((await here(root, 'cloud --stop')).stderr).toContain('No cloud');
});

test('a killed cloud is seen through: its functions end, and the next command starts another', async () => {
  const root = project();
  const { stdout } = await framework(root, 'deploy --local');
  await fetch(stdout.trim().split('\n').at(-1) ?? '');
  const dead = await cloudOf(root);
  expect(functionProcesses(dead)).toHaveLength(1);
  process.kill(dead.pid, 'SIGKILL');
  await gone(dead.pid);
  expect(readCloudFile(root)?.pid).toBe(dead.pid);
  // A command that only reads does not start a cloud, and the records stay.
  const read = await here(root, 'url --local');
  expect(read).toMatchObject({ exitCode: 1 });
  expect(read.stderr).toContain('FW6606');
  expect(existsSync(join(root, '.framework/cloud/deployed/dev.json'))).toBe(true);
  const again = await framework(root, 'deploy --local');
  expect(again.stderr).toContain('Started a local cloud');
  expect(again).toMatchObject({ exitCode: 0 });
  expect(again.stdout).toContain('Created role');
  expect((await cloudOf(root)).pid).not.toBe(dead.pid);
  expect(existsSync(dead.folder)).toBe(false);
  expect(functionProcesses(dead)).toEqual([]);
});

test('what is kept is there after a restart, at the same URL; a damaged file is moved aside', async () => {
  const root = project();
  const first = await startCloud(root, '--keep');
  expect(first.output.out).toMatch(/^export AWS_ENDPOINT_URL=http:\/\/127\.0\.0\.1:\d+\n/);
  const { stdout } = await here(root, 'deploy --local');
  const url = stdout.trim().split('\n').at(-1) ?? '';
  first.child.kill('SIGINT');
  expect(await first.exited).toBe(0);
  expect(readCloudFile(root)).toBeUndefined();
  const storedAt = (): number => statSync(join(root, '.framework/cloud/kept.bin')).mtimeMs;
  const before = storedAt();

  // By default, its state is stored again.
  expect((await framework(root, 'plan --local')).stdout).toBe('No changes.\n');
  expect(await (await fetch(url)).json()).toEqual({ hello: 'world' });
  // If it is killed, nothing is lost that was written before.
  const { pid } = await cloudOf(root);
  await expect.poll(storedAt).toBeGreaterThan(before);
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  expect((await framework(root, 'plan --local')).stdout).toBe('No changes.\n');
  expect((await here(root, 'cloud --stop')).stderr).toContain('Its state is saved.');

  // The messages of a background start are printed before its URL.
  const taken = createServer().listen(portOf(first.output.out), '127.0.0.1');
  const elsewhere = await framework(root, 'plan --local');
  taken.close();
  expect(elsewhere.stderr).toMatch(/FW6605[^]*Started a local cloud/);
  expect(elsewhere.stderr).toContain('run `framework deploy --local`.');
  await here(root, 'cloud --stop');

  writeFileSync(join(root, '.framework/cloud/kept.bin'), 'no state');
  const damaged = await startCloud(root, '--keep');
  expect(damaged.output.err).toContain('FW6603');
  const moved = readdirSync(join(root, '.framework/cloud')).find((one) => /^kept-.*bin$/.test(one));
  expect(readFileSync(join(root, '.framework/cloud', moved ?? ''), 'utf8')).toBe('no state');
  expect((await here(root, 'plan --local')).stdout).toContain('to create');
});

test('an interrupted deploy goes on with the next one, and the cloud with both', async () => {
  const root = project();
  const stop = new AbortController();
  const cut = run('deploy --local', {
    cwd: root,
    environment: POISON,
    signal: stop.signal,
    onOutput: (text) => {
      if (text.includes('Created role')) stop.abort();
    },
  });
  expect((await cut).exitCode).toBe(130);
  const { pid } = await cloudOf(root);
  const { exitCode, stdout } = await here(root, 'deploy --local');
  expect(exitCode).toBe(0);
  expect((await fetch(stdout.trim().split('\n').at(-1) ?? '')).status).toBe(200);
  expect((await cloudOf(root)).pid).toBe(pid);
});

test('what contradicts itself is a usage error, and what runs already is said', async () => {
  const root = project();
  const mistakes = [
    'deploy --local --profile work',
    'invoke hello --local --cloud',
    'cloud --stop --keep',
    'secret set --local',
    'secret set stripe_key=sk_live --local',
  ];
  for (const line of mistakes) expect(await here(root, line), line).toMatchObject({ exitCode: 2 });
  const empty = await here(root, 'secret set key --local');
  expect(empty.stderr).toContain('FW6506');
  const unknown = await here(root, 'secret sett key --local --json');
  expect(unknown.stdout).toContain('Run `framework secret --help`.');
  // No cloud was started for them.
  expect(existsSync(join(root, '.framework/cloud'))).toBe(false);
  const { child, output, exited } = await startCloud(root, '--json');
  const cloud = await cloudOf(root);
  expect(JSON.parse(output.out)).toMatchObject({ url: cloud.url, environment: cloud.environment });
  expect(output.out).not.toContain(cloud.token);
  const other = await here(root, 'cloud');
  expect(other).toMatchObject({ exitCode: 0 });
  expect(other.stdout).toContain(`export AWS_ENDPOINT_URL=${cloud.url}\n`);
  expect((await here(root, 'cloud --keep')).stderr).toContain('FW6601');
  const second = project();
  expect((await here(second, `cloud --port ${cloud.port}`)).stderr).toContain('FW6602');
  // No command could find it any longer.
  writeFileSync(join(root, '.framework/cloud/cloud.json'), '{}');
  expect(await exited).toBe(0);
  expect(child.killed).toBe(false);
  expect(output.err).toContain('is gone');
  expect(readdirSync(tmpdir()).filter((name) => cloud.folder.endsWith(name))).toEqual([]);
});

test('a cloud that does not answer is said once, and ended with what it keeps', async () => {
  const root = project();
  const { child, exited } = await startCloud(root, '--keep');
  expect(await here(root, 'deploy --local')).toMatchObject({ exitCode: 0 });
  child.kill('SIGSTOP');
  for (const line of ['url --local', 'deploy --local', 'cloud']) {
    const since = Date.now();
    const { exitCode, stderr } = await here(root, line);
    expect(exitCode, line).toBe(1);
    expect(stderr.match(/FW66\d\d/g), line).toEqual(['FW6601']);
    expect(Date.now() - since, line).toBeLessThan(9000);
  }
  expect((await here(root, 'cloud --stop')).stderr).toContain('Its state is saved.');
  expect(await exited).toBe(0);
  expect((await framework(root, 'plan --local')).stdout).toBe('No changes.\n');
});
