// What of a stage can go back: its functions and its API, found by name and tag, because a rollback must not trust a record
// that another machine has overtaken.
import type { Cloud } from '../../cloud/cloud.js';
import { baseName } from '../../config/cloud-names.js';
import { findShownApi } from '../observed/find-api.js';
import { isOurs, type Owner } from '../observed/sought.js';
import type { RollbackStage } from './plan-rollback.js';

/** `apiStage`: of the configuration. */
export type SoughtStage = Owner & { readonly apiStage: string | undefined };

export async function findStage(cloud: Cloud, owner: SoughtStage): Promise<RollbackStage> {
  const { app, stage, apiStage } = owner;
  const { lambda } = cloud;
  const [names, api] = await Promise.all([
    lambda.listFunctions(baseName(app, stage)),
    findShownApi({ cloud, app, stage, apiStage, apiId: undefined }),
  ]);
  const found = await Promise.all(names.map((name) => lambda.getFunction(name)));
  const functions = found.flatMap((one) => (one && isOurs(one, owner) ? [one] : []));
  return { app, stage, functions, api };
}
