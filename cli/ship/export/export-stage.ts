// The desired state of a stage as resources for other tools, collected from all resource types.
import { RESOURCE_TYPES } from '../resources/registry.js';
import type {
  Adoption,
  ExportedOutput,
  ExportedResource,
  ExportProblem,
} from '../stage/exported.js';
import { ownDescription } from '../stage/own-tag.js';
import type { Desired, Observed } from '../stage/states.js';

export type StageExport = {
  readonly description: string;
  readonly resources: readonly ExportedResource[];
  readonly outputs: readonly ExportedOutput[];
  readonly problems: readonly ExportProblem[];
  readonly adoptions: readonly Adoption[];
};

/** The deployed resources that the template adopts. */
export type Adopting = { readonly observed: Observed; readonly region: string };

/** The region of the desired state is a placeholder. */
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

function adoptionsOf(desired: Desired, { observed }: Adopting): readonly Adoption[] {
  return RESOURCE_TYPES.flatMap(({ exported }) => exported?.adopted?.(desired, observed) ?? []);
}

/** Turns `before` into `after`: the formats can only say what a resource waits for. */
function inOrder(resources: readonly ExportedResource[]): readonly ExportedResource[] {
  return resources.map((resource) => {
    const first = resources.filter(({ before }) => before?.includes(resource.id));
    const after = [...(resource.after ?? []), ...first.map(({ id }) => id)];
    return after.length === 0 ? resource : { ...resource, after };
  });
}
