// Applies a plan: builds a graph of steps from its changes, runs the steps, and updates the record as they finish. Expected
// failures are returned as values; a bug throws.
import type { Cloud } from '../../cloud/cloud.js';
import { RESOURCE_TYPES, REVERSED_TYPES } from '../resources/registry.js';
import {
  type Makers,
  makeState,
  mergeParts,
  type DeployedState,
  type Desired,
  type StepResults,
  listField,
  type Observed,
  type Plan,
  accountOf,
  type CloudAccount,
  type RegionalStage,
} from '../stage/states.js';
import type { Deletion, KeptResource, Recording, Steps } from '../stage/resource-type.js';
import {
  DeployProblem,
  linkSteps,
  problemOf,
  runSteps,
  type Step,
  type StepEvent,
  type StepFailure,
  type StepLabel,
  stepsAfter,
  type StepsResult,
  type AskAddress,
  createWait,
  type Ports,
  type Session,
  type Wait,
} from '../stage/run-steps.js';
import { isNothing, keptIn, type Loss, lossesOf } from './plan-deploy.js';
import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';

export type ApplyRequest = {
  readonly cloud: Cloud;
  readonly desired: Desired;
  readonly observed: Observed;
  readonly plan: Plan;
  readonly state: DeployedState | undefined;
  readonly saveState: SaveState;
  readonly onEvent: (event: StepEvent) => void;
  /** Aborting the signal prevents further steps and ends every wait. */
  readonly signal: AbortSignal;
  readonly ask?: AskAddress;
  /** For tests; defaults to real time. */
  readonly wait?: Wait;
};

export async function applyPlan(request: ApplyRequest): Promise<StepsResult> {
  const { cloud, desired, observed, plan, state: previous, signal, onEvent } = request;
  const recording = { desired, observed, plan, previous };
  const { endpoint } = cloud;
  const recorder = createRecorder({ ...recording, endpoint, save: request.saveState });
  const session: Session = {
    ...recording,
    cloud,
    note: recorder.note,
    learned: learnedFrom(request),
    wait: request.wait ?? createWait(signal, cloud.waitFor),
    ask: request.ask,
  };
  const unsaved = isNothing(plan) ? undefined : await problemIn(recorder.begin());
  if (unsaved) return { kind: 'failed', failures: [unsaved], done: [], stopped: [], left: [] };
  const result = await runSteps(deploySteps(session), { signal, onEvent });
  if (result.kind !== 'done') return result;
  const unfinished = await problemIn(recorder.finish(session.learned));
  return unfinished ? { ...result, kind: 'failed', failures: [unfinished] } : result;
}

/** Returns the deletions as steps. Each step waits for the deletions that must come first. */
export function deletionSteps(deletions: readonly Deletion[], ports: Ports): readonly Step[] {
  const idOf = ({ kind, name }: Deletion): string => `delete ${kind} ${name}`;
  return deletions.map((deletion) => ({
    id: idOf(deletion),
    label: { verb: 'delete', object: `${deletion.kind} ${deletion.name}` },
    dependsOn: deletions
      .filter((one) => one.kind === deletion.after || [one.before].flat().includes(deletion.kind))
      .map(idOf),
    run: () => deletion.run(ports),
  }));
}

/** Writes the record. Returns the problems if it could not be written. */
export type SaveState = (state: DeployedState) => Promise<readonly Diagnostic[]>;

/** The document that `framework deploy --json` prints. */
export type DeployDocument = RegionalStage & {
  readonly version: 1;
  readonly outcome: 'deployed' | 'unchanged' | 'failed' | 'interrupted' | 'declined';
  /** The base URL; null for an application without routes, and if nothing is deployed. */
  readonly url: string | null;
  /** The names of the functions in AWS. */
  readonly functions: readonly string[];
  readonly deletions: readonly Loss[];
  /** Resources with data that are no longer in the source and are kept; absent if there are none. */
  readonly kept?: readonly KeptResource[];
  readonly done: readonly StepLabel[];
  readonly notDone: readonly StepLabel[];
  readonly diagnostics: readonly Diagnostic[];
};

