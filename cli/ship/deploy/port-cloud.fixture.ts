// Deploys and deletes a stage through the cloud port, as the commands do: `connect()` to a test cloud in this process. A test
// can observe every call and make it fail, and the cloud's delays elapse while a deploy waits.
import { onTestFinished } from 'vitest';
import { sampleOf } from '../../../test/support/sample.js';
import { type Clients, createClients } from '../../serve/local-cloud/clients.fixture.js';
import { startTestCloud } from '../../serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud, TestCloudOptions } from '../../serve/local-cloud/test-cloud.fixture.js';
import type { Cloud, CloudCalls } from '../../cloud/cloud.js';
import { connect } from '../../cloud/connect.js';
import { PORTS } from '../../cloud/ports.js';
import { runSteps, type StepsResult } from '../stage/run-steps.js';
import type { DeployedState, Desired, Owner } from '../stage/states.js';
import { applyPlan, deletionSteps } from './apply-plan.js';
import { observe, findDeletions } from './observe.js';
import { planDeploy, planRollback, readHistory } from './plan-deploy.js';

export type PortCloud = Cloud & {
  /** The names of the calls, in order. A test can clear the list. */
  readonly calls: string[];
  /** Called before each call is executed. The call waits for the returned promise, and fails with any error that is thrown. */
  onCall: ((call: string) => Promise<void> | void) | undefined;
  /** Called after each call that changes something, before its response. The response waits for the returned promise. */
  onWrite: ((call: string) => Promise<void> | void) | undefined;
  /** The port of another user, whose calls are not recorded. */
  readonly others: Cloud;
  /** SDK clients for operations that no command performs: creating queues, topics and buckets. */
  readonly clients: Clients;
  readonly testCloud: TestCloud;
  /** Advances the cloud's clock. */
  readonly pass: (milliseconds: number) => void;
  /** A machine that has not deployed yet. */
  readonly here: Machine;
  /** Deploys the stage. The machine defaults to `here`. */
  readonly deploy: (wanted: Desired, machine?: Machine) => Promise<RunResult>;
  /** Deletes the stage, as `framework delete` does. The machine defaults to `here`. */
  readonly remove: (machine?: Machine, options?: Removal) => Promise<StepsResult>;
  /** Returns the names of all resources of a kind: `function`, `role`, `api`, `log-group`. */
  readonly namesOf: (kind: string) => readonly string[];
  /** Returns the policy statements of all functions, each as `function: source`. */
  readonly statements: () => Promise<readonly string[]>;
};

type Removal = {
  readonly owner?: Owner;
  readonly hasLogGroups?: boolean;
  readonly deletesData?: boolean;
};

/** A machine with a record of its last deploy. */
export type Machine = {
  state: DeployedState | undefined;
  readonly signal?: AbortSignal;
  /** True for `deploy --delete-data`. */
  readonly deletesData?: boolean;
};

export type RunResult = {
  readonly outcome: StepsResult | { readonly kind: 'refused' };
  /** The names of the calls that were made. */
  readonly calls: readonly string[];
  readonly events: readonly string[];
};

export const WRITES: RegExp =
  /^(?:create|put|update|describe|tag|untag|add|remove|delete|publish|subscribe|unsubscribe|set)/;

export function writesIn(calls: readonly string[]): readonly string[] {
  return calls.filter((name) => WRITES.test(name));
}

/** Starts a cloud in eu-west-1, which is closed at the end of the test. */
export async function openCloud(options: TestCloudOptions = {}): Promise<PortCloud> {
  let time = Date.now();
  // The clock advances while a deploy waits (and by 1 ms per reading), not with real time, so a busy machine does not affect a
  // test.
  const now = (): number => (time += 1);
  const testCloud = await startTestCloud({ region: 'eu-west-1', timeScale: 0.05, now, ...options });
  const { signal } = new AbortController();
  const others = connect({ environment: testCloud.environment, signal });
  onTestFinished(async () => {
    others.close();
    await testCloud.close();
  });
  const calls: string[] = [];
  const watched = watchCalls(others, async (name, _service, carryOut) => {
    calls.push(name);
    await cloud.onCall?.(name);
    const result = await carryOut();
    if (WRITES.test(name)) await cloud.onWrite?.(name);
    return result;
  });
  const cloud: PortCloud = {
    ...watched,
    calls,
    onCall: undefined,
    onWrite: undefined,
    others,
    clients: createClients(testCloud),
    testCloud,
    pass: (milliseconds) => void (time += milliseconds),
    here: elsewhere(),
    deploy: (wanted, machine = cloud.here) => deployOnce(cloud, wanted, machine),
    remove: (machine = cloud.here, options = {}) => deleteOnce(cloud, machine, options),
    namesOf: (kind) => namesOf(cloud, kind),
    statements: () => statementsIn(cloud),
  };
  return cloud;
}

