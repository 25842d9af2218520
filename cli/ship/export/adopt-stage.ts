// Finds the deployed resources of a stage for `framework export --adopt`. Makes read calls only.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Cloud } from '../../cloud/cloud.js';
import { observe } from '../deploy/observe.js';
import { isFirst } from '../deploy/plan-deploy.js';
import { RESOURCE_TYPES } from '../resources/registry.js';
import type { Desired } from '../stage/states.js';
import { nothingToAdopt } from './export-catalogue.js';
import { exportStage, type StageExport } from './export-stage.js';

export type AdoptRequest = {
  readonly cloud: Cloud;
  /** The desired state without a region. */
  readonly desired: Desired;
  readonly desiredIn: (region: string) => Desired;
};

export type AdoptedStage =
  | { readonly kind: 'adopted'; readonly desired: Desired; readonly stage: StageExport }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/** Reads the deployed resources. It does not use the record, which has only names, because an import needs more. */
export async function adoptStage({
  cloud,
  desired,
  desiredIn,
}: AdoptRequest): Promise<AdoptedStage> {
  const { region } = cloud;
  const found = await observe({ cloud, desired: desiredIn(region), state: undefined });
  if (found.kind === 'refused') return found;
  const { observed } = found;
  if (isFirst(observed)) {
    const data = { app: desired.app, stage: desired.stage, region };
    return { kind: 'refused', diagnostics: [diagnose(nothingToAdopt, data)] };
  }
  // Only roles may have other names in this region.
  const named = RESOURCE_TYPES.reduce<Desired>(
    (all, { read }) => read?.nameFound?.(all, observed) ?? all,
    { ...desired, region },
  );
  const neutral = { ...named, region: desired.region };
  return { kind: 'adopted', desired: neutral, stage: exportStage(neutral, { observed, region }) };
}
