// `framework logs --follow` with the test cloud: later events are shown once, until it is stopped.
import { spawn } from 'node:child_process';
import { afterEach, expect, test, vi } from 'vitest';
import { framework, testCloud } from '../deploy/deployments.js';
import { CLI } from '../support/run.js';
import { makeProject, removeProjects } from './logging-app.js';

afterEach(removeProjects);

test('it waits for a log, shows each line once over new streams and a cut network, and ends with exit code 0', async () => {
  const cloud = await testCloud();
  const cwd = makeProject();
  await framework(['deploy'], { cwd, cloud });
  const stop = new AbortController();
  let seen = '';
  const following = framework(['logs', '--follow', '--name', 'resize'], {
    cwd,
    cloud,
    signal: stop.signal,
    onText: (text) => (seen += text),
  });
  const until = (isSo: () => boolean) =>
    vi.waitFor(() => expect(isSo(), seen).toBe(true), { timeout: 60_000 });
  await until(() => seen.includes('has no log yet: waiting for its first call'));
  const call = (width: number) =>
    framework(['invoke', 'resize', '--payload', `{"width":${width}}`], { cwd, cloud });
  await Promise.all([call(1), call(2)]);
  await until(() => seen.includes('width 1') && seen.includes('width 2'));
  cloud.arm({ kind: 'reset-before', at: 1, times: 6 });
  await until(() => seen.includes('trying again'));
  cloud.disarm();
  await call(3);
  await until(() => seen.includes('width 3'));
  stop.abort();
  const { exitCode, out } = await following;
  expect(exitCode).toBe(0);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' WARN ')[1]);
  expect(lines.toSorted()).toEqual(['width 1', 'width 2', 'width 3']);
});

test('it ends when nobody reads on', async () => {
  const cloud = await testCloud();
  const cwd = makeProject();
  await framework(['deploy'], { cwd, cloud });
  await framework(['invoke', 'resize', '--payload', '{"width":1}'], { cwd, cloud });
  const follow = `"${process.execPath}" "${CLI}" logs --follow --name resize | head -1`;
  const environment = { ...process.env, ...cloud.environment, CI: '1' };
  const shell = spawn('sh', ['-c', `{ ${follow}; } && echo ended`], { cwd, env: environment });
  let out = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const ended = new Promise((resolve) => shell.on('close', resolve));
  // The closed pipe is noticed with the next line.
  await vi.waitFor(() => expect(out).toContain('width 1'), { timeout: 60_000 });
  for (const width of [2, 3])
    await framework(['invoke', 'resize', '--payload', `{"width":${width}}`], { cwd, cloud });
  await ended;
  expect(out).toMatch(/width 1\nended\n$/);
});

test('what is not deployed is an error, not something to wait for', async () => {
  const cloud = await testCloud();
  const { exitCode, err } = await framework(['logs', '-f'], { cwd: makeProject(), cloud });
  expect(exitCode).toBe(1);
  expect(err).toContain('FW6230');
});
