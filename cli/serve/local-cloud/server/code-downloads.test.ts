// Download URLs of code do not keep its zip longer than they are valid.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createHandClock } from '../hand-clock.fixture.js';
import { createClock } from './clock.js';
import { createCodeDownloads } from '../lambda/code.js';

test('a zip is let go when its address has ended and another one is offered', async () => {
  const hand = createHandClock();
  const downloads = createCodeDownloads(createClock(hand));
  let held = new WeakRef(Buffer.alloc(1));
  (() => {
    const zip = Buffer.from('zip');
    held = new WeakRef(zip);
    downloads.offer(zip);
  })();
  hand.advance(600_000);
  await Promise.resolve();
  downloads.offer(Buffer.from('next'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // because the flag creates it
  expect(held.deref()).toBeUndefined();
});
