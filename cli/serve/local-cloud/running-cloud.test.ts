// How the cloud of a project is found and stopped, whatever runs in its place.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CLOUD_FOLDER, findRunningCloud, ownFile, stopLocalCloud } from './running-cloud.js';

/** Creates a project without a cloud. */
function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'running-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  mkdirSync(join(root, CLOUD_FOLDER), { recursive: true });
  return root;
}

/** Writes the file that says at which port the cloud is. */
function say(root: string, port: number, pid = process.pid, more: object = {}): void {
  const place = { port, pid, url: '', token: '', region: '', folder: '' };
  const cloud = { version: 1, id: 'one', environment: {}, ...place, ...more };
  writeFileSync(join(root, CLOUD_FOLDER, 'cloud.json'), JSON.stringify(cloud));
}

function lock(root: string, pid: number): void {
  const holder = { pid, host: hostname(), startedAt: new Date().toISOString() };
  writeFileSync(join(root, CLOUD_FOLDER, 'cloud.lock'), JSON.stringify(holder));
}

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port; // because it listens on TCP
}

test('what another program answers at the port is no cloud', async () => {
  const root = project();
  say(root, await serve((_, response) => response.end('{"id":"one"}')));
  expect(await findRunningCloud(root)).toBeDefined();
  say(root, await serve((_, response) => response.end('<html>')));
  expect(await findRunningCloud(root)).toBeUndefined();
  const cut: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"id"', () => response.destroy());
  };
  say(root, await serve(cut));
  expect(await findRunningCloud(root)).toBeUndefined();
});

test('a process that has the number of a cloud, without its lock, is not ended', async () => {
  const root = project();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
  onTestFinished(() => void other.kill('SIGKILL'));
  say(root, 9, other.pid);
  expect(await stopLocalCloud(root)).toBeUndefined();
  expect(existsSync(join(root, CLOUD_FOLDER, 'cloud.json'))).toBe(false);
  // With its lock, but without a cloud at the port: this is reported, and nothing is removed.
  say(root, 9, other.pid);
  lock(root, other.pid ?? 0);
  expect(await stopLocalCloud(root)).toEqual({ kind: 'silent', pid: other.pid });
  expect(existsSync(join(root, CLOUD_FOLDER, 'cloud.json'))).toBe(true);
  expect(other.exitCode ?? other.signalCode).toBeNull();
});

test('a copied project does not find, wait for or stop the cloud of the original', async () => {
  const port = await serve((_, response) => response.end('{"id":"one"}'));
  const original = project();
  const unreadable = join(project(), 'unreadable');
  symlinkSync(unreadable, unreadable);
  for (const [use, root] of [
    [findRunningCloud, original],
    [stopLocalCloud, original],
    [findRunningCloud, unreadable],
  ] as const) {
    const copy = project();
    say(copy, port, process.ppid, { host: hostname(), root });
    lock(copy, process.ppid);
    expect(await use(copy)).toBeUndefined();
    expect(readdirSync(join(copy, CLOUD_FOLDER))).toEqual([]);
  }
  say(original, port, process.pid, { host: hostname(), root: original });
  expect(await findRunningCloud(original)).toBeDefined();
  const link = join(project(), 'link');
  symlinkSync(original, link);
  expect(await findRunningCloud(link)).toBeDefined();
  // A container that shares the folder has another path, but it is not a copy.
  say(original, port, process.pid, { host: 'another', root: '/workspace' });
  expect(await findRunningCloud(original)).toBeDefined();
});

test('nothing is written through a link', async () => {
  const root = project();
  symlinkSync(join(root, 'elsewhere'), join(root, CLOUD_FOLDER, '.gitignore'));
  await expect(ownFile(root, 'output.log')).rejects.toThrow('is a link');
  expect(existsSync(join(root, 'elsewhere'))).toBe(false);
});
