// Creates the REST API without routes and imports its document, while the functions are created. Callers see the imported
// routes after publication.
import { placeDocument } from '../../../../compiler/openapi/openapi-document.js';
import type { ApiPatch, ApiSettings, CloudApi } from '../../../cloud/services/api-gateway.js';
import { createOnce } from '../../stage/create-named.js';
import { notShown, retry } from '../../stage/retry.js';
import { accountIn, type Session } from '../../stage/session.js';
import { FIRST_EXCLUSIVE, type Step } from '../../stage/step.js';
import { endpointPatches, leftoverPatches } from './api-settings.js';
import { apiId, apiIdIn, type DesiredApi } from './api-state.js';
import { unpublishedApi } from './api-record.js';
import { ownApis } from './find-api.js';

/**
 * Names of APIs are not unique; those of roles and functions are. So the API is created after the first unique name: of two
 * simultaneous deploys, only one gets that far.
 */
const GATE = [FIRST_EXCLUSIVE];

/** Creates, imports and tags. Publication and deletions come later. */
export function apiSteps(session: Session): readonly Step[] {
  const { api } = session.plan;
  if (!api || api.action === 'unchanged' || api.action === 'delete') return [];
  const object = `API ${api.api.name}`;
  if (api.action === 'create') {
    return [
      {
        id: apiId,
        label: { verb: 'create', object },
        dependsOn: GATE,
        run: () => createApi(api.api, session),
      },
      importStep(api.api, undefined, session),
    ];
  }
  const isTagged = api.parts.includes('tags');
  return [
    ...(api.parts.includes('document')
      ? [importStep(api.api, api.observed.settings, session)]
      : []),
    ...(isTagged
      ? [
          {
            id: 'api-tags',
            label: { verb: 'update', object: `tags of ${object}` } as const,
            dependsOn: [],
            run: () => session.cloud.apiGateway.tagApi(apiIdIn(session), api.api.tags),
          },
        ]
      : []),
  ];
}

/** `before` is the settings of the found API; undefined for a new one, and when no settings are expected. */
function importStep(api: DesiredApi, before: ApiSettings | undefined, session: Session): Step {
  return {
    id: 'import',
    label: { verb: 'import', object: `routes of API ${api.name}` },
    // The document contains the account.
    dependsOn: [apiId, ...(session.learned.account ? [] : GATE)],
    run: async () => {
      const { id, partition } = accountIn(session);
      const { region } = session.desired;
      const placed = placeDocument(api.document, { account: id, partition, region });
      const document = JSON.stringify(placed);
      const { apiGateway } = session.cloud;
      const put = (): Promise<CloudApi> => apiGateway.putApi(apiIdIn(session), document);
      // API Gateway accepts a document that names VPC endpoints only for a private API.
      if (before) await patchApi(endpointsBefore(before, api.settings), session);
      const isNew = session.plan.api?.action === 'create';
      const made = await retry(put, session.wait, notShown(isNew));
      await patchApi(leftoverPatches(made.settings, api.settings), session);
    },
  };
}

/** Makes the calls one after the other. */
async function patchApi(calls: readonly (readonly ApiPatch[])[], session: Session): Promise<void> {
  for (const patches of calls) await session.cloud.apiGateway.updateApi(apiIdIn(session), patches);
}

/** The patches before the import. An API becomes public only after it has its new routes and policy. */
function endpointsBefore(
  before: ApiSettings,
  wanted: ApiSettings,
): readonly (readonly ApiPatch[])[] {
  return wanted.endpointType === 'PRIVATE' ? endpointPatches(before, wanted) : [];
}

async function createApi(api: DesiredApi, session: Session): Promise<void> {
  const { cloud, learned, note, wait } = session;
  const { endpointType, vpcEndpointIds } = api.settings;
  const made = await createOnce(
    () =>
      cloud.apiGateway.createApi({ name: api.name, tags: api.tags, endpointType, vpcEndpointIds }),
    async () => (await ownApis({ ...session.desired, cloud, apiId: undefined }))[0],
    wait,
  );
  learned.apiId = await keepOldest(made, session);
  await note({ api: unpublishedApi(learned.apiId, api) });
}

/**
 * Lists the APIs again and keeps the oldest. Another deploy may have created one, and an API of a creation whose answer was
 * lost may appear only now.
 */
async function keepOldest(made: CloudApi, { cloud, desired }: Session): Promise<string> {
  const apis = await ownApis({ ...desired, cloud, apiId: made.id });
  const [oldest = made] = apis;
  if (oldest.id !== made.id) await cloud.apiGateway.deleteApi(made.id);
  return oldest.id;
}

/** Deletes the stages of an earlier `api_gateway_stage`. */
export function stageEndSteps(session: Session): readonly Step[] {
  const { api } = session.plan;
  if (api?.action !== 'update' || !api.parts.includes('stages')) return [];
  return api.observed.otherStages.map((stage) => ({
    id: `delete stage ${stage}`,
    label: { verb: 'delete', object: `stage ${stage}` },
    dependsOn: [],
    run: () => session.cloud.apiGateway.deleteStage(apiIdIn(session), stage),
  }));
}