export type DocumentParts = {
  readonly desired: Desired;
  readonly plan: Plan;
  readonly outcome: StepsResult | 'declined';
  readonly url: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

export function deployDocument(parts: DocumentParts): DeployDocument {
  const { desired, plan, outcome, url = null, diagnostics } = parts;
  const { app, stage, region, functions } = desired;
  return {
    version: 1,
    app,
    stage,
    region,
    outcome: wordOf(outcome),
    url,
    functions: functions.map(({ name }) => name),
    deletions: lossesOf(plan),
    ...listField('kept', keptIn(plan)),
    done: outcome === 'declined' ? [] : outcome.done,
    notDone: notDone(outcome),
    diagnostics,
  };
}

async function problemIn(saving: Promise<void>): Promise<StepFailure | undefined> {
  try {
    await saving;
    return undefined;
  } catch (error) {
    return { label: { verb: 'update', object: 'record of the deploy' }, problem: problemOf(error) };
  }
}

/** Returns the results that are known before the first step runs. */
function learnedFrom({ desired, observed }: ApplyRequest): StepResults {
  const given = RESOURCE_TYPES.flatMap(({ read }) => read?.givenArns?.(desired) ?? []);
  const base: Makers<Observed, StepResults> = {
    account: ({ account }) => account ?? given.map(accountOf).find((one) => one !== undefined),
  };
  const lists = RESOURCE_TYPES.map(({ learned = {} }) => learned);
  return makeState<Observed, StepResults>([base, ...lists], () => observed);
}

/** Returns the steps in the order of display: creations and changes, publication, deletions. */
function deploySteps(session: Session): readonly Step[] {
  const steps = RESOURCE_TYPES.map((type) => type.steps?.(session) ?? {});
  const group = (name: keyof Steps): readonly Step[] => steps.flatMap((one) => one[name] ?? []);
  const made = linkSteps(group('make'));
  const published = stepsAfter(group('publish'), made);
  const ended = steps.toReversed().flatMap(({ end = [] }) => end);
  const deletions = REVERSED_TYPES.flatMap((type) => type.deletions?.planned?.(session.plan) ?? []);
  const last = [...ended, ...deletionSteps(deletions, session)];
  return [...made, ...published, ...stepsAfter(last, [...made, ...published])];
}

type StateRecorder = {
  /** Each function throws a DeployProblem if the state cannot be written. */
  readonly begin: () => Promise<void>;
  readonly note: (part: Partial<DeployedState>) => Promise<void>;
  readonly finish: (learned: StepResults) => Promise<void>;
};

type RecorderOptions = Recording & {
  readonly endpoint: string | undefined;
  readonly save: SaveState;
};

function createRecorder(options: RecorderOptions): StateRecorder {
  const { desired, observed, previous, endpoint = null } = options;
  const { app, stage, region } = desired;
  const stateOf = (
    account: CloudAccount | undefined,
    isComplete: boolean,
    parts: readonly object[],
  ): DeployedState => {
    const base = { version: 1, app, stage, region, endpoint };
    // The account is unknown until a resource is read or created.
    const { id = '', partition = '' } = account ?? {};
    return mergeParts<DeployedState>([base, { account: id, partition, isComplete }, ...parts]);
  };
  const begun = RESOURCE_TYPES.map(({ record }) => record?.begin(options) ?? {});
  let state = stateOf(observed.account, false, begun);
  let onRecord = previous;
  const save = async (next: DeployedState): Promise<void> => {
    onRecord = next;
    const [problem] = await options.save(next);
    if (problem) throw new DeployProblem(problem);
  };
  return {
    begin: () => save(state),
    note: async (part) => {
      state = { ...state, ...part };
      await save(state);
    },
    finish: async (learned) => {
      const parts = RESOURCE_TYPES.map(
        ({ record }) => record?.finish({ ...options, learned }) ?? {},
      );
      const complete = stateOf(learned.account, true, parts);
      // Writes the file only if it changes.
      if (!isDeepStrictEqual(onRecord, complete)) await save(complete);
    },
  };
}

function wordOf(outcome: DocumentParts['outcome']): DeployDocument['outcome'] {
  if (outcome === 'declined') return outcome;
  if (outcome.kind !== 'done') return outcome.kind;
  return outcome.done.length > 0 ? 'deployed' : 'unchanged';
}

function notDone(outcome: DocumentParts['outcome']): readonly StepLabel[] {
  if (outcome === 'declined' || outcome.kind === 'done') return [];
  const failed = outcome.kind === 'failed' ? outcome.failures.map(({ label }) => label) : [];
  return [...failed, ...outcome.stopped, ...outcome.left];
}
