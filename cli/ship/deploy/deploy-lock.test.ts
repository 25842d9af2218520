// The lock of a stage: one holder at a time, and never a process that has ended.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DeployLock, takeLock } from './deploy-lock.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'framework-lock-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function take(stage = 'dev'): Promise<DeployLock & { kind: 'taken' }> {
  const lock = await takeLock(root, stage);
  if (lock.kind !== 'taken') throw new Error('it is held');
  return lock;
}

function leave(holder: unknown): void {
  mkdirSync(join(root, '.framework/deployed'), { recursive: true });
  const text = typeof holder === 'string' ? holder : JSON.stringify(holder);
  writeFileSync(join(root, '.framework/deployed/dev.lock'), text);
}

const now = (): string => new Date().toISOString();
const before = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();

test('a second deploy of the stage is refused, and told who has it', async () => {
  await take();
  expect(await takeLock(root, 'dev')).toMatchObject({
    kind: 'refused',
    diagnostics: [
      {
        code: 'FW6203',
        message: expect.stringMatching(
          new RegExp(
            `^Process ${process.pid} has been working on the stage \`dev\` since \\d\\d:\\d\\d\\.$`,
          ),
        ) as unknown, // because the matcher is untyped
      },
    ],
  });
});

test('stages do not wait for each other', async () => {
  await take('dev');
  await take('prod');
});

test('a lock that was released is free, and leaves nothing', async () => {
  const lock = await take();
  await lock.release();
  await lock.release();
  expect(readdirSync(join(root, '.framework/deployed'))).toEqual([]);
  await take();
});

test('releasing twice does not take the lock of the next', async () => {
  const first = await take();
  await first.release();
  await take();
  await first.release();
  expect(existsSync(join(root, '.framework/deployed/dev.lock'))).toBe(true);
});

test('of many at once one gets it, again and again', async () => {
  const pid = deadProcess();
  for (let round = 1; round <= 50; round += 1) {
    leave({ pid, host: hostname(), startedAt: now() });
    const locks = await Promise.all(Array.from({ length: 8 }, () => takeLock(root, 'dev')));
    expect(locks.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
  }
  expect(readdirSync(join(root, '.framework/deployed'))).toEqual(['dev.lock']);
});

test('a takeover whose process was killed does not hold for ever', async () => {
  leave({ pid: deadProcess(), host: hostname(), startedAt: now() });
  const guard = join(root, '.framework/deployed/dev.lock.stale');
  writeFileSync(guard, '');
  const longAgo = Date.now() / 1000 - 60;
  utimesSync(guard, longAgo, longAgo);
  await take();
});

test.each([
  ['of a process that is dead', () => ({ pid: deadProcess(), host: hostname(), startedAt: now() })],
  [
    'from before the machine was started',
    () => ({ pid: process.pid, host: hostname(), startedAt: before(uptime() * 1000 + 60_000) }),
  ],
  [
    'of another machine, long ago',
    () => ({ pid: 1, host: 'elsewhere', startedAt: before(3_600_000) }),
  ],
  ['that was not written to its end', () => '{"pid":1'],
])('a lock %s is taken over', async (_, holder) => {
  leave(holder());
  await take();
});

test('a lock of another machine holds for a while', async () => {
  leave({ pid: 1, host: 'elsewhere', startedAt: before(60_000) });
  const refused = await takeLock(root, 'dev');
  expect(refused.kind === 'refused' && refused.diagnostics[0]?.message).toContain(
    'Process 1 on elsewhere',
  );
});

test('a folder that cannot be written is a problem, not an exception', async () => {
  writeFileSync(join(root, '.framework'), 'a file');
  expect(await takeLock(root, 'dev')).toMatchObject({
    kind: 'refused',
    diagnostics: [{ code: 'FW6204' }],
  });
});

function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}