/** Returns the port with all its calls passed to `watch`, which executes them. */
export function watchCalls(
  of: Cloud,
  watch: (
    name: string,
    service: keyof CloudCalls,
    carryOut: () => Promise<unknown>,
  ) => Promise<unknown>,
): Cloud {
  const watched = PORTS.map(({ name: service }) => {
    const calls = Object.entries(of[service] as Readonly<Record<string, AnyCall>>).map(
      // because every member of a port is a call
      ([name, call]): [string, AnyCall] => [
        name,
        (...given) => watch(name, service, () => call(...given)),
      ],
    );
    return [service, Object.fromEntries(calls)] as const;
  });
  return { ...of, ...(Object.fromEntries(watched) as unknown as CloudCalls) }; // because each call keeps its name
}

type AnyCall = (...given: readonly unknown[]) => Promise<unknown>;

export async function deployOnce(
  cloud: PortCloud,
  wanted: Desired,
  machine: Machine,
): Promise<RunResult> {
  const { signal = new AbortController().signal } = machine;
  cloud.calls.length = 0;
  const events: string[] = [];
  const { state, deletesData = false } = machine;
  const observation = await observe({ cloud, desired: wanted, state, deletesData });
  if (observation.kind === 'refused') {
    return { outcome: { kind: 'refused' }, calls: [...cloud.calls], events };
  }
  const { desired, observed } = observation;
  const outcome = await applyPlan({
    cloud,
    desired,
    observed,
    plan: planDeploy(desired, observed, { deletesData }),
    state: machine.state,
    saveState: (state) => {
      machine.state = state;
      return Promise.resolve([]);
    },
    onEvent: ({ kind, label }) => events.push(`${kind} ${label.verb} ${label.object}`),
    signal,
    wait: waitOn(cloud, signal),
  });
  return { outcome, calls: [...cloud.calls], events };
}

/** Deletes the stage, as `framework delete` does. */
export async function deleteOnce(
  cloud: PortCloud,
  machine: Machine,
  { owner = FIXTURE, hasLogGroups = false, deletesData = false }: Removal = {},
): Promise<StepsResult> {
  const { state: record, signal = new AbortController().signal } = machine;
  cloud.calls.length = 0;
  const options = { hasLogGroups, deletesData };
  const found = await findDeletions({ cloud, owner, record, options });
  const steps = deletionSteps(found.deletions, { cloud, wait: waitOn(cloud, signal) });
  const result = await runSteps(steps, { signal, onEvent: () => undefined });
  if (result.kind === 'done') machine.state = undefined;
  return result;
}

/** Rolls the stage back, as `framework rollback` does. Returns the code of the problem that prevents it. */
export async function rollBackOnce(
  cloud: PortCloud,
  { signal = new AbortController().signal }: Pick<Machine, 'signal'> = {},
): Promise<StepsResult | { readonly kind: 'impossible'; readonly code: string }> {
  cloud.calls.length = 0;
  const history = await readHistory({ ...FIXTURE, cloud, apiStage: 'api' });
  if (!history) throw new Error('Nothing is deployed');
  const found = await planRollback(history, { ...FIXTURE, cloud, pastSettings: false });
  if (found.kind === 'impossible') return { kind: 'impossible', code: found.diagnostic.code };
  const steps = found.steps({ cloud, wait: waitOn(cloud, signal) });
  return runSteps(steps, { signal, onEvent: () => undefined });
}

const FIXTURE: Owner = { app: 'fixture', stage: 'dev' };

/** Returns a wait function that only advances the cloud's clock. */
export function waitOn(
  { pass }: PortCloud,
  signal: AbortSignal,
): (milliseconds: number) => Promise<void> {
  return (milliseconds) => {
    signal.throwIfAborted();
    pass(milliseconds);
    return Promise.resolve();
  };
}

/** Draws whether a test runs on a machine with the record of the last deploy or without it. The tests take turns by day. */
export function recordOrNot(test: string): readonly boolean[] {
  return sampleOf(`record of ${test}`, [true, false], 2);
}

/** Creates a machine that has no record of any deploy. */
export function elsewhere(): Machine {
  return { state: undefined };
}

/** Returns the names of all resources of a kind: `function`, `role`, `api`, `log-group`. */
export function namesOf({ testCloud }: PortCloud, kind: string): readonly string[] {
  const start = `${kind} `;
  const all = testCloud.inventory().filter((one) => one.startsWith(start));
  return all.map((one) => one.slice(start.length));
}

/** Returns the policy statements of all functions, each as `function: source`. */
async function statementsIn(cloud: PortCloud): Promise<readonly string[]> {
  const each = namesOf(cloud, 'function').map(async (name) => {
    const statements = await cloud.others.lambda.getPermissions(name);
    return statements.map(({ sourceArn }) => `${name}: ${sourceArn}`);
  });
  return (await Promise.all(each)).flat().toSorted();
}

/** Removes all policy statements of a function. */
export async function revoke({ others: { lambda } }: PortCloud, name: string): Promise<void> {
  for (const { statementId } of await lambda.getPermissions(name)) {
    await lambda.removePermission(name, statementId);
  }
}
