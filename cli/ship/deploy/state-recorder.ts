// Writes the record of a deploy. Before the first call that changes the cloud, the record names everything that the deploy
// may create; after the last, what exists. So the next run knows where to look when the process was killed.
import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { RESOURCE_TYPES } from '../resources/registry.js';
import type { CloudAccount } from '../stage/arn.js';
import { mergeParts } from '../stage/make-state.js';
import type { Recording } from '../stage/resource-type.js';
import { DeployProblem } from '../stage/run-steps.js';
import type { DeployedState, Learned } from '../stage/states.js';

/** Writes the record. Returns why it could not be written. */
export type SaveState = (state: DeployedState) => Promise<readonly Diagnostic[]>;

export type StateRecorder = {
  /** Each throws a DeployProblem when the state cannot be written. */
  readonly begin: () => Promise<void>;
  readonly note: (part: Partial<DeployedState>) => Promise<void>;
  readonly finish: (learned: Learned) => Promise<void>;
};

export type RecorderOptions = Recording & {
  /** The endpoint of an emulator; undefined for AWS. */
  readonly endpoint: string | undefined;
  readonly save: SaveState;
};

export function createRecorder(options: RecorderOptions): StateRecorder {
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
  let state = stateOf(
    observed.account,
    false,
    RESOURCE_TYPES.map(({ record }) => record?.begin(options) ?? {}),
  );
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
      const parts = RESOURCE_TYPES.map(({ record }) => record?.finish({ ...options, learned }));
      const complete = stateOf(
        learned.account,
        true,
        parts.map((part) => part ?? {}),
      );
      // Writes the file only when it changes.
      if (!isDeepStrictEqual(onRecord, complete)) await save(complete);
    },
  };
}
