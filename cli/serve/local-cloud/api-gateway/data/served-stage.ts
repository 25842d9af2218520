// Finds the definition that a stage serves now: the one of its deployment, once it is live.
import type { Api, Deployment, Stage, Store } from '../control/store.js';

export type ServedStage = {
  readonly api: Api;
  readonly stage: Stage;
  readonly deployment: Deployment;
};

/** Returns undefined if nothing is served at this address. */
export function findServedStage(
  store: Store,
  apiId: string,
  stageName: string,
): ServedStage | undefined {
  const api = store.apis.get(apiId);
  const stage = api?.stages.get(stageName);
  if (!api || !stage) return undefined;
  const isLive = stage.liveAt <= store.clock.now();
  const deployment = isLive ? api.deployments.get(stage.deploymentId) : stage.before;
  return deployment && { api, stage, deployment };
}
