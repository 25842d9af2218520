// Describes the desired state of a stage as resources for other tools, collected from all resource types.
import { RESOURCE_TYPES } from '../resources/registry.js';
import type {
  Adoption,
  ExportedOutput,
  ExportedResource,
  ExportProblem,
} from '../stage/exported.js';
import { ownDescription } from '../stage/own-tag.js';
import type { Desired, Observed } from '../stage/states.js';
import { type Diagnostic, diagnose } from '../../../compiler/diagnostics/diagnostic.js';
import type { Cloud } from '../../cloud/cloud.js';
import { observeApp, type ObservedApp } from '../deploy/observe.js';
import { isFirst } from '../deploy/plan-deploy.js';
import { nothingToAdopt } from './export-catalogue.js';

export type StageExport = {
  readonly description: string;
  readonly resources: readonly ExportedResource[];
  readonly outputs: readonly ExportedOutput[];
  readonly problems: readonly ExportProblem[];
  readonly adoptions: readonly Adoption[];
};

/** The deployed resources that the template adopts. */
export type Adopting = { readonly observed: Observed; readonly region: string };

/** The region in the desired state is a placeholder. */
export function exportStage(desired: Desired, adopting: Adopting | undefined): StageExport {
  const parts = RESOURCE_TYPES.map((type) => type.exported?.resources(desired, adopting?.observed));
  return {
    description: ownDescription(desired),
    resources: inOrder(parts.flatMap((part) => part?.resources ?? [])),
    outputs: parts.flatMap((part) => part?.outputs ?? []),
    problems: parts.flatMap((part) => part?.problems ?? []),
    adoptions: adopting ? adoptionsOf({ ...desired, region: adopting.region }, adopting) : [],
  };
}

// Finds the deployed resources of a stage for `framework export --adopt`. It makes only read calls.

export type AdoptRequest = {
  readonly cloud: Cloud;
  /** The application, whose desired state has no region. */
  readonly app: ObservedApp;
};

export type AdoptedStage =
  | { readonly kind: 'adopted'; readonly desired: Desired; readonly stage: StageExport }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/** Reads the deployed resources. It does not use the record because an import needs more than names. */
export async function adoptStage({
  cloud,
  app: { desired, ...app },
}: AdoptRequest): Promise<AdoptedStage> {
  const { region } = cloud;
  const placed = { ...app, desired: app.desiredIn(region) };
  const found = await observeApp(placed, { cloud, state: undefined });
  if (found.kind === 'refused') return found;
  const { observed } = found;
  if (isFirst(observed)) {
    const data = { app: desired.app, stage: desired.stage, region };
    return { kind: 'refused', diagnostics: [diagnose(nothingToAdopt, data)] };
  }
  // Only roles may have different names in this region.
  const named = RESOURCE_TYPES.reduce<Desired>(
    (all, { read }) => read?.nameFound?.(all, observed) ?? all,
    { ...desired, region },
  );
  const neutral = { ...named, region: desired.region };
  return { kind: 'adopted', desired: neutral, stage: exportStage(neutral, { observed, region }) };
}

function adoptionsOf(desired: Desired, { observed }: Adopting): readonly Adoption[] {
  return RESOURCE_TYPES.flatMap(({ exported }) => exported?.adopted?.(desired, observed) ?? []);
}

/** Converts `before` to `after`, because a template can only say which resources a resource depends on. */
function inOrder(resources: readonly ExportedResource[]): readonly ExportedResource[] {
  return resources.map((resource) => {
    const first = resources.filter(({ before }) => before?.includes(resource.id));
    const after = [...(resource.after ?? []), ...first.map(({ id }) => id)];
    return after.length === 0 ? resource : { ...resource, after };
  });
}
