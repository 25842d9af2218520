// Deployments, and the stages that serve them under a name.
import { exportDefinition } from '../definition/export-document.js';
import {
  type Fields,
  textAt,
  textMapAt,
  badRequest,
  conflict,
  notFound,
  newId,
} from '../fields.js';
import {
  type Call,
  Download,
  type OperationResult,
  type OperationRows,
  type Patch,
  page,
  readPatches,
  wrongPatch,
} from './operation.js';
import {
  type Api,
  type Deployment,
  type MethodSettings,
  type Stage,
  type Store,
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
import { showDeployment, showStage } from './views.js';

export const STAGE_OPERATIONS: OperationRows = {
  GetStages: {
    http: 'GET /restapis/{restApiId}/stages',
    query: 'deploymentId',
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
  GetStage: {
    http: 'GET /restapis/{restApiId}/stages/{stageName}',
    run: ({ store, parameter }) =>
      showStage(findStage(findApi(store, parameter('restApiId')), parameter('stageName'))),
  },
  CreateStage: {
    http: 'POST /restapis/{restApiId}/stages',
    takes: `stageName! deploymentId! description variables:text-map tags:text-map
      cacheClusterEnabled:boolean tracingEnabled:boolean`,
    run: createStage,
  },
  UpdateStage: {
    http: 'PATCH /restapis/{restApiId}/stages/{stageName}',
    takes: 'patchOperations:maps',
    run: updateStage,
  },
  DeleteStage: {
    http: 'DELETE /restapis/{restApiId}/stages/{stageName}',
    run: ({ store, parameter }) => {
      const api = findIdleApi(store, parameter('restApiId'));
      const { name } = findStage(api, parameter('stageName'));
      checkUnmapped(store, api.id, name);
      forgetStages(store, ({ apiId, stage }) => apiId === api.id && stage === name);
      api.stages.delete(name);
    },
  },
  GetExport: {
    http: 'GET /restapis/{restApiId}/stages/{stageName}/exports/{exportType}',
    query: 'extensions',
    run: getExport,
  },
};

function createStage({ store, parameter, body }: Call): Fields {
  const api = findIdleApi(store, parameter('restApiId'));
  const name = textAt(body, 'stageName') ?? '';
  checkStageName(name);
  const deployment = findDeployment(api, textAt(body, 'deploymentId') ?? '');
  if (api.stages.has(name)) throw conflict('Stage already exists');
  if (body['cacheClusterEnabled'] === true)
    throw badRequest('The test cloud does not support caches');
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

/** Returns a function that applies the patch, so that nothing changes before all patches have been read. */
function readPatch(patch: Patch, { store, api, stage }: Patched): () => void {
  const { op, path, value } = patch;
  const ofMethods = readMethodPatch(patch, stage);
  if (ofMethods) return ofMethods;
  if (op !== 'replace') throw wrongPatch({ op, path }, ' Please choose supported operations');
  if (path === '/deploymentId') {
    const to = findDeployment(api, value ?? '');
    return () =>
      pointStage(stage, { to, from: api.deployments.get(stage.deploymentId) }, store.clock);
  }
  if (path === '/tracingEnabled') {
    if (value !== 'true' && value !== 'false') throw badRequest(`Invalid value: ${value ?? ''}`);
    return () => {
      stage.isTraced = value === 'true';
    };
  }
  const variable = /^\/variables\/(\w+)$/.exec(path)?.[1];
  if (path !== '/description' && variable === undefined)
    throw badRequest(`Invalid method setting path: ${path}`);
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
  if (!/^(?:application\/json|\*\/\*)/.test(accept))
    throw badRequest(`The test cloud does not export as '${accept}'`);
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

// Method settings of a stage, changed by UpdateStage
// (docs.aws.amazon.com/apigateway/latest/api/patch-operations.html#UpdateStage-Patch).

const PATH =
  /^\/([^/]+\/[^/]+)(?:\/(throttling\/rateLimit|throttling\/burstLimit|logging\/loglevel|metrics\/enabled))?$/;

/** Reads a patch to a method setting; undefined if the patch changes something else. */
function readMethodPatch({ op, path, value = '' }: Patch, stage: Stage): (() => void) | undefined {
  const [, method, setting] = PATH.exec(path) ?? [];
  if (method === undefined || method.startsWith('variables/')) return undefined;
  if (setting === undefined) {
    if (op !== 'remove') throw wrongPatch({ op, path }, ' Please choose supported operations');
    if (!Object.hasOwn(stage.methodSettings, method))
      throw notFound(`Invalid method setting path: ${path}`);
    return () => {
      const others = Object.entries(stage.methodSettings).filter(([name]) => name !== method);
      stage.methodSettings = Object.fromEntries(others);
    };
  }
  if (op !== 'replace') throw wrongPatch({ op, path }, ' Please choose supported operations');
  const changed = readSetting(setting, value);
  return () => {
    const before = stage.methodSettings[method];
    stage.methodSettings = { ...stage.methodSettings, [method]: { ...before, ...changed } };
  };
}

function readSetting(setting: string, value: string): MethodSettings {
  switch (setting) {
    case 'throttling/rateLimit':
      return { rateLimit: readLimit(value, false) };
    case 'throttling/burstLimit':
      return { burstLimit: readLimit(value, true) };
    case 'logging/loglevel':
      return { loggingLevel: value };
    default:
      return { metricsEnabled: value === 'true' };
  }
}

/** Parses a limit. A limit of -1 removes the limit. */
function readLimit(text: string, isWhole: boolean): number {
  const limit = Number(text);
  const isRight = text !== '' && (isWhole ? Number.isInteger(limit) : Number.isFinite(limit));
  if (isRight && (limit >= 0 || limit === -1)) return limit;
  throw badRequest(`Invalid throttling limit: ${text}`);
}

export const DEPLOYMENT_OPERATIONS: OperationRows = {
  CreateDeployment: {
    http: 'POST /restapis/{restApiId}/deployments',
    takes: 'stageName stageDescription description variables:text-map',
    run: createDeployment,
  },
  GetDeployments: {
    http: 'GET /restapis/{restApiId}/deployments',
    query: 'position limit',
    run: ({ store, parameter, query }) => {
      const { deployments } = findApi(store, parameter('restApiId'));
      return page([...deployments.values()].map(showDeployment), query);
    },
  },
  GetDeployment: {
    http: 'GET /restapis/{restApiId}/deployments/{deploymentId}',
    run: ({ store, parameter }) => {
      const api = findApi(store, parameter('restApiId'));
      return showDeployment(findDeployment(api, parameter('deploymentId')));
    },
  },
  UpdateDeployment: {
    http: 'PATCH /restapis/{restApiId}/deployments/{deploymentId}',
    takes: 'patchOperations:maps',
    run: ({ store, parameter, body }) => {
      const deployment = findDeployment(
        findIdleApi(store, parameter('restApiId')),
        parameter('deploymentId'),
      );
      for (const { op, path, value } of readPatches(body, 'updateDeploymentInput')) {
        if (op !== 'replace' || path !== '/description') throw wrongPatch({ op, path }, '');
        deployment.description = value;
      }
      return showDeployment(deployment);
    },
  },
  DeleteDeployment: {
    http: 'DELETE /restapis/{restApiId}/deployments/{deploymentId}',
    run: ({ store, parameter }) => {
      const api = findIdleApi(store, parameter('restApiId'));
      const { id } = findDeployment(api, parameter('deploymentId'));
      if ([...api.stages.values()].some(({ deploymentId }) => deploymentId === id))
        throw badRequest('Active stages pointing to this deployment must be moved or deleted');
      api.deployments.delete(id);
    },
  },
};

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

function checkDeployable({ definition, endpointType }: Api): void {
  if (endpointType === 'PRIVATE' && definition.policy === undefined)
    throw badRequest("Private REST API doesn't have a resource policy attached to it");
  const methods = definition.resources.flatMap((resource) => Object.values(resource.methods));
  if (methods.length === 0) throw badRequest("The REST API doesn't contain any methods");
  if (methods.some(({ integration }) => integration === undefined))
    throw badRequest('No integration defined for method');
}

/** docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html */
function checkStageName(name: string): void {
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
