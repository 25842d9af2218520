// Observes a stage in the cloud before a plan is made: read calls only. The deployed state is a cache that tells where to
// look; what it says is proved or thrown away (design.md 4.17).
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { summarizeDocument } from '../../../compiler/openapi/summarize-document.js';
import { isCloudError } from '../../cloud/cloud-error.js';
import type { Cloud } from '../../cloud/cloud.js';
import type { Desired } from '../desired/desired.js';
import type { RouteSummary } from '../plan/route-summary.js';
import type { DeployedState } from '../state/deployed-state.js';
import { accountOf } from './account-of.js';
import { observeKnown } from './known-state.js';
import { lookUp } from './look-up.js';
import type { Observed, ObservedApi } from './observed.js';
import { checkOwnership } from './ownership.js';
import type { Found } from './sought.js';
import { withFoundRoles, withRecordedRoles } from './role-regions.js';
import { isStateOf, isWhole } from './state-scope.js';

export type ObserveRequest = {
  readonly cloud: Cloud;
  readonly desired: Desired;
  readonly state: DeployedState | undefined;
};

export type Observation =
  | {
      readonly kind: 'observed';
      readonly observed: Observed;
      /** With the names that roles have in this region. */
      readonly desired: Desired;
    }
  /** A name is taken by a resource that is not ours. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/** Throws a CloudError when the cloud cannot be asked. */
export async function observe(request: ObserveRequest): Promise<Observation> {
  const { observed, desired } = await readStage(request);
  const diagnostics = checkOwnership(desired, observed);
  if (diagnostics.length > 0) return { kind: 'refused', diagnostics };
  return { kind: 'observed', observed, desired };
}

type ReadStage = { readonly observed: Observed; readonly desired: Desired };

async function readStage(request: ObserveRequest): Promise<ReadStage> {
  const { cloud, desired } = request;
  const state = isStateOf(request.state, desired, cloud) ? request.state : undefined;
  if (state && isWhole(state) && !losesShared(state, request)) {
    const recorded = withRecordedRoles(desired, state.roles);
    const known = await observeKnown({ ...request, desired: recorded }, state);
    if (known) return { observed: await withRoutes(known, request, state), desired: recorded };
  }
  const found = await lookUp({
    cloud,
    app: desired.app,
    stage: desired.stage,
    functions: [...desired.functions.map(({ name }) => name), ...(state?.functions ?? [])],
    roles: [...desired.roles.map(({ name }) => name), ...(state?.roles ?? [])],
    calledFunctions: desired.functions
      .filter(({ invokedAs }) => invokedAs.length > 0)
      .map(({ name }) => name),
    apiStage: desired.api?.stage ?? state?.api?.stage,
    recordedStage: state?.api?.stage,
    apiId: state?.api?.id,
    lists: 'if-found',
  });
  const { roles, functions, api, otherApis } = found;
  const observed = { account: accountIn(found), roles, functions, api, otherApis };
  return {
    observed: await withRoutes(observed, request, state),
    desired: withFoundRoles(desired, found),
  };
}

/** A role that is to go is read for its tags when it may be another region's too. */
function losesShared({ hasShared, roles }: DeployedState, { desired }: ObserveRequest): boolean {
  if (!hasShared) return false;
  const { roles: wanted } = withRecordedRoles(desired, roles);
  return roles.some((name) => wanted.every((role) => role.name !== name));
}

function accountIn({ functions, roles }: Found): Observed['account'] {
  const arns = [...functions.map(({ arn }) => arn), ...roles.map(({ role }) => role?.arn ?? '')];
  return arns.map(accountOf).find((account) => account !== undefined);
}

/** What callers have now; asked for only when it is about to change. */
async function withRoutes(
  observed: Observed,
  { cloud, desired }: ObserveRequest,
  state: DeployedState | undefined,
): Promise<Observed> {
  const { api } = observed;
  if (!api?.deployment || api.routes) return observed;
  const stage = desired.api?.stage ?? state?.api?.stage;
  if (api.deployment.hash === desired.api?.hash || stage === undefined) return observed;
  return { ...observed, api: { ...api, routes: await readRoutes(cloud, api, stage) } };
}

async function readRoutes(
  { apiGateway }: Cloud,
  { id }: ObservedApi,
  stage: string,
): Promise<readonly RouteSummary[] | undefined> {
  try {
    const document = await apiGateway.exportStage(id, stage);
    return document === undefined ? undefined : summarizeDocument(JSON.parse(document));
  } catch (error) {
    // The plan is whole without it, and not every emulator exports.
    if (isCloudError(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
