// Waiting for the files that a bundler asks for.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoads } from './loads.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function waited(files: readonly string[]) {
  const loads = createLoads(() => files);
  loads.begin();
  const seen: string[] = [];
  void loads.loaded().then(() => seen.push('loaded'));
  return { loads, seen };
}

test('everything is loaded after the answers to the last file', async () => {
  const { loads, seen } = waited(['a', 'b']);
  loads.add('a');
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual([]);
  loads.add('b');
  await Promise.resolve();
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['loaded']);
});

test('an application without files waits for nothing', async () => {
  const { seen } = waited([]);
  await Promise.resolve();
  expect(seen).toEqual(['loaded']);
});

test('a file that is never asked for holds nobody up for long', async () => {
  const { loads, seen } = waited(['a', 'b', 'never']);
  await vi.advanceTimersByTimeAsync(15);
  loads.add('a');
  await vi.advanceTimersByTimeAsync(15);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(5);
  expect(seen).toEqual(['loaded']);
});

test('each build waits for its own files', async () => {
  const { loads } = waited(['a']);
  loads.add('a');
  await vi.advanceTimersByTimeAsync(0);
  loads.begin();
  const seen: string[] = [];
  void loads.loaded().then(() => seen.push('again'));
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual([]);
  loads.add('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['again']);
});
