// Plans a deploy: computes the changes from the observed state to the desired state. The function is pure, and returns a plan
// for every observed state.
import { RESOURCE_TYPES, REVERSED_TYPES } from '../resources/registry.js';
import { type Makers, makeState, mergeParts } from '../stage/make-state.js';
import type { KeptResource, Planning, PlannedChange } from '../stage/resource-type.js';
import {
  type Desired,
  type Observed,
  type Plan,
  type RegionalStage,
  listField,
} from '../stage/states.js';

export function planDeploy(
  desired: Desired,
  observed: Observed,
  { deletesData = false }: Pick<Planning, 'deletesData'> = {},
): Plan {
  const base: Makers<Planning, Plan> = {
    app: () => desired.app,
    stage: () => desired.stage,
    region: () => desired.region,
    isFirst: () => isFirst(observed),
  };
  return makeState<Planning, Plan>(
    [base, ...RESOURCE_TYPES.map(({ plan = {} }) => plan)],
    (plan) => ({ desired, observed, plan, deletesData }),
  );
}

/** True if no resource of the stage exists. */
export function isFirst(observed: Observed): boolean {
  return RESOURCE_TYPES.every(({ read }) => read?.isThere(observed) !== true);
}

/** Returns every resource of the plan, including the unchanged ones. */
function changesOf(plan: Plan): readonly PlannedChange[] {
  return RESOURCE_TYPES.flatMap(({ show }) => show?.changes(plan) ?? []);
}

/** True if there is nothing to deploy and nothing is deployed. */
export function isVoid(plan: Plan): boolean {
  return changesOf(plan).length === 0;
}

/** True if the cloud already has the desired state. */
export function isNothing(plan: Plan): boolean {
  return changesOf(plan).every(({ action }) => action === 'unchanged' || action === 'keep');
}

/** Returns the resources with data that are no longer desired and are kept. */
export function keptIn(plan: Plan): readonly KeptResource[] {
  return RESOURCE_TYPES.flatMap(({ show }) => show?.kept?.(plan) ?? []);
}

/** Returns the resources with user data that the deploy deletes. */
export function deletedDataIn(plan: Plan): readonly KeptResource[] {
  return RESOURCE_TYPES.flatMap(({ deletions }) => deletions?.planned?.(plan) ?? [])
    .filter(({ hasData }) => hasData)
    .map(({ kind, name }) => ({ kind, name }));
}

/** Returns the number of changes that may break callers. */
export function countBreaking(plan: Plan): number {
  const counts = RESOURCE_TYPES.map(({ show }) => show?.countBreaking?.(plan) ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Returns the irreversible deletions of a plan: an API with its URL, and deployed functions. A forgotten import in the source
 * looks the same as an intended deletion, so a deploy asks for confirmation (docs/decisions/deletions.md). A role is not
 * included because a deploy recreates it; neither is a second API left by another deploy.
 */
export type Loss = { readonly kind: string; readonly name: string };

export function lossesOf(plan: Plan): readonly Loss[] {
  return REVERSED_TYPES.flatMap(({ show }) => {
    const { loss } = show ?? {};
    return loss ? loss.names(plan).map((name) => ({ kind: loss.kind, name })) : [];
  });
}

/**
 * Returns the losses as text: `the API shop-dev, whose URL is then lost, and the function shop-dev`. `write` formats a name.
 */
export function lossesText(losses: readonly Loss[], write: (name: string) => string): string {
  return REVERSED_TYPES.flatMap(({ show }) => {
    const { loss } = show ?? {};
    const names = losses.filter(({ kind }) => kind === loss?.kind).map(({ name }) => write(name));
    if (!loss || names.length === 0) return [];
    const plural = names.length === 1 ? '' : 's';
    return [`the ${loss.kind}${plural} ${names.join(', ')}${loss.consequence}`];
  }).join(', and ');
}

/** Plus the properties of each resource type: `roles`, `functions`, `api` and others. */
type PlanDocument = RegionalStage & {
  readonly version: 1;
  /** True if no resource of the stage exists. */
  readonly isFirst: boolean;
  /** True if a deploy would write nothing. */
  readonly isNothing: boolean;
  /** The number of changes that may break callers. */
  readonly breaking: number;
  /** Irreversible deletions. A deploy without a terminal needs `--allow-delete` to perform them. */
  readonly deletions: readonly Loss[];
  /** Resources with data that are no longer in the source and are kept; absent if there are none. */
  readonly kept?: readonly KeptResource[];
};

export function planDocument(plan: Plan): PlanDocument {
  const { app, stage, region, isFirst } = plan;
  const document = {
    version: 1,
    app,
    stage,
    region,
    isFirst,
    isNothing: isNothing(plan),
    breaking: countBreaking(plan),
    deletions: lossesOf(plan),
    ...listField('kept', keptIn(plan)),
  } as const;
  const meanings = REVERSED_TYPES.map(({ show }) => show?.meaningDocument?.(plan) ?? {});
  const resources = RESOURCE_TYPES.map(({ show }) => show?.document(plan) ?? {});
  return mergeParts<PlanDocument>([document, ...meanings, ...resources]);
}
