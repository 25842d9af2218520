// The state that the process of `framework cloud` stores: when it is written, and how an unusable one is handled.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CLOUD_FOLDER, CLOUD_RECORDS, KEPT_FILE, LOCK, readCloudFile } from './running-cloud.js';
import { type ServedCloud, serveCloud } from './serve-cloud.js';
import type { LocalCloud, LocalCloudOptions } from './start-local-cloud.js';

const last = vi.hoisted(() => ({
  cloud: undefined as LocalCloud | undefined,
  options: undefined as LocalCloudOptions | undefined,
  writes: 0,
  closeFails: false,
}));

vi.mock(import('./start-local-cloud.js'), async (original) => {
  const module = await original();
  return {
    ...module,
    startLocalCloud: async (options) => {
      const cloud = await module.startLocalCloud(options);
      const { store } = cloud;
      const all = (): ReadonlyMap<string, unknown> => ((last.writes += 1), store.all());
      const close = async (): Promise<void> => {
        await cloud.close();
        if (last.closeFails) throw new Error('the folder is busy');
      };
      Object.assign(last, { options, cloud: { ...cloud, close, store: { ...store, all } } });
      return last.cloud ?? cloud;
    },
  };
});

function project(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'serve-')));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  mkdirSync(join(root, CLOUD_FOLDER), { recursive: true });
  return root;
}

async function serve(root: string, keep: boolean, onUnwritable: (reason: string) => void = fail) {
  Object.assign(last, { writes: 0, closeFails: false });
  const onLost = (): void => undefined;
  const options = { region: 'us-east-1', port: undefined, keep, onLost, onUnwritable };
  const served: ServedCloud = await serveCloud(root, options);
  if (served.kind === 'failed') throw new Error('it did not start');
  return served;
}

function fail(reason: string): void {
  throw new Error(reason);
}

function record(root: string): string {
  const path = join(root, CLOUD_RECORDS, 'dev.json');
  mkdirSync(join(root, CLOUD_RECORDS));
  writeFileSync(path, '{}');
  return path;
}

/** Lets timers run only when the test advances the time. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('what was kept once is kept without being asked for', async () => {
  const root = project();
  await (await serve(root, true)).close();
  const path = record(root);
  const again = await serve(root, false);
  expect(again.running.isKept).toBe(true);
  expect(existsSync(path)).toBe(true);
  await again.close();
});

test('the records of a state that cannot be read are moved aside with it', async () => {
  const root = project();
  writeFileSync(join(root, KEPT_FILE), 'no state');
  const path = record(root);
  const served = await serve(root, true);
  expect(served.warnings.map(({ code }) => code)).toEqual(['FW6603']);
  expect(existsSync(path)).toBe(false);
  const moved = readdirSync(join(root, CLOUD_FOLDER)).find((one) => one.startsWith('deployed-'));
  expect(readdirSync(join(root, CLOUD_FOLDER, moved ?? ''))).toEqual(['dev.json']);
  await served.close();
});

test('a state that another folder has kept is not begun with', async () => {
  const [root, other] = [project(), project()];
  await (await serve(root, true)).close();
  copyFileSync(join(root, KEPT_FILE), join(other, KEPT_FILE));
  const served = await serve(other, false);
  expect(served.warnings[0]?.message).toContain('another folder');
  await served.close();
});

test('the state is not written through a link', async () => {
  const root = project();
  const own = join(root, 'of-the-person');
  writeFileSync(own, 'precious');
  symlinkSync(own, join(root, `${KEPT_FILE}.next`));
  const said: string[] = [];
  const served = await serve(root, true, (reason) => said.push(reason));
  await served.close();
  expect(readFileSync(own, 'utf8')).toBe('precious');
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('link');
});

test('the state is written when something changed, and once more when closing fails', async () => {
  stopTime();
  const root = project();
  const served = await serve(root, true);
  vi.advanceTimersByTime(1000);
  const { writes } = last;
  vi.advanceTimersByTime(4500);
  expect(last.writes).toBe(writes);
  last.options?.onChange?.();
  vi.advanceTimersByTime(800);
  expect(last.writes).toBe(writes + 1);
  last.closeFails = true;
  await expect(served.close()).rejects.toThrow('busy');
  expect(last.writes).toBe(writes + 2);
  expect(readCloudFile(root)).toBeUndefined();
  expect(existsSync(join(root, CLOUD_FOLDER, LOCK))).toBe(false);
  // A call that was in progress.
  last.options?.onChange?.();
  vi.advanceTimersByTime(800);
  expect(last.writes).toBe(writes + 2);
});

test('each time the state cannot be written it is said once, until it can', async () => {
  stopTime();
  const root = project();
  const said: string[] = [];
  const served = await serve(root, true, (reason) => said.push(reason));
  const parts = last.cloud?.store.all() as Map<string, unknown>; // because it is the map that is written
  const change = (part: unknown): void => {
    parts.set('a part', part);
    last.options?.onChange?.();
    vi.advanceTimersByTime(800);
  };
  change(() => 'no data');
  change(() => 'no data');
  expect(said).toHaveLength(1);
  change('data');
  change(() => 'no data');
  expect(said).toHaveLength(2);
  // There is no message about whether its state is stored.
  await served.close();
  expect(readCloudFile(root)).toBeDefined();
});
