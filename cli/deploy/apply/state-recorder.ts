// Keeps the deployed state true while a deploy is under way: before the first write it names everything that may be made,
// and it is complete only when all is done. Whatever ends the process, the next run knows where to look.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Desired, DesiredApi } from '../desired/desired.js';
import { isShared } from '../desired/own-tag.js';
import { baseName } from '../../config/cloud-names.js';
import type { Observed } from '../observed/observed.js';
import type { DeployedState } from '../state/deployed-state.js';
import { DeployProblem } from './deploy-problem.js';
import type { Learned } from './session.js';

/** Puts the state where it is kept. Returns what keeps it from being written. */
export type SaveState = (state: DeployedState) => Promise<readonly Diagnostic[]>;

export type StateRecorder = {
  /** Each throws a DeployProblem when the state cannot be written. */
  readonly begin: () => Promise<void>;
  readonly noteApi: (id: string, api: DesiredApi) => Promise<void>;
  readonly finish: (learned: Learned) => Promise<void>;
};

export type RecorderOptions = {
  readonly desired: Desired;
  readonly observed: Observed;
  /** What is on record, of the same stage and cloud. */
  readonly previous: DeployedState | undefined;
  /** Of the cloud; undefined for AWS. */
  readonly endpoint: string | undefined;
  readonly save: SaveState;
};

export function createRecorder(options: RecorderOptions): StateRecorder {
  const { desired, observed, previous, endpoint } = options;
  const base = { version: 1, ...placeOf(desired, endpoint) } as const;
  let state: DeployedState = {
    ...base,
    ...accountFields(observed.account),
    isComplete: false,
    code: '',
    ...codeBefore(options),
    ...sharedField(options),
    roles: names(desired.roles, observed.roles, previous?.roles),
    functions: names(desired.functions, observed.functions, previous?.functions),
    api: observed.api ? knownApi(observed.api.id, options) : null,
  };
  let onRecord = previous;
  const save = async (next: DeployedState): Promise<void> => {
    onRecord = next;
    const [problem] = await options.save(next);
    if (problem) throw new DeployProblem(problem);
  };
  return {
    begin: () => save(state),
    noteApi: async (id, api) => {
      state = { ...state, api: unpublished(id, api) };
      await save(state);
    },
    finish: async (learned) => {
      const { id, deployment } = observed.api ?? {};
      const apiId = learned.apiId ?? id;
      const deploymentId = learned.deploymentId ?? deployment?.id;
      const { api } = desired;
      const complete: DeployedState = {
        ...base,
        ...accountFields(learned.account),
        isComplete: true,
        hasRegions: true,
        ...sharedField(options),
        code: desired.package.sha256,
        roles: names(desired.roles),
        functions: names(desired.functions),
        revisions: revisions(desired, learned),
        api:
          api && apiId !== undefined && deploymentId !== undefined
            ? { id: apiId, stage: api.stage, deploymentId, hash: api.hash, routes: api.routes }
            : null,
      };
      // Nothing to do: the file of this machine is as it should be.
      if (onRecord && JSON.stringify(onRecord) === JSON.stringify(complete)) return;
      await save(complete);
    },
  };
}

/** What an interrupted deploy has noted is older than what it left. */
function codeBefore({ desired, observed, previous }: RecorderOptions): { codeBefore?: string } {
  const name = baseName(desired.app, desired.stage);
  const running = observed.functions.find((one) => one.name === name)?.codeSha256;
  const known = previous?.isComplete === false ? previous.codeBefore : running;
  return known === undefined ? {} : { codeBefore: known };
}

/** What is known by the record was not asked for its tags. */
function sharedField({ observed, previous }: RecorderOptions): { hasShared?: true } {
  const isFound = observed.roles.some(({ role }) => role && isShared(role.tags));
  return isFound || previous?.hasShared ? { hasShared: true } : {};
}

/** Of the functions whose permissions this deploy knows. */
function revisions(
  { functions }: Desired,
  { functions: known, unsure }: Learned,
): NonNullable<DeployedState['revisions']> {
  const rows = functions.flatMap(({ name, invokedAs }) => {
    const found = invokedAs.length > 0 && !unsure.has(name) ? known.get(name) : undefined;
    return found ? [[name, found.revisionId] as const] : [];
  });
  return Object.fromEntries(rows);
}

type Named = { readonly name: string };

/** Names, each once, sorted. */
function names(...lists: readonly (readonly (Named | string)[] | undefined)[]): readonly string[] {
  const all = lists.flatMap((list) => list ?? []);
  return [...new Set(all.map((one) => (typeof one === 'string' ? one : one.name)))].toSorted();
}

function placeOf(
  { app, stage, region }: Desired,
  endpoint: string | undefined,
): Pick<DeployedState, 'app' | 'stage' | 'region' | 'endpoint'> {
  return { app, stage, region, endpoint: endpoint ?? null };
}

/** Before the first resource answers nobody knows the account. */
function accountFields(account: Observed['account']): Pick<DeployedState, 'account' | 'partition'> {
  return { account: account?.id ?? '', partition: account?.partition ?? '' };
}

function knownApi(id: string, { previous, desired }: RecorderOptions): DeployedState['api'] {
  return previous?.api?.id === id ? previous.api : unpublished(id, desired.api);
}

/** An API of which nothing can be called yet. */
function unpublished(id: string, api: DesiredApi | undefined): NonNullable<DeployedState['api']> {
  return { id, stage: api?.stage ?? '', deploymentId: '', hash: '', routes: [] };
}
