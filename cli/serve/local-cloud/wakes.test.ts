// Background work of a user's local cloud: it checks when something has arrived or is due, and is idle otherwise.
import { expect, test } from 'vitest';
import { createHandClock } from './hand-clock.fixture.js';
import { createClock } from './server/clock.js';
import { createWakes, workAlone } from './polled-source.js';

const settled = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('many arrivals are one look, the next one is due by the clock, and an end is an end', async () => {
  const hand = createHandClock();
  const clock = createClock(hand);
  const wakes = createWakes(clock);
  let looks = 0;
  let next: number | undefined;
  const stop = workAlone({ clock, wakes, begin: () => void (looks += 1), nextAt: () => next });
  await settled();
  expect(looks).toBe(1);
  hand.advance(86_400_000);
  await settled();
  expect(looks).toBe(1);
  next = clock.now() + 5000;
  for (let count = 0; count < 100; count += 1) wakes.wake();
  await settled();
  expect(looks).toBe(2);
  hand.advance(4999);
  await settled();
  expect(looks).toBe(2);
  next = undefined;
  hand.advance(1);
  await settled();
  expect(looks).toBe(3);
  stop();
  wakes.wake();
  await settled();
  expect(looks).toBe(3);
});
