// The fault matrix for the whole program: a fault occurs, over a socket, at each call that an operation makes. After each
// fault, a second run must reach the same result as an undisturbed run, and a third run must find nothing to do.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Fault } from '../../../cli/serve/local-cloud/test-cloud.fixture.js';
import { addressIn, answerOf, type CommandRun, framework } from '../deployments.js';
import { sampleOf } from '../../support/sample.js';
import { pictureOf } from './cloud-picture.js';
import {
  loseRecord,
  openScene,
  type Operation,
  readRecord,
  type Result,
  runUndisturbed,
  type Scene,
} from './operation.js';
import { type Way, wayText } from './ways.js';

/** Runs the operation while the fault occurs. Returns the exit code if the process survives. */
export type Disturb = (
  scene: Scene,
  operation: Operation,
  fault: Fault,
) => Promise<number | undefined>;

type MatrixOutcome = {
  /** The number of possible disturbances; a sample tries fewer of them. */
  readonly disturbances: number;
  readonly drawn: number;
  readonly tried: number;
  /** Each combination that did not converge, with the differences. */
  readonly failures: readonly string[];
};

type Trial = {
  readonly operation: Operation;
  readonly wanted: Result;
  readonly way: Way;
  readonly at: number;
  /** Whether the API is called at the end. It is called only once for each call, because a function starts slowly. */
  readonly isServed: boolean;
};

const PARALLEL = 24;

/** Options for a test that tries a matrix: dozens of deploys, possibly on a busy machine. */
export const MATRIX = { timeout: 900_000 };

export type Disturbance = {
  readonly ways: readonly Way[];
  /**
   * The calls that fail. They fail in different ways in turn: every call, or the first and the last call to each service.
   * `port-matrix.test.ts` tries every call in every way.
   */
  readonly calls: 'every' | 'ends';
  /** The last call of each of these operations fails in every way. */
  readonly always?: ReadonlySet<string>;
  readonly disturb: Disturb;
};

export async function tryFaults(
  operation: Operation,
  { ways, calls, always = new Set(), disturb }: Disturbance,
): Promise<MatrixOutcome> {
  const wanted = await runUndisturbed(operation);
  const places = calls === 'every' ? [...wanted.calls.keys()] : endsOf(wanted.calls);
  const trials = places.flatMap((index, turn) => {
    const call = wanted.calls[index] ?? '';
    const isWhole = always.has(call) && wanted.calls.lastIndexOf(call) === index;
    const own = isWhole ? ways : ways.filter((_way, at) => at === turn % ways.length);
    return own.map((way): Trial => {
      return { operation, wanted, way, at: index + 1, isServed: way === own.at(-1) };
    });
  });
  const failures: string[] = [];
  let tried = 0;
  const drawn = sampleOf(`${operation.name} ${calls} ${ways.length}`, trials, 12);
  const waiting = drawn.values();
  const work = async (): Promise<void> => {
    for (const trial of waiting) {
      const outcome = await tryNear(trial, disturb);
      if (outcome === 'missed') continue;
      tried += 1;
      if (outcome.wrong.length > 0) failures.push(`${outcome.where}: ${outcome.wrong.join('; ')}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { disturbances: trials.length, drawn: drawn.length, tried, failures };
}

/** Fails unless every tried disturbance converged, and the operation has at least the expected number of disturbances. */
export function expectConverged(outcome: MatrixOutcome, least: number): void {
  const { disturbances, drawn, tried, failures } = outcome;
  console.log(`faults tried ${tried}, converged ${tried - failures.length}`);
  expect(failures).toEqual([]);
  expect(disturbances).toBeGreaterThanOrEqual(least);
  expect(tried).toBeGreaterThanOrEqual(Math.min(drawn, least));
}

type TrialOutcome = { readonly where: string; readonly wrong: readonly string[] };

/**
 * Because some steps and polls run concurrently, there may be fewer calls than last time; the call before then fails instead.
 */
async function tryNear(trial: Trial, disturb: Disturb): Promise<TrialOutcome | 'missed'> {
  const outcome = await tryFault(trial, disturb);
  if (outcome !== 'missed' || trial.at === 1) return outcome;
  return tryNear({ ...trial, at: trial.at - 1 }, disturb);
}

async function tryFault(trial: Trial, disturb: Disturb): Promise<TrialOutcome | 'missed'> {
  const { operation, way, at } = trial;
  const scene = await openScene(operation);
  const { cloud } = scene;
  const before = cloud.calls().length;
  const fault = { kind: way.kind, at, ...(way.lasts && { times: 1000 }) };
  const exitCode = await disturb(scene, operation, fault);
  cloud.disarm();
  const struck = cloud.calls()[before + at - 1];
  if (!struck) return 'missed';
  // A user who sees a success does not run the command again.
  const early = exitCode === 0 ? await whatDiffers(scene, trial, 'after the first run') : [];
  if (way.losesRecord) loseRecord(scene);
  const wrong = [...early, ...(await whatIsWrong(scene, trial))];
  const { service, operation: call } = struck;
  const where = `${operation.name}, call ${at} (${service}:${call}), ${wayText(way)}`;
  await cloud.close();
  return { where, wrong };
}

async function whatIsWrong(scene: Scene, trial: Trial): Promise<readonly string[]> {
  const { operation, isServed } = trial;
  const second = await framework(operation.command, scene);
  if (second.exitCode !== 0) return [`the second run ends with ${textOf(second)}`];
  const differences = await whatDiffers(scene, trial, 'after the second run');
  const third = await framework(operation.command, scene);
  const isIdle = third.exitCode === 0 && third.count.endsWith(' 0 writes');
  const wrong = isIdle
    ? differences
    : [...differences, `the third run makes ${third.count} and ends with ${textOf(third)}`];
  if (wrong.length > 0 || !isServed || !operation.after) return wrong;
  const url = addressIn(third.out);
  const answers = await Promise.all(
    Object.entries(operation.after.answers).map(async ([path, answer]) =>
      difference(`answer of /${path}`, await answerOf(url + path), answer),
    ),
  );
  return answers.flat();
}

async function whatDiffers(
  scene: Scene,
  { wanted }: Trial,
  when: string,
): Promise<readonly string[]> {
  return [
    ...difference(`cloud ${when}`, await pictureOf(scene.cloud), wanted.picture),
    ...difference(`record ${when}`, readRecord(scene), wanted.record),
  ];
}

function difference(what: string, found: unknown, wanted: unknown): readonly string[] {
  if (isDeepStrictEqual(found, wanted)) return [];
  return [`the ${what} is ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
}

function textOf({ exitCode, err }: CommandRun): string {
  return `${exitCode}: ${err}`;
}

/** Returns the positions of the first and the last call to each service, from names such as `lambda:CreateFunction`. */
function endsOf(calls: readonly string[]): readonly number[] {
  const services = calls.map((call) => call.slice(0, call.indexOf(':')));
  return [...services.keys()].filter((index) => {
    const service = services[index] ?? '';
    return services.indexOf(service) === index || services.lastIndexOf(service) === index;
  });
}
