// Deployments: snapshots of an API definition.
import { textAt, textMapAt } from '../fields.js';
import type { Fields } from '../fields.js';
import { newId } from '../identifiers.js';
import { badRequest, notFound } from '../refusals.js';
import { page, readPatches } from './members.js';
import type { Call, OperationRow } from './operation.js';
import { addStage, findApi, findDeployment, findIdleApi, pointStage } from './store.js';
import type { Api, Deployment, Store } from './store.js';
import { showDeployment } from './views.js';

export const DEPLOYMENT_OPERATIONS: readonly OperationRow[] = [
  {
    name: 'CreateDeployment',
    method: 'POST',
    path: '/restapis/{restApiId}/deployments',
    body: {
      stageName: 'string',
      stageDescription: 'string',
      description: 'string',
      variables: 'texts',
    },
    status: 201,
    run: createDeployment,
  },
  {
    name: 'GetDeployments',
    method: 'GET',
    path: '/restapis/{restApiId}/deployments',
    query: ['position', 'limit'],
    status: 200,
    run: ({ store, parameter, query }) => {
      const { deployments } = findApi(store, parameter('restApiId'));
      return page([...deployments.values()].map(showDeployment), query);
    },
  },
  {
    name: 'GetDeployment',
    method: 'GET',
    path: '/restapis/{restApiId}/deployments/{deploymentId}',
    status: 200,
    run: ({ store, parameter }) => {
      const api = findApi(store, parameter('restApiId'));
      return showDeployment(findDeployment(api, parameter('deploymentId')));
    },
  },
  {
    name: 'UpdateDeployment',
    method: 'PATCH',
    path: '/restapis/{restApiId}/deployments/{deploymentId}',
    body: { patchOperations: 'objects' },
    status: 200,
    run: ({ store, parameter, body }) => {
      const deployment = findDeployment(
        findIdleApi(store, parameter('restApiId')),
        parameter('deploymentId'),
      );
      for (const { op, path, value } of readPatches(body, 'updateDeploymentInput')) {
        if (op !== 'replace' || path !== '/description') {
          throw badRequest(`Invalid patch path  '${path}' specified for op '${op}'.`);
        }
        deployment.description = value;
      }
      return showDeployment(deployment);
    },
  },
  {
    name: 'DeleteDeployment',
    method: 'DELETE',
    path: '/restapis/{restApiId}/deployments/{deploymentId}',
    status: 202,
    run: ({ store, parameter }) => {
      const api = findIdleApi(store, parameter('restApiId'));
      const { id } = findDeployment(api, parameter('deploymentId'));
      if ([...api.stages.values()].some(({ deploymentId }) => deploymentId === id)) {
        throw badRequest('Active stages pointing to this deployment must be moved or deleted');
      }
      api.deployments.delete(id);
      return undefined;
    },
  },
];

function createDeployment({ store, parameter, body }: Call): Fields {
  const api = findIdleApi(store, parameter('restApiId'));
  checkDeployable(api);
  // Terraform sends an empty name if there is no stage.
  const stageName = textAt(body, 'stageName') || undefined;
  if (stageName !== undefined) checkStageName(stageName);
  else if (
    textAt(body, 'stageDescription') ||
    Object.keys(textMapAt(body, 'variables')).length > 0
  ) {
    throw badRequest('Stage description and variables can only be set with a stage name');
  }
  const deployment: Deployment = {
    id: newId(6),
    description: textAt(body, 'description'),
    createdAt: store.clock.now(),
    definition: api.definition,
  };
  api.deployments.set(deployment.id, deployment);
  if (stageName !== undefined) deployToStage(store, api, { deployment, stageName, body });
  return showDeployment(deployment);
}

/** Rejects the deployment of an incomplete draft. */
function checkDeployable({ definition, endpointType }: Api): void {
  if (endpointType === 'PRIVATE' && definition.policy === undefined)
    throw badRequest("Private REST API doesn't have a resource policy attached to it");
  const methods = definition.resources.flatMap((resource) => Object.values(resource.methods));
  if (methods.length === 0) throw badRequest("The REST API doesn't contain any methods");
  if (methods.some(({ integration }) => integration === undefined)) {
    throw badRequest('No integration defined for method');
  }
}

/** docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html */
export function checkStageName(name: string): void {
  if (name === '') throw badRequest('Stage name must be non-empty');
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) throw badRequest('Stage name only allows a-zA-Z0-9_-');
  if (name.length > 128) throw badRequest('Stage name can be at most 128 characters');
}

type Target = {
  readonly deployment: Deployment;
  readonly stageName: string;
  readonly body: Fields;
};

function deployToStage(store: Store, api: Api, { deployment, stageName, body }: Target): void {
  const description = textAt(body, 'stageDescription');
  const variables = textMapAt(body, 'variables');
  const known = api.stages.get(stageName);
  if (known) {
    const from = api.deployments.get(known.deploymentId);
    if (!from) throw notFound('Invalid Deployment identifier specified');
    pointStage(known, { to: deployment, from }, store.clock);
    known.description = description ?? known.description;
    if (body['variables'] !== undefined) known.variables = variables;
    return;
  }
  addStage(store, api, { name: stageName, deployment, description, variables });
}
