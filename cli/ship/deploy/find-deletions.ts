// Finds the resources of a stage that a deletion removes: by the record of the last deploy, or by name and tag.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Cloud } from '../../cloud/cloud.js';
import { RESOURCE_TYPES, REVERSED_TYPES } from '../resources/registry.js';
import type {
  Deletion,
  DeleteOptions,
  KeptResource,
  ResourceDeletions,
} from '../stage/resource-type.js';
import type { DeployedState, Owner } from '../stage/states.js';
import { isRecordEnough, searchStage, unreadIn } from './observe.js';

export type StageDeletions = {
  /** Empty when nothing is deleted. Deletions that the question names come first. */
  readonly deletions: readonly Deletion[];
  /** Resources with data of the user, which stay without `--delete-data`. */
  readonly kept: readonly KeptResource[];
  /** Why a resource is not deleted, and what could not be looked up. */
  readonly diagnostics: readonly Diagnostic[];
};

export type DeletionRequest = {
  readonly cloud: Cloud;
  readonly owner: Owner;
  /** The record of this stage in this cloud. */
  readonly record: DeployedState | undefined;
  readonly options: DeleteOptions;
};

export async function findDeletions(request: DeletionRequest): Promise<StageDeletions> {
  const { cloud, owner, record, options } = request;
  // The record lacks data of resources that had left the source before it was written.
  const isEnough = record && !options.deletesData && isRecordEnough(record);
  if (isEnough && (await isStillSo(cloud, record))) {
    const all = deletionsOf((type) => type.recorded(record, options));
    const kept = RESOURCE_TYPES.map(
      ({ deletions }) => deletions?.keptOfRecord?.(cloud, record) ?? Promise.resolve([]),
    );
    return { ...split(all, options), diagnostics: (await Promise.all(kept)).flat() };
  }
  const { app, stage } = owner;
  const { deletesData } = options;
  const found = await searchStage({ cloud, app, stage, desired: undefined, record, deletesData });
  return {
    ...split(
      deletionsOf((type) => type.found(found, owner, options)),
      options,
    ),
    diagnostics: [
      ...RESOURCE_TYPES.flatMap((type) => type.deletions?.kept?.(found, owner) ?? []),
      ...unreadIn(found),
    ],
  };
}

function split(
  all: readonly Deletion[],
  { deletesData = false }: DeleteOptions,
): Pick<StageDeletions, 'deletions' | 'kept'> {
  if (deletesData) return { deletions: all, kept: [] };
  return {
    deletions: all.filter(({ hasData }) => !hasData),
    kept: all.filter(({ hasData }) => hasData),
  };
}

async function isStillSo(cloud: Cloud, record: DeployedState): Promise<boolean> {
  const answers = RESOURCE_TYPES.map(
    async ({ read }) => (await read?.isStillSo?.(cloud, record)) ?? true,
  );
  return (await Promise.all(answers)).every(Boolean);
}

function deletionsOf(of: (type: ResourceDeletions) => readonly Deletion[]): readonly Deletion[] {
  const all = REVERSED_TYPES.flatMap(({ deletions }) => (deletions ? of(deletions) : []));
  return [...all.filter((one) => !one.isUnasked), ...all.filter((one) => one.isUnasked)];
}
