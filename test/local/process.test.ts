// The application is a separate process: whatever ends it, the server keeps running, and it ends with the server.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { send } from './support/client.js';
import { serve, type ServedProject } from './support/served-project.js';
import { createProject, type Project } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('the process of an application', 3);

const APP = `
import { spawnSync } from 'node:child_process';
import { Framework } from 'framework';
export const app = new Framework({ appName: 'processes' });
export const index = app.route('/')(() => process.pid);
export const arrays = app.route('/arrays')(() => {
  const kept: unknown[] = [];
  for (;;) kept.push(new Array(10_000_000).fill(1));
});
export const texts = app.route('/texts')(() => {
  const kept: string[] = [];
  for (;;) kept.push(Buffer.alloc(100_000, 'x').toString() + kept.length);
});
export const map = app.route('/map')(() => {
  const kept = new Map<number, object>();
  for (;;) kept.set(kept.size, { size: kept.size, list: new Array(1000).fill(kept.size) });
});
export const body = app.route('/body', { methods: ['POST'], contentTypes: ['application/octet-stream'] })(() => {
  const bytes = [...(app.currentRequest.rawBody ?? [])];
  return bytes.map((byte) => new Array(1000).fill(byte)).length;
});
export const echo = app.route('/echo', { methods: ['POST'], contentTypes: ['application/octet-stream'] })(
  () => app.currentRequest.rawBody?.length,
);
export const abort = app.route('/abort')(() => process.abort());
export const kill = app.route('/kill')(() => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
});
export const printing = app.route('/print')(() => {
  for (let line = 0; line < 5000; line++) console.log('line ' + line + ' ' + 'x'.repeat(100));
  process.exit(4);
});
export const program = app.route('/program')(() => {
  spawnSync('echo', ['of another program'], { stdio: 'inherit' });
  return 'ran';
});
export const spin = app.route('/spin')(() => {
  console.log('spinning');
  for (;;) ;
});
`;

let project: Project;
beforeAll(() => {
  project = createProject({
    'app.ts': APP,
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      app_name: 'processes',
      // The gateway waits no longer than this. On a busy machine, filling the memory is slow.
      lambda_timeout: 29,
    }),
  });
});
afterAll(() => {
  project.remove();
});

describe('one server', () => {
  let served: ServedProject;
  beforeAll(async () => {
    served = await serve(project.directory, { args: ['--no-reload'] });
  });
  afterAll(async () => {
    await served.stop();
  });
  const get = async (path: string): Promise<string> => {
    const { status, text } = await send(served.port, { path });
    return `${status} ${text}`;
  };
  const FAILED = '502 {"message": "Internal server error"}';

  test.each(['/arrays', '/texts', '/map'])(
    'a view that fills its memory is 502, and the server lives: %s',
    async (path) => {
      const from = served.output().length;
      expect(await get(path)).toBe(FAILED);
      const printed = served.output().slice(from);
      expect(printed).toContain(
        'The application used more than the 128 MB of its lambda_memory_size: it is restarted; 1 request gets a 502 response.',
      );
      expect(printed).not.toMatch(/Last few GCs|FATAL ERROR|native stack/i);
      expect(await get('/')).toMatch(/^200 \d+$/);
    },
  );

  test('a view that makes too much of a large body is 502, and a large body arrives', async () => {
    const headers = { 'Content-Type': 'application/octet-stream' };
    const body = new Uint8Array(4 * 1024 * 1024).fill(200);
    const post = { method: 'POST', headers, body } as const;
    const answer = await send(served.port, { path: '/body', ...post });
    expect(`${answer.status} ${answer.text}`).toBe(FAILED);
    expect(await send(served.port, { path: '/echo', ...post })).toMatchObject({
      status: 200,
      text: String(body.length),
    });
  });

  test.each([
    ['/abort', 'SIGABRT'],
    ['/kill', 'SIGKILL'],
  ])('%s is 502 and says so', async (path, signal) => {
    const from = served.output().length;
    expect(await get(path)).toBe(FAILED);
    expect(served.output().slice(from)).toContain(
      `The application was killed by ${signal}: it is restarted; 1 request gets a 502 response.`,
    );
  });

  test('what it printed before it ended itself is all there, in order, before the line of its request', async () => {
    const from = served.output().length;
    expect(await get('/print')).toBe(FAILED);
    await served.printed(/GET \/print 502/, from);
    const lines = served.output().slice(from).split('\n');
    const printed = lines.flatMap((line) => /^line (\d+) /.exec(line)?.[1] ?? []);
    expect(printed).toEqual(Array.from({ length: 5000 }, (_, index) => String(index)));
    const last = lines.findIndex((line) => line.startsWith('line 4999 '));
    expect(lines[last + 1]).toContain('exited with code 4');
  });

  test('what a program that it starts prints is shown', async () => {
    const from = served.output().length;
    expect(await get('/program')).toBe('200 "ran"');
    await served.printed(/of another program/, from);
  });
});

describe.runIf(process.platform === 'linux')('its process', () => {
  test('ends with a server that is killed', async () => {
    const served = await serve(project.directory, { args: ['--no-reload'] });
    const { text } = await send(served.port, { path: '/' });
    expect(isRunning(Number(text))).toBe(true);
    await served.stop('SIGKILL');
    await expect.poll(() => isRunning(Number(text))).toBe(false);
  });

  test('ends with a server that is killed also when it does not give back control', async () => {
    const served = await serve(project.directory, { args: ['--no-reload'] });
    const { text } = await send(served.port, { path: '/' });
    const spinning = send(served.port, { path: '/spin' }).catch(() => undefined);
    await served.printed(/spinning/);
    process.kill(served.pid, 'SIGKILL');
    await spinning;
    await expect.poll(() => isRunning(Number(text))).toBe(false);
    await served.stop();
  });

  test('ends with Ctrl-C, which the terminal sends to both, without a word', async () => {
    const served = await serve(project.directory, { args: ['--no-reload'] });
    const { text } = await send(served.port, { path: '/' });
    const from = served.output().length;
    process.kill(Number(text), 'SIGINT');
    expect(await served.stop('SIGINT')).toBe(0);
    await expect.poll(() => isRunning(Number(text))).toBe(false);
    expect(served.output().slice(from)).not.toMatch(/ended|is restarted/);
  });

  test('is one at a time: the one before ends after a reload', async () => {
    const served = await serve(project.directory);
    const { text } = await send(served.port, { path: '/' });
    project.write('app.ts', `${APP}// again\n`);
    const next = await send(served.port, { path: '/' });
    expect(next.text).not.toBe(text);
    await expect.poll(() => isRunning(Number(text))).toBe(false);
    // The bundler, and the spare process for the next edit.
    expect(childrenOf(served.pid).filter((pid) => pid !== Number(next.text)).length).toBeLessThan(
      3,
    );
    await served.stop();
  });
});

/** A zombie does not count. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The bundler has a process too. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}
