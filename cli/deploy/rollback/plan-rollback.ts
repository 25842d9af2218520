// What goes back when the last deploy is undone: the code to the version before, the stage to the deployment before, or both,
// as the record in the description of the deployment says. Reads only.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Cloud } from '../../cloud/cloud.js';
import type { CloudFunction, FunctionVersion } from '../../cloud/lambda-calls.js';
import { baseName } from '../../config/cloud-names.js';
import { nothingBefore } from '../apply/apply-catalogue.js';
import { type DeploymentRecord, readDeploymentRecord } from '../observed/deployment-record.js';
import type { FoundApi } from '../observed/sought.js';

/** What exists. */
export type RollbackStage = {
  readonly app: string;
  readonly stage: string;
  readonly functions: readonly CloudFunction[];
  readonly api: FoundApi | undefined;
};

export type FunctionReturn = {
  readonly current: CloudFunction;
  readonly version: FunctionVersion;
};

export type ApiReturn = {
  readonly id: string;
  readonly stage: string;
  readonly deploymentId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
};

export type RollbackPlan = {
  /** The one that tells what is deployed stands last, so that an interrupted rollback begins again at the same place. */
  readonly functions: readonly FunctionReturn[];
  readonly api: ApiReturn | undefined;
};

export type PlannedRollback =
  | { readonly kind: 'planned'; readonly plan: RollbackPlan }
  | { readonly kind: 'impossible'; readonly diagnostic: Diagnostic };

export async function planRollback(cloud: Cloud, found: RollbackStage): Promise<PlannedRollback> {
  const leader = leaderOf(found);
  const record = await readRecord(cloud, found);
  // Code that is not the one of the last deployment came with a deploy that changed the code alone.
  const isLast = record !== undefined && record.code === leader?.codeSha256;
  const changed = isLast ? record.changed : (['code'] as const);
  const api = changed.includes('api') ? await apiReturn(cloud, found, record) : undefined;
  if (changed.includes('api') && !api) return impossible(found, 'deployment of its API');
  const functions = changed.includes('code') ? await functionReturns(cloud, found, leader) : [];
  if (!functions) return impossible(found, 'version of its code');
  return { kind: 'planned', plan: { functions, api } };
}

function impossible({ stage }: RollbackStage, what: string): PlannedRollback {
  return {
    kind: 'impossible',
    diagnostic: diagnose(nothingBefore, { stage, what }, { at: undefined }),
  };
}

/** The function that serves the API; without one the first. All functions of a stage run the same code. */
function leaderOf({ app, stage, functions }: RollbackStage): CloudFunction | undefined {
  return functions.find(({ name }) => name === baseName(app, stage)) ?? functions[0];
}

async function readRecord(
  { apiGateway }: Cloud,
  { api }: RollbackStage,
): Promise<DeploymentRecord | undefined> {
  if (!api?.deployment) return undefined;
  const shown = await apiGateway.getDeployment(api.id, api.deployment.id);
  return readDeploymentRecord(shown?.description ?? '');
}

async function apiReturn(
  { apiGateway }: Cloud,
  { api }: RollbackStage,
  record: DeploymentRecord | undefined,
): Promise<ApiReturn | undefined> {
  if (!api || api.stage === undefined || record?.previous === undefined) return undefined;
  const before = await apiGateway.getDeployment(api.id, record.previous);
  if (!before) return undefined;
  return { id: api.id, stage: api.stage, deploymentId: before.id, createdAt: before.createdAt };
}

/** Undefined when there is no version before. */
async function functionReturns(
  { lambda }: Cloud,
  { functions }: RollbackStage,
  leader: CloudFunction | undefined,
): Promise<readonly FunctionReturn[] | undefined> {
  if (!leader) return undefined;
  const before = versionBefore(await lambda.listVersions(leader.name), leader.codeSha256);
  if (!before) return undefined;
  const others = functions.filter(({ name }) => name !== leader.name);
  const returns = await Promise.all(
    others.map(async (current): Promise<FunctionReturn[]> => {
      const versions = await lambda.listVersions(current.name);
      const version = versions.find(({ codeSha256 }) => codeSha256 === before.codeSha256);
      // A function that did not exist then stays as it is; one that is back already is done.
      return version && current.codeSha256 !== before.codeSha256 ? [{ current, version }] : [];
    }),
  );
  return [...returns.flat(), { current: leader, version: before }];
}

/** The newest version that is older than the code that runs, and other. */
function versionBefore(
  versions: readonly FunctionVersion[],
  running: string,
): FunctionVersion | undefined {
  const at = versions.findIndex(({ codeSha256 }) => codeSha256 === running);
  return versions.slice(at + 1).find(({ codeSha256 }) => codeSha256 !== running);
}
