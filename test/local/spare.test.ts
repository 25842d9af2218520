// The spare process that is started before an edit: it serves the edit, has run nothing before, and ends with the server.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { send } from './support/client.js';
import { serve, type ServedProject } from './support/served-project.js';
import { createProject, type Project } from '../support/temporary-project.js';

const APP = `
import { Framework } from 'framework';
import { loadedAt } from 'stamped';
export const app = new Framework({ appName: 'spare' });
export const index = app.route('/')(() => ({ pid: process.pid, loadedAt, colour: process.env.COLOUR }));
`;

/** The maximum time on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 20 };

const isLinux = process.platform === 'linux';

type Answer = { readonly pid: number; readonly loadedAt: number; readonly colour: string };

let project: Project;
let served: ServedProject;
const configure = (colour: string): void => {
  const config = { version: '2.0', app_name: 'spare', environment_variables: { COLOUR: colour } };
  project.write('.framework/config.json', JSON.stringify(config));
};
beforeAll(async () => {
  project = createProject({
    'app.ts': APP,
    'package.json': '{ "type": "module" }',
    'node_modules/stamped/package.json':
      '{ "name": "stamped", "type": "module", "main": "index.js" }',
    'node_modules/stamped/index.js': 'export const loadedAt = Date.now();\n',
  });
  configure('red');
  served = await serve(project.directory);
});
afterAll(async () => {
  await served.stop();
  project.remove();
});

/** The pids of workers that have responded: one that was replaced may take a moment to end. */
const used = new Set<number>();

async function ask(port: number): Promise<Answer> {
  const { status, text } = await send(port, { path: '/' });
  expect(status).toBe(200);
  const answer = JSON.parse(text) as Answer; // because the view answers so
  used.add(answer.pid);
  return answer;
}

/** Returns the pids of workers below the server that have not responded yet. */
function readyWorkers(server: number): readonly number[] {
  const children = readdirSync(`/proc/${server}/task`).flatMap((task) =>
    readFileSync(`/proc/${server}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return children.map(Number).filter((pid) => !used.has(pid) && isRunning(pid));
}

/** Tells whether a process is one of our workers; the bundler has a process too, and a zombie does not count. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.js');
  } catch {
    return false;
  }
}

function spareOf(server: number): Promise<number> {
  return vi.waitUntil(() => readyWorkers(server)[0], PATIENCE);
}

test('packages that are bundled for the first time are no change of the source', async () => {
  await served.printed(/ready in/);
  await wait(300);
  expect(served.output()).not.toMatch(/Reloaded|FW9001/);
});

test.runIf(isLinux)(
  'an edit is answered by the process that was ready, which loads packages and the application then',
  async () => {
    await ask(served.port);
    const ready = await spareOf(served.pid);
    // Gives it time to do what it must not do.
    await wait(300);
    const edited = Date.now();
    project.write('app.ts', `${APP}// edited\n`);
    const second = await ask(served.port);
    expect(second.pid).toBe(ready);
    expect(second.loadedAt).toBeGreaterThanOrEqual(edited);
  },
);

test.runIf(isLinux)(
  'what the environment says after an edit holds, and the process with the old one ends',
  async () => {
    const first = await ask(served.port);
    expect(first.colour).toBe('red');
    const ready = await spareOf(served.pid);
    configure('green');
    const second = await ask(served.port);
    expect(second.colour).toBe('green');
    expect(second.pid).not.toBe(ready);
    await expect.poll(() => isRunning(ready), PATIENCE).toBe(false);
  },
);

test.runIf(isLinux)('one that is killed is not missed', async () => {
  const first = await ask(served.port);
  const ready = await spareOf(served.pid);
  process.kill(ready, 'SIGKILL');
  await expect.poll(() => isRunning(ready), PATIENCE).toBe(false);
  const from = served.output().length;
  project.write('app.ts', `${APP}// edited again\n`);
  const second = await ask(served.port);
  expect([first.pid, ready]).not.toContain(second.pid);
  expect(served.output().slice(from)).not.toMatch(/killed|SIGKILL/);
});

test.runIf(isLinux).each(['SIGINT', 'SIGKILL'] as const)(
  'it ends with a server that ends by %s, without a word',
  async (signal) => {
    const server = await serve(project.directory);
    await ask(server.port);
    const ready = await spareOf(server.pid);
    const from = server.output().length;
    // As a terminal does: to all processes of the command.
    if (signal === 'SIGINT') process.kill(ready, signal);
    await server.stop(signal);
    await expect.poll(() => isRunning(ready), PATIENCE).toBe(false);
    expect(server.output().slice(from)).not.toMatch(/error|ended|threw/i);
  },
);
