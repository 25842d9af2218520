// The whole fault matrix: at the port every call fails in every way. The other tests of this folder disturb each call in some
// of the ways, with the whole program over sockets.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CloudError } from '../../../cli/cloud/cloud-error.js';
import { isFull, sampleOf } from '../../support/sample.js';
import { faultyPort } from './faulty-port.js';
import { OF_STREAMS, OPERATIONS } from './operations.js';
import { OF_RESOURCES, OF_SOURCES, ROLLBACKS, SETTINGS } from './port-operations.js';
import {
  atPort,
  openPortScene,
  type PortOperation,
  type PortOutcome,
  runAtPort,
} from './port-operation.js';
import { pictureOfPort } from './port-picture.js';
import { FAILURES, INTERRUPTIONS, KILLS, type Way, wayText } from './ways.js';

/** The outcome of a disturbed run: `killed` never returns. */
type Ending = PortOutcome | 'not begun' | 'killed';

const ENDINGS: readonly {
  readonly ways: readonly Way[];
  /** Any other outcome is an internal error. */
  readonly endings: readonly Ending[];
}[] = [
  // An expired token, for example after a laptop was asleep, is rejected from then on.
  {
    ways: [...FAILURES, { kind: 'expired', lasts: true }],
    endings: ['done', 'failed', 'not begun'],
  },
  { ways: INTERRUPTIONS, endings: ['done', 'interrupted', 'not begun'] },
  { ways: KILLS, endings: ['killed'] },
];

/** One operation in so many is tried, with one case in so many. */
const SHARES = { operations: 5, cases: 240 };

/** For `npm run test:full`: a thousand trials of sources, possibly on a busy machine. */
const WHOLE = { timeout: 1_800_000 };

/** The disturbed calls. If a call is missing here, its failures are no longer tested. */
const CALLS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'first deploy': {
    'apiGateway.createApi': 1,
    'apiGateway.createDeployment': 1,
    'apiGateway.findApis': 2,
    'apiGateway.putApi': 1,
    'iam.createRole': 1,
    'iam.getRole': 1,
    'iam.putRolePolicy': 1,
    'lambda.addPermission': 1,
    // Twice each, because the role is not ready.
    'lambda.createFunction': 4,
    'lambda.getFunction': 2,
    'lambda.getFunctionConfiguration': 2,
    'lambda.putConcurrency': 1,
  },
  redeploy: {
    'apiGateway.createDeployment': 1,
    'apiGateway.getApi': 1,
    'apiGateway.getStage': 1,
    'apiGateway.putApi': 1,
    'iam.getRolePolicy': 1,
    'iam.putRolePolicy': 1,
    // Twice, because the policy of the role is new.
    'lambda.createFunction': 2,
    'lambda.deleteFunction': 1,
    'lambda.getFunction': 3,
    'lambda.getFunctionConfiguration': 4,
    'lambda.putConcurrency': 1,
    'lambda.tagFunction': 1,
    'lambda.untagFunction': 1,
    'lambda.updateFunctionCode': 1,
    'lambda.updateFunctionConfiguration': 1,
  },
  delete: {
    'apiGateway.deleteApi': 1,
    'apiGateway.getApi': 1,
    'iam.deleteRole': 1,
    'iam.deleteRolePolicy': 1,
    'lambda.deleteFunction': 2,
    'lambda.getFunctionConfiguration': 2,
  },
};

test('there are 15 ways in which a call goes wrong, all different', () => {
  const ways = ENDINGS.flatMap((one) => one.ways.map(wayText));
  expect(new Set(ways).size).toBe(15);
});

/** Created inside its test. */
const MATRIX: readonly (readonly [string, () => Promise<PortOperation>])[] = [
  ...[...OPERATIONS, ...OF_STREAMS].map((one) => [one.name, () => atPort(one)] as const),
  ...[...SETTINGS, ...OF_SOURCES, ...OF_RESOURCES, ...ROLLBACKS].map(
    (one) => [one.name, () => Promise.resolve(one)] as const,
  ),
];

