// Stages, which serve a deployment under a name, and their export.
import { exportDefinition } from '../definition/export-document.js';
import { checkStageName } from './deployments.js';
import { type Fields, textAt, textMapAt } from '../fields.js';
import { badRequest, conflict } from '../refusals.js';
import { readPatches } from './members.js';
import { readMethodPatch } from './method-settings.js';
import type { Patch } from './members.js';
import { Download } from './operation.js';
import type { Call, OperationResult, OperationRow } from './operation.js';
import {
  addStage,
  addTags,
  checkUnmapped,
  findApi,
  findDeployment,
  findIdleApi,
  findStage,
  forgetStages,
  pointStage,
} from './store.js';
import type { Api, Stage, Store } from './store.js';
import { showStage } from './views.js';

export const STAGE_OPERATIONS: readonly OperationRow[] = [
  {
    name: 'GetStages',
    method: 'GET',
    path: '/restapis/{restApiId}/stages',
    query: ['deploymentId'],
    status: 200,
    run: ({ store, parameter, query }) => {
      const { stages } = findApi(store, parameter('restApiId'));
      const wanted = query.get('deploymentId');
      return {
        item: [...stages.values()]
          .filter(({ deploymentId }) => wanted === null || deploymentId === wanted)
          .map(showStage),
      };
    },
  },
  {
    name: 'GetStage',
    method: 'GET',
    path: '/restapis/{restApiId}/stages/{stageName}',
    status: 200,
    run: ({ store, parameter }) =>
      showStage(findStage(findApi(store, parameter('restApiId')), parameter('stageName'))),
  },
  {
    name: 'CreateStage',
    method: 'POST',
    path: '/restapis/{restApiId}/stages',
    body: {
      stageName: 'string!',
      deploymentId: 'string!',
      description: 'string',
      variables: 'texts',
      tags: 'texts',
      cacheClusterEnabled: 'boolean',
      tracingEnabled: 'boolean',
    },
    status: 201,
    run: createStage,
  },
  {
    name: 'UpdateStage',
    method: 'PATCH',
    path: '/restapis/{restApiId}/stages/{stageName}',
    body: { patchOperations: 'objects' },
    status: 200,
    run: updateStage,
  },
  {
    name: 'DeleteStage',
    method: 'DELETE',
    path: '/restapis/{restApiId}/stages/{stageName}',
    status: 202,
    run: ({ store, parameter }) => {
      const api = findIdleApi(store, parameter('restApiId'));
      const { name } = findStage(api, parameter('stageName'));
      checkUnmapped(store, api.id, name);
      forgetStages(store, ({ apiId, stage }) => apiId === api.id && stage === name);
      api.stages.delete(name);
      return undefined;
    },
  },
  {
    name: 'GetExport',
    method: 'GET',
    path: '/restapis/{restApiId}/stages/{stageName}/exports/{exportType}',
    query: ['extensions'],
    status: 200,
    run: getExport,
  },
];

function createStage({ store, parameter, body }: Call): Fields {
  const api = findIdleApi(store, parameter('restApiId'));
  const name = textAt(body, 'stageName') ?? '';
  checkStageName(name);
  const deployment = findDeployment(api, textAt(body, 'deploymentId') ?? '');
  if (api.stages.has(name)) throw conflict('Stage already exists');
  if (body['cacheClusterEnabled'] === true) throw badRequest('The test cloud has no caches');
  const stage = addStage(store, api, {
    name,
    deployment,
    description: textAt(body, 'description'),
    variables: textMapAt(body, 'variables'),
  });
  stage.isTraced = body['tracingEnabled'] === true;
  addTags(stage.tags, textMapAt(body, 'tags'));
  return showStage(stage);
}

function updateStage({ store, parameter, body }: Call): Fields {
  const api = findIdleApi(store, parameter('restApiId'));
  const stage = findStage(api, parameter('stageName'));
  const patches = readPatches(body, 'updateStageInput');
  const changes = patches.map((patch) => readPatch(patch, { store, api, stage }));
  for (const change of changes) change();
  return showStage(stage);
}

type Patched = { readonly store: Store; readonly api: Api; readonly stage: Stage };

/** Returns a function that applies the patch, so that nothing changes before all patches are read. */
function readPatch(patch: Patch, { store, api, stage }: Patched): () => void {
  const { op, path, value } = patch;
  const ofMethods = readMethodPatch(patch, stage);
  if (ofMethods) return ofMethods;
  if (op !== 'replace') {
    throw badRequest(
      `Invalid patch path  '${path}' specified for op '${op}'. Please choose supported operations`,
    );
  }
  if (path === '/deploymentId') {
    const to = findDeployment(api, value ?? '');
    return () => {
      pointStage(stage, { to, from: api.deployments.get(stage.deploymentId) }, store.clock);
    };
  }
  if (path === '/tracingEnabled') {
    if (value !== 'true' && value !== 'false') throw badRequest(`Invalid value: ${value ?? ''}`);
    return () => {
      stage.isTraced = value === 'true';
    };
  }
  const variable = /^\/variables\/(\w+)$/.exec(path)?.[1];
  if (path !== '/description' && variable === undefined) {
    throw badRequest(`Invalid method setting path: ${path}`);
  }
  return () => {
    stage.updatedAt = store.clock.now();
    if (variable === undefined) stage.description = value;
    else stage.variables = { ...stage.variables, [variable]: value ?? '' };
  };
}

/** Exports a stage. The file is named after the version of the API, as in the real service. */
function getExport({ store, parameter, query, headers }: Call): OperationResult {
  const api = findApi(store, parameter('restApiId'));
  const stage = findStage(api, parameter('stageName'));
  const { definition, createdAt } = findDeployment(api, stage.deploymentId);
  const exportType = parameter('exportType');
  if (exportType !== 'oas30') throw badRequest(`The test cloud does not export '${exportType}'`);
  const accept = headers['accept'] ?? 'application/json';
  if (!/^(?:application\/json|\*\/\*)/.test(accept)) {
    throw badRequest(`The test cloud does not export as '${accept}'`);
  }
  const extensions = (query.get('extensions') ?? '').split(',').filter((name) => name !== '');
  const unknown = extensions.find((name) => name !== 'apigateway' && name !== 'integrations');
  if (unknown !== undefined) throw badRequest(`Unknown extensions '${unknown}'`);
  const version = definition.version ?? new Date(createdAt).toISOString();
  const document = exportDefinition(definition, {
    apiId: api.id,
    region: store.region,
    stage: stage.name,
    version,
    withIntegrations: extensions.length > 0,
    withExtensions: extensions.includes('apigateway'),
  });
  return new Download(JSON.stringify(document, undefined, 2), {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="oas30_${version}.json"`,
  });
}
