// The REST API: made empty, then its document is imported; both while the functions are made. What is imported is seen by
// nobody until it is published.
import { placeDocument } from '../../../compiler/openapi/place-document.js';
import type { CloudApi } from '../../cloud/api-gateway-calls.js';
import type { DesiredApi } from '../desired/desired.js';
import { ownApis } from '../observed/find-api.js';
import { functionId } from './function-steps.js';
import { isLost } from './creation.js';
import { patiently } from './patience.js';
import { roleId } from './role-steps.js';
import { accountIn, apiIdIn, type Session } from './session.js';
import type { Step } from './step.js';

export const apiId = 'api';

/** Creation, import and tags; what publishes and deletes comes later. */
export function apiSteps(session: Session): readonly Step[] {
  const { api } = session.plan;
  if (!api || api.action === 'unchanged' || api.action === 'delete') return [];
  const object = `API ${api.api.name}`;
  if (api.action === 'create') {
    return [
      {
        id: apiId,
        label: { verb: 'create', object },
        dependsOn: gateOf(session),
        run: () => createApi(api.api, session),
      },
      importStep(api.api, session),
    ];
  }
  const isTagged = api.parts.includes('tags');
  return [
    ...(api.parts.includes('document') ? [importStep(api.api, session)] : []),
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

function importStep(api: DesiredApi, session: Session): Step {
  return {
    id: 'import',
    label: { verb: 'import', object: `routes of API ${api.name}` },
    // The account stands in the document.
    dependsOn: [apiId, ...(session.learned.account ? [] : gateOf(session))],
    run: async () => {
      const { id, partition } = accountIn(session);
      const document = JSON.stringify(placeDocument(api.document, { account: id, partition }));
      const { apiGateway } = session.cloud;
      await patiently(() => apiGateway.putApi(apiIdIn(session), document), session.wait, [
        'missing',
      ]);
    },
  };
}

/**
 * Names of APIs are not unique, those of roles and functions are: of two deploys at once only the one that made the first
 * of those goes on to make an API.
 */
function gateOf({ plan }: Session): readonly string[] {
  const role = plan.roles.find(({ action }) => action === 'create');
  if (role?.action === 'create') return [roleId(role.role.name)];
  const made = plan.functions.find(({ action }) => action === 'create');
  return made?.action === 'create' ? [functionId(made.function.name)] : [];
}

const ATTEMPTS = 5;

async function createApi(api: DesiredApi, session: Session): Promise<void> {
  const { cloud, learned, recorder, wait } = session;
  let made: CloudApi | undefined;
  for (let attempt = 1; !made; attempt += 1) {
    try {
      made = await cloud.apiGateway.createApi({ name: api.name, tags: api.tags });
    } catch (error) {
      if (!isLost(error) || attempt >= ATTEMPTS) throw error;
      await wait(200 * 2 ** attempt);
      made = (await ownApis({ ...session.desired, cloud, apiId: undefined }))[0];
    }
  }
  learned.apiId = await keepOldest(made, session);
  await recorder.noteApi(learned.apiId, api);
}

/**
 * A deploy that found half a stage has another gate than the one that was making it, and a lost attempt of ours may be in
 * the list only now. Whoever makes an API looks once more, so all keep the same one.
 */
async function keepOldest(made: CloudApi, { cloud, desired }: Session): Promise<string> {
  const apis = await ownApis({ ...desired, cloud, apiId: made.id });
  const [oldest = made] = apis;
  if (oldest.id !== made.id) await cloud.apiGateway.deleteApi(made.id);
  return oldest.id;
}
