// Random histories of deploys and rollbacks on two machines, some of them killed at a random call or without their record,
// compared with a simple model: every deploy knows what ran before it, and a rollback restores it.
import { expect, test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { framework, helloWorld, testCloud } from './deployments.js';
import {
  loseRecord,
  type Machine,
  type Release,
  runKilled,
  type Running,
  runningIn,
  writeRelease,
} from './histories.js';

/** The result of a deploy of code or routes. */
type Deploy = {
  readonly sha256: string;
  readonly routes: string;
  readonly before: Deploy | undefined;
};

type Model = {
  current: Deploy | undefined;
  timeout: number;
  /** The timeout of the last code that was uploaded. */
  publishedTimeout: number;
};

const STEPS = 10;

test.each(sampleOf('random histories', [1, 2, 3], 6))('history %i', async (seed) => {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(random() * items.length)] ?? items[0];
  const cloud = await testCloud();
  const place = (): Machine => ({
    cloud,
    cwd: helloWorld({ '.framework/config.json': '{"version":"2.0"}' }),
  });
  const machines = [place(), place()] as const;
  const model: Model = { current: undefined, timeout: 30, publishedTimeout: 30 };
  const told: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const at = pick(machines);
    if (random() < 0.2) loseRecord(at);
    const kill =
      random() < 0.4
        ? { at: 1 + Math.floor(random() * 14), isCarriedOut: random() < 0.5 }
        : undefined;
    const isDeploy = model.current === undefined || random() < 0.6;
    const release: Release = {
      code: pick(['A', 'B', 'C']),
      timeout: pick([30, 30, 10]),
      ...(random() < 0.4 && { path: pick(['/one', '/two']) }),
    };
    told.push(`${isDeploy ? JSON.stringify(release) : 'rollback'} ${JSON.stringify(kill)}`);
    if (isDeploy) await deployAsModel(model, at, { release, kill });
    else await rollBackAsModel(model, { at, other: pick(machines), kill });
    const { sha256, routes, timeout } = await runningIn(cloud);
    const { current } = model;
    expect({ told, sha256, routes, timeout }).toEqual({
      told,
      sha256: current?.sha256,
      routes: current?.routes,
      timeout: model.timeout,
    });
  }
});

type Kill = { readonly at: number; readonly isCarriedOut: boolean } | undefined;

async function deployAsModel(
  model: Model,
  at: Machine,
  { release, kill }: { readonly release: Release; readonly kill: Kill },
): Promise<void> {
  writeRelease(at, release);
  if (kill) await runKilled('deploy', at, kill);
  const { exitCode, err } = await framework('deploy', at);
  expect(exitCode, err).toBe(0);
  const { sha256, routes } = await runningIn(at.cloud);
  const { current: before } = model;
  model.timeout = release.timeout ?? 30;
  if (sha256 !== before?.sha256) model.publishedTimeout = model.timeout;
  const isOther = sha256 !== before?.sha256 || routes !== before.routes;
  if (isOther) model.current = { sha256, routes, before };
}

async function rollBackAsModel(
  model: Model,
  { at, other, kill }: { readonly at: Machine; readonly other: Machine; readonly kill: Kill },
): Promise<void> {
  const target = model.current?.before;
  if (!target) {
    const refused = await framework('rollback --past-settings', at);
    expect([refused.exitCode, refused.err]).toEqual([1, expect.stringContaining('FW6227')]);
    return;
  }
  const returnsCode = target.sha256 !== model.current?.sha256;
  const isBehindSettings = returnsCode && model.timeout !== model.publishedTimeout;
  if (isBehindSettings) {
    const refused = await framework('rollback', at);
    expect([refused.exitCode, refused.err]).toEqual([1, expect.stringContaining('FW6241')]);
  }
  const line = isBehindSettings ? 'rollback --past-settings' : 'rollback';
  if (kill) await runKilled(line, at, kill);
  if (!kill || !isWhole(await runningIn(at.cloud), target)) {
    const { exitCode, err } = await framework(line, other);
    expect(exitCode, err).toBe(0);
  }
  if (returnsCode) model.publishedTimeout = model.timeout;
  model.current = target;
}

/** Tells whether a rollback has made its last call, with or without a response. */
function isWhole({ sha256, routes, description }: Running, target: Deploy): boolean {
  const isThere = sha256 === target.sha256 && routes === target.routes;
  return isThere && !description.startsWith('Back to');
}

/** Creates numbers from 0 to 1 that are the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
