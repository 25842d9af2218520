// Builds the desired state of a stage. Pure: the same application, configuration and package give the same state.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { SizeRow } from '../../bundle/sizes.js';
import { appNameOf } from '../../config/cloud-names.js';
import { checkGrowth } from '../archive/pack-zip.js';
import { stageOf, withNamedSources } from '../../config/declared-names.js';
import { withExactArns } from '../policy/exact-arns.js';
import { RESOURCE_TYPES } from '../resources/registry.js';
import { type Makers, makeState } from '../stage/make-state.js';
import { ownTags } from '../stage/own-tag.js';
import type { Desired, DesiredInput, DesiredRequest, Observed } from '../stage/states.js';

export function buildDesired(request: DesiredRequest): Desired {
  const { manifest, config, region, version } = request;
  const app = appNameOf(config, manifest);
  const { stage } = config;
  const place = stageOf({ ...request, app });
  const input: DesiredInput = {
    ...request,
    manifest: withNamedSources(manifest, place),
    policies: request.account ? withExactArns(request.policies, manifest, place) : request.policies,
    app,
    ownTags: ownTags({ app, stage, version }),
  };
  const base: Makers<DesiredInput, Desired> = {
    app: () => app,
    stage: () => stage,
    region: () => region,
    package: () => request.package,
  };
  return makeState<DesiredInput, Desired>(
    [base, ...RESOURCE_TYPES.map(({ desired = {} }) => desired)],
    () => input,
  );
}

/** Reports a package that holds much more than the one that the functions run. */
export function checkPackage(
  desired: Desired,
  { functions }: Observed,
  sizes: readonly SizeRow[],
): readonly Diagnostic[] {
  const before = Math.max(0, ...functions.map(({ codeSize }) => codeSize));
  return checkGrowth({ bytes: desired.package.zip.byteLength, before }, sizes);
}

/** Reports settings that AWS is known to refuse, before the first call. */
export function checkQuotas(desired: Desired): readonly Diagnostic[] {
  return RESOURCE_TYPES.flatMap(({ check }) => check?.(desired) ?? []);
}
