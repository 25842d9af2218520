// The JSON of `framework plan --json`. It has names, fields and routes, but no values of environment variables.
import { RESOURCE_TYPES, REVERSED_TYPES } from '../resources/registry.js';
import { mergeParts } from '../stage/make-state.js';
import type { Place, Plan } from '../stage/states.js';
import { listField } from '../stage/states.js';
import type { KeptResource } from '../stage/resource-type.js';
import { countBreaking, isNothing, keptIn, type Loss, lossesOf } from './plan-deploy.js';

/** With the properties of each resource type: `roles`, `functions`, `api` and others. */
export type PlanDocument = Place & {
  readonly version: 1;
  /** True when nothing of the stage exists. */
  readonly isFirst: boolean;
  /** True when a deploy would write nothing. */
  readonly isNothing: boolean;
  /** The number of changes that may break callers. */
  readonly breaking: number;
  /** Irreversible deletions. A deploy without a terminal needs `--allow-delete` for them. */
  readonly deletions: readonly Loss[];
  /** Resources with data that are no longer in the source, and stay; absent for none. */
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
