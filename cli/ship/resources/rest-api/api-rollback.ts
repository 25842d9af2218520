// Rolls the API back: its stage uses the preceding deployment again. Each deployment records the version of the code that it
// was created with. If the current code has another version, a later deploy uploaded it.
import { diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { timeText } from '../../stage/plan-rows.js';
import type {
  HistorySearch,
  ResourceRollback,
  RollbackPlan,
  RollbackRequest,
} from '../../stage/resource-type.js';
import { nothingBefore } from '../../stage/repeated-calls.js';
import type { StageHistory } from '../../stage/states.js';
import { type RunningCode, deployOfNumber } from '../function/function-state.js';
import { COMMON_SETTINGS, endpointPatches } from './api-settings.js';
import {
  type LastDeploy,
  type ObservedDeployment,
  type DeploymentRecord,
  readDeploymentRecord,
} from './api-state.js';
import { findShownApi } from './read-api.js';

export const apiRollback: ResourceRollback = {
  history: {
    api: ({ cloud, app, stage, apiStage }) =>
      findShownApi({ cloud, app, stage, apiStage, apiId: undefined }),
    lastDeploy: readLastDeploy,
  },
  plan: planReturn,
};

type Shown = Pick<ObservedDeployment, 'record' | 'createdAt'>;

async function readLastDeploy({ cloud, history }: HistorySearch): Promise<LastDeploy> {
  const [running, api] = await Promise.all([history.code, history.api]);
  if (!running || running.unfinished) return { changed: [], previous: undefined };
  let shown: Shown | undefined = api?.deployment;
  for (;;) {
    const { record } = shown ?? {};
    if (!api || !record || isCodeNewer(shown, running)) {
      return { changed: ['code'], previous: record?.previous };
    }
    const { changed, document, previous } = record;
    const isAlone = !changed.includes('code') && previous !== undefined;
    const before = isAlone ? await cloud.apiGateway.getDeployment(api.id, previous) : undefined;
    const earlier = before && readDeploymentRecord(before.description);
    // The same document was published again, for example by the first deploy after a rollback. There is nothing to undo.
    if (earlier?.document !== document) return { changed, previous };
    shown = { record: earlier, createdAt: before?.createdAt ?? 0 };
  }
}

/** API Gateway rounds times to seconds. */
const SECOND = 1000;

function isCodeNewer(
  { record, createdAt = 0 }: Shown = {},
  { leader, leaderHistory, current }: RunningCode,
): boolean {
  const { code, version } = record ?? {};
  if (version === undefined || !current) {
    // An earlier version of this framework did not record code versions, and code that was uploaded manually has none. The same
    // code may have been deployed again in the meantime.
    return leader.codeSha256 !== code || (current?.publishedAt ?? 0) > createdAt + SECOND;
  }
  return deployOfNumber(version, leaderHistory)?.version !== current.version;
}

async function planReturn(
  { api, lastDeploy: { changed, previous } }: StageHistory,
  { cloud: { apiGateway }, stage: owner }: RollbackRequest,
): Promise<RollbackPlan | undefined> {
  if (!changed.includes('api')) return undefined;
  const { id, stage } = api ?? {};
  const isKnown = id !== undefined && stage !== undefined && previous !== undefined;
  const before = isKnown ? await apiGateway.getDeployment(id, previous) : undefined;
  if (!isKnown || !before) {
    const data = { stage: owner, what: 'deployment of its API' };
    return { kind: 'impossible', diagnostic: diagnose(nothingBefore, data) };
  }
  const endpoints = endpointReturn(api, readDeploymentRecord(before.description));
  return {
    kind: 'return',
    rows: [
      `stage ${stage} to the deployment of ${timeText(before.createdAt)}`,
      ...endpoints.map(({ object }) => object),
    ],
    diagnostics: [],
    steps: ({ cloud }) => [
      ...endpoints.map(({ object, patches }) => ({
        id: 'endpoint',
        label: { verb: 'return', object } as const,
        run: async () => {
          for (const each of patches) await cloud.apiGateway.updateApi(id, each);
        },
      })),
      {
        id: 'stage',
        label: { verb: 'return', object: `stage ${stage} to deployment ${before.id}` },
        dependsOn: ['endpoint'],
        run: () => cloud.apiGateway.updateStage(id, stage, before.id),
      },
    ],
  };
}

type EndpointReturn = {
  readonly object: string;
  readonly patches: ReturnType<typeof endpointPatches>;
};

/** A deployment contains the resource policy, which does not work with a different endpoint type. */
function endpointReturn(
  api: StageHistory['api'],
  before: DeploymentRecord | undefined,
): readonly EndpointReturn[] {
  const now = api?.deployment?.record?.endpoint;
  const then = before?.endpoint;
  if (!api?.settings || JSON.stringify(now) === JSON.stringify(then)) return [];
  const { endpointType, vpcEndpointIds } = COMMON_SETTINGS;
  const { type, vpce } = then ?? { type: endpointType, vpce: vpcEndpointIds };
  const patches = endpointPatches(api.settings, { endpointType: type, vpcEndpointIds: vpce });
  return patches.length === 0 ? [] : [{ object: `API to an endpoint of type ${type}`, patches }];
}