describe.each(sampleOf('operations at the port', MATRIX, SHARES.operations))('a %s', (_, open) => {
  test('converges whatever call goes wrong in whatever way', WHOLE, async () => {
    const operation = await open();
    const { calls, wanted } = await runWhole(operation);
    const failures: string[] = [];
    const seen = new Set<Ending>();
    const cases = ENDINGS.flatMap(({ ways, endings }) =>
      ways.flatMap((way) => calls.map((call, index) => ({ way, endings, call, at: index + 1 }))),
    );
    for (const { way, endings, call, at } of sampleOf(operation.name, cases, SHARES.cases)) {
      const trial = await tryAtPort(operation, { way, at, wanted });
      const where = `call ${at} (${call}), ${wayText(way)}`;
      if (!endings.includes(trial.ending)) failures.push(`${where}: ${trial.ending}`);
      if (trial.wrong !== undefined) failures.push(`${where}: ${trial.wrong}`);
      seen.add(trial.ending);
    }
    expect(failures).toEqual([]);
    if (isFull) {
      expect([...seen].toSorted()).toEqual([
        'done',
        'failed',
        'interrupted',
        'killed',
        'not begun',
      ]);
    }
    const known = CALLS[operation.name];
    if (known) expect(timesOf(calls)).toEqual(known);
  });
});

type Trial = { readonly way: Way; readonly at: number; readonly wanted: unknown };

async function tryAtPort(
  operation: PortOperation,
  { way, at, wanted }: Trial,
): Promise<{ readonly ending: Ending; readonly wrong: string | undefined }> {
  const { kind, lasts = false, losesRecord = false } = way;
  const scene = await openPortScene(operation);
  const interruption = new AbortController();
  const first = { state: scene.machine.state, signal: interruption.signal };
  const endsProcess = KILLS.includes(way);
  let left = first.state;
  const ending = await new Promise<Ending>((resolve, reject) => {
    const onEnd = (): void => {
      // What a process would have written after its end does not count.
      left = first.state;
      if (endsProcess) resolve('killed');
      else interruption.abort();
    };
    const port = faultyPort(scene.cloud, { kind, at, lasts, endsProcess, onEnd });
    const run = runAtPort(operation, { cloud: port.cloud, machine: first });
    run.catch(notBegun).then(resolve, reject);
  });
  const machine = { state: ending === 'killed' ? left : first.state };
  const after = { cloud: scene.cloud, machine };
  const early = ending === 'done' ? differenceOf(await pictureOfPort(after), wanted) : undefined;
  if (operation.earlier) {
    // A rollback reads no record, and a completed one goes back further when it runs again.
    const again = ending === 'done' ? 'done' : await runAtPort(operation, after);
    const isBack = again === 'done' || again === 'impossible';
    const difference = differenceOf(await pictureOfPort(after), wanted);
    return { ending, wrong: isBack ? difference : `the second run ends with ${again}` };
  }
  if (losesRecord) machine.state = undefined;
  const second = await runAtPort(operation, after);
  const difference = differenceOf(await pictureOfPort(after), wanted);
  const idle = faultyPort(scene.cloud);
  const third = await runAtPort(operation, { cloud: idle.cloud, machine });
  const writes = idle.calls.filter(
    (name) => !/\.(?:get|list|find|export|read|describe|has)/.test(name),
  );
  const wrong = [
    early && `after the first run ${early}`,
    second === 'done' ? difference : `the second run ends with ${second}`,
    third === 'done' && writes.length === 0
      ? undefined
      : `the third run: ${third} ${writes.join()}`,
  ];
  return { ending, wrong: wrong.find((one) => one !== undefined) };
}

/** Runs the operation without failures; returns its calls and its result. */
async function runWhole(
  operation: PortOperation,
): Promise<{ readonly calls: readonly string[]; readonly wanted: unknown }> {
  const scene = await openPortScene(operation);
  const { cloud, calls } = faultyPort(scene.cloud);
  expect(await runAtPort(operation, { ...scene, cloud })).toBe('done');
  return { calls, wanted: await pictureOfPort(scene) };
}

/** Tells whether not even the observation succeeded. */
function notBegun(error: unknown): Ending {
  const isAbort = error instanceof DOMException && error.name === 'AbortError';
  if (error instanceof CloudError || isAbort) return 'not begun';
  throw error;
}

/** Returns the first difference between the two. */
function differenceOf(found: unknown, wanted: unknown): string | undefined {
  if (isDeepStrictEqual(found, wanted)) return undefined;
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  const first = Array.from(one).findIndex((character, index) => character !== other[index]);
  const [start, end] = [Math.max(first - 200, 0), first + 100];
  return `there is ${one.slice(start, end)} instead of ${other.slice(start, end)}`;
}

/** Returns how often each call is made. */
function timesOf(calls: readonly string[]): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const call of calls.toSorted()) times[call] = (times[call] ?? 0) + 1;
  return times;
}
