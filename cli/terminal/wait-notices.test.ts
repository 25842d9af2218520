// Waits are reported, but not immediately.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWaitNotices } from './step-list.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a wait of more than three seconds is said, once', () => {
  const said: string[] = [];
  const { waitFor } = createWaitNotices((text) => said.push(text));
  const end = waitFor('the first');
  waitFor('the second')();
  const ends = [waitFor('the third'), waitFor('the third')];
  vi.advanceTimersByTime(2900);
  end();
  expect(said).toEqual([]);
  vi.advanceTimersByTime(200);
  for (const one of ends) one();
  expect(said).toEqual(['Waiting for the third']);
});

test('while a list is drawn, it is said there', () => {
  const said: string[] = [];
  const { waitFor, through } = createWaitNotices((text) => said.push(text));
  const end = through((text) => said.push(`list: ${text}`));
  waitFor('one');
  vi.advanceTimersByTime(3000);
  end();
  waitFor('another');
  vi.advanceTimersByTime(3000);
  expect(said).toEqual(['list: Waiting for one', 'Waiting for another']);
});

test('a name that the cloud gave steers no terminal', () => {
  const said: string[] = [];
  createWaitNotices((text) => said.push(text)).waitFor('role a\u001b[2J\nb');
  vi.advanceTimersByTime(3000);
  expect(said).toEqual(['Waiting for role a␛[2J␊b']);
});
