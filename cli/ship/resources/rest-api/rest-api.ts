// The resource type for the REST API: its document, its deployments, and the stage that makes one of them available to callers.
import { createHash } from 'node:crypto';
import { type Diagnostic, diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import {
  ANY_REGION,
  type OpenApiDocument,
  withHash,
} from '../../../../compiler/openapi/openapi-document.js';
import type { PolicyStatement } from '../../../../compiler/policy/sdk-use.js';
import { openApiDocument } from '../../../../compiler/openapi/open-api.js';
import { summarizeRoutes } from '../../../../compiler/openapi/route-summary.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { STREAM_HANDLER } from '../../../config/stage-config.js';
import { arnPrefix, type DeployerScope } from '../../stage/deployer-scope.js';
import { EXPIRES_TAG, KEYS_TAG } from '../../../config/limits.js';
import { ownTagOf } from '../../stage/own-tag.js';
import {
  changedFields,
  type FieldChange,
  fieldText,
  type PlanRow,
  renderRows,
} from '../../stage/plan-rows.js';
import type {
  Deletion,
  DeployerStatement,
  PlannedChange,
  Planning,
  ResourceType,
} from '../../stage/resource-type.js';
import type { Desired, DesiredInput, Owner, Plan } from '../../stage/states.js';
import { documentTooLarge } from './api-catalogue.js';
import {
  apiExport,
  apiRecord,
  type ApiChange,
  apiIdIn,
  type ApiPart,
  type DesiredApi,
  isOfDocument,
  type RouteChange,
} from './api-state.js';
import {
  COMMON_SETTINGS,
  compareApiSettings,
  desiredApiSettings,
  type DesiredApiSettings,
} from './api-settings.js';
import { apiRollback } from './api-rollback.js';
import {
  apiSteps,
  publishId,
  publishSteps,
  stageDeletions,
  handoverSteps,
  liveSteps,
} from './api-steps.js';
import { planRoutes } from './plan-routes.js';
import { isStillRecorded, readNamedApi, readRecordedApi, readShownRoutes } from './read-api.js';
import type { ApiStageSettings } from '../../../cloud/services/api-gateway.js';
import type { Throttle } from '../../../cloud/services/api-keys.js';
import type { Session, Step } from '../../stage/run-steps.js';

const COMMON_STAGE_SETTINGS: ApiStageSettings = { tracing: false, throttle: undefined };

function compareStageSettings(
  from: ApiStageSettings,
  to: ApiStageSettings,
): readonly FieldChange[] {
  return changedFields([
    ['xray', from.tracing, to.tracing],
    ['api_gateway_throttle', throttleText(from.throttle), throttleText(to.throttle)],
  ]);
}

function throttleText(throttle: Throttle | undefined): string | undefined {
  return throttle && `${throttle.rateLimit} per second, ${throttle.burstLimit} concurrently`;
}

/** Returns the steps for the settings of the stage, which exists after the first deployment. */
function stageSettingSteps(session: Session): readonly Step[] {
  const { api } = session.plan;
  if (!api || api.action === 'unchanged' || api.action === 'delete') return [];
  const { stage, stageSettings } = api.api;
  const isNew = api.action === 'create';
  const isChanged = isNew
    ? compareStageSettings(COMMON_STAGE_SETTINGS, stageSettings).length > 0
    : api.parts.includes('stage');
  if (!isChanged) return [];
  const { apiGateway } = session.cloud;
  return [
    {
      id: 'stage-settings',
      label: { verb: 'update', object: `settings of stage ${stage}` },
      dependsOn: [publishId],
      run: () => apiGateway.updateStageSettings(apiIdIn(session), stage, stageSettings),
    },
  ];
}

export const restApi: ResourceType = {
  desired: { api: desiredApi },
  check: checkDocument,
  read: {
    properties: ['api', 'otherApis', 'servedTwins'],
    isStillSo: isStillRecorded,
    recorded: readRecordedApi,
    named: readNamedApi,
    more: readShownRoutes,
    isThere: ({ api }) => api !== undefined,
    // An API that was found by its recorded id is ours; its tag was not read.
    claims: ({ api }, { api: found }) =>
      api && found?.tag !== undefined
        ? [{ kind: 'API', name: api.name, tag: found.tag, wanted: api.tags }]
        : [],
  },
  plan: {
    api: planApi,
    otherApis: ({ observed }) => observed.otherApis ?? [],
    servedTwins: ({ observed }) => observed.servedTwins ?? [],
    routes: planRoutes,
  },
  show: {
    changes: apiChanges,
    rows: apiRows,
    document: ({ api, otherApis }) => ({ api: api ? documentOf(api) : null, otherApis }),
    meaning: (plan, look) => renderRows('Routes', routeRows(plan), look),
    meaningDocument: routesDocument,
    countBreaking: ({ routes, api }) =>
      (routes ?? []).filter(isBreaking).length + lostStages(api).length,
    loss: {
      kind: 'API',
      names: (plan) => [
        ...(plan.api?.action === 'delete' ? [nameOf(plan)] : []),
        ...plan.servedTwins.map((id) => `${nameOf(plan)} (${id})`),
      ],
      consequence: ', whose URL is then lost',
    },
  },
  learned: { apiId: ({ api }) => api?.id, deploymentId: () => undefined },
  steps: (session) => ({
    make: apiSteps(session),
    publish: [
      ...publishSteps(session),
      ...stageSettingSteps(session),
      ...liveSteps(session),
      ...handoverSteps(session),
    ],
  }),
  deletions: {
    planned: (plan) => {
      const { api, otherApis } = plan;
      const ids = api?.action === 'delete' ? [api.observed.id, ...otherApis] : otherApis;
      return [...stageDeletions(plan), ...deletionsOf(plan, ids, otherApis.length === 0)];
    },
    recorded: ({ api, ...owner }) => deletionsOf(owner, api ? [api.id] : [], true),
    found: ({ api, otherApis = [] }, owner) => {
      const ids = [...(api ? [api.id] : []), ...otherApis];
      return deletionsOf(owner, ids, ids.length === 1);
    },
  },
  rollback: apiRollback,
  record: apiRecord,
  deployer: {
    statements: [
      statement('all-apis', 'AllApis', '/restapis'),
      statement('api', 'Apis', '/restapis/*'),
      statement('api-tags', 'ApiTags', '/tags/*'),
    ],
    others: policyStatements,
  },
  exported: apiExport,
};

function desiredApi(input: DesiredInput): DesiredApi | undefined {
  const { manifest, config, app, region, ownTags, apiPolicy, expiry } = input;
  if (manifest.routes.length === 0) return undefined;
  const name = baseName(app, config.stage);
  const { xray, api_gateway_throttle: throttle, api_keys: keys = {} } = config.settings;
  const hasKeys = Object.keys(keys).length > 0;
  const settings = desiredApiSettings(config.settings, apiPolicy);
  const stream = {
    functionName: functionNameOf(name, STREAM_HANDLER),
    timeout: config.functionConfig(STREAM_HANDLER).settings.lambda_timeout,
  };
  const documentIn = (location: string): OpenApiDocument =>
    openApiDocument(manifest, { name, region: location, functionName: name, stream, settings });
  const hashIn = (location: string): string => hashOf(documentIn(location), settings);
  const document = documentIn(region);
  const hash = hashIn(region);
  return {
    name,
    stage: config.settings.api_gateway_stage,
    // The tag tells other machines that the stage has keys.
    tags: { ...ownTags, ...expiry, ...(hasKeys && { [KEYS_TAG]: 'api_keys' }) },
    settings,
    stageSettings: {
      tracing: xray,
      throttle: throttle && { rateLimit: throttle.rate_limit, burstLimit: throttle.burst_limit },
    },
    document: withHash(document, hash),
    hash,
    exportedHash: region === ANY_REGION ? hash : hashIn(ANY_REGION),
    routes: summarizeRoutes(manifest, document),
  };
}

/** Returns the hash of the document and of the endpoint type, which is not in the document. */
function hashOf(document: OpenApiDocument, { endpointType }: DesiredApiSettings): string {
  const reached = endpointType === COMMON_SETTINGS.endpointType ? '' : endpointType;
  return createHash('sha256').update(JSON.stringify(document)).update(reached).digest('hex');
}

/** The maximum size of a document: docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const DOCUMENT_BYTES = 6 * 1024 * 1024;

function checkDocument({ api }: Desired): readonly Diagnostic[] {
  const bytes = Buffer.byteLength(JSON.stringify(api?.document ?? {}));
  if (!api || bytes <= DOCUMENT_BYTES) return [];
  return [diagnose(documentTooLarge, { bytes, quota: DOCUMENT_BYTES, routes: api.routes.length })];
}

function planApi({ desired: { api }, observed: { api: observed } }: Planning): Plan['api'] {
  if (!api) return observed && { action: 'delete', observed };
  if (!observed) return { action: 'create', api };
  // A document that an interrupted deploy imported but did not publish is imported again.
  const isDeployed = isOfDocument(observed.deployment?.hash, api);
  const hasOtherTag =
    Object.hasOwn(api.tags, EXPIRES_TAG) ||
    (observed.tag !== undefined && observed.tag !== ownTagOf(api.tags));
  const settings = observed.settings ? compareApiSettings(observed.settings, api.settings) : [];
  const { stageSettings = COMMON_STAGE_SETTINGS } = observed;
  const ofStage = compareStageSettings(stageSettings, api.stageSettings);
  const isSame = isDeployed && settings.length === 0;
  const parts: ApiPart[] = [
    ...(isSame ? [] : (['document', 'deployment'] as const)),
    ...(hasOtherTag ? (['tags'] as const) : []),
    ...(ofStage.length > 0 ? (['stage'] as const) : []),
    ...(observed.otherStages.length > 0 ? (['stages'] as const) : []),
  ];
  if (parts.length === 0) return { action: 'unchanged', api, observed };
  return { action: 'update', api, observed, parts, fields: [...settings, ...ofStage] };
}

function nameOf({ app, stage }: Owner): string {
  return baseName(app, stage);
}

function apiChanges(plan: Plan): readonly PlannedChange[] {
  const name = nameOf(plan);
  return [
    ...(plan.api ? [{ action: plan.api.action, name }] : []),
    ...plan.otherApis.map((id) => ({ action: 'delete', name: `${name} (${id})` })),
  ];
}

function apiRows(plan: Plan): readonly PlanRow[] {
  const { api } = plan;
  const isKept = api && 'observed' in api && api.action !== 'delete';
  const kept = isKept ? `; ${api.observed.id} stays` : '';
  return [
    ...(api ? changeRows(api, nameOf(plan)) : []),
    ...plan.otherApis.map((id): PlanRow => {
      const name = `${nameOf(plan)} (${id})`;
      return { sign: '-', cells: ['API', name], details: [`left by another deploy${kept}`] };
    }),
  ];
}

function changeRows(change: ApiChange, name: string): readonly PlanRow[] {
  switch (change.action) {
    case 'create':
      return [{ sign: '+', cells: ['API', change.api.name], details: creationDetails(change.api) }];
    case 'update': {
      const details = [
        ...change.parts.flatMap((part) => PARTS[part] ?? []),
        ...change.fields.map(fieldText),
        ...change.observed.otherStages.map((stage) => `stage ${stage} is deleted`),
      ];
      return [{ sign: '~', cells: ['API', change.api.name], details }];
    }
    case 'unchanged':
      return [];
    case 'delete':
      return [{ sign: '-', cells: ['API', name], warning: 'its URL is lost permanently' }];
  }
}

/** Returns the stage of a new API, and the settings that differ from the defaults. */
function creationDetails({ stage, settings, stageSettings }: DesiredApi): readonly string[] {
  const own = [
    ...compareApiSettings(COMMON_SETTINGS, settings),
    ...compareStageSettings(COMMON_STAGE_SETTINGS, stageSettings),
  ];
  return [`stage ${stage}`, ...own.map(({ field, to }) => `${field} ${to ?? ''}`)];
}

/** The names of the parts in a plan. A document is always deployed too; stages and settings are shown by name. */
const PARTS: Readonly<Partial<Record<ApiPart, string>>> = {
  document: 'routes and settings',
  tags: 'tags',
};

function documentOf(change: ApiChange): object {
  const { action } = change;
  if (change.action === 'create') return { action, parts: [], lostStages: [] };
  const { id } = change.observed;
  if (change.action !== 'update') return { action, id, parts: [], lostStages: [] };
  const { parts, fields } = change;
  const known = { action, id, parts, ...(fields.length > 0 && { fields }) };
  return { ...known, lostStages: lostStages(change) };
}

/** Returns the deletions. If two APIs have the same name, the text contains their ids. */
function deletionsOf(owner: Owner, ids: readonly string[], isOnly: boolean): readonly Deletion[] {
  const name = nameOf(owner);
  return ids.map((id) => ({
    kind: 'API',
    name: isOnly ? name : `${name} (${id})`,
    run: ({ cloud }) => cloud.apiGateway.deleteApi(id),
  }));
}

/** Returns what a resource policy requires: docs.aws.amazon.com/service-authorization, API Gateway Management. */
function policyStatements(scope: DeployerScope): readonly PolicyStatement[] {
  const { api } = scope;
  if (!api || (!api.api_gateway_policy_file && !api.api_gateway_endpoint_vpce)) return [];
  const apis = `${arnPrefix('apigateway', scope)}::/restapis`;
  const Action = ['apigateway:UpdateRestApiPolicy'];
  return [{ Sid: 'ApiPolicies', Effect: 'Allow', Action, Resource: [apis, `${apis}/*`] }];
}

function statement(
  resource: DeployerStatement['resource'],
  sid: string,
  path: string,
): DeployerStatement {
  return {
    resource,
    sid,
    isWritten: ({ hasApi }) => hasApi,
    arns: (scope) => [`${arnPrefix('apigateway', scope)}::${path}`],
  };
}

/** True if the API may now reject a request that it accepted before. */
export function isBreaking(change: RouteChange): boolean {
  return change.action === 'change' ? change.isBreaking : change.action === 'remove';
}

/** Returns the stages of the API that the deploy deletes, together with their URLs. */
function lostStages(change: ApiChange | undefined): readonly string[] {
  if (change?.action !== 'update' || !change.parts.includes('stages')) return [];
  return change.observed.otherStages;
}

function routeRows({ routes, api }: Plan): readonly PlanRow[] {
  if (routes === undefined) {
    const text = 'the deployed state could not be read, so the routes are not compared';
    return [{ sign: '~', cells: [text] }];
  }
  const stages = lostStages(api).map((stage): PlanRow => {
    const warning = 'breaking: its URL stops working';
    return { sign: '-', cells: ['stage', stage], warning };
  });
  return [...routes.map(routeRow), ...stages];
}

function routeRow(change: RouteChange): PlanRow {
  const { action, route } = change;
  const cells = [route.method, route.path];
  if (action === 'add') return { sign: '+', cells };
  if (action === 'remove') return { sign: '-', cells, warning: 'breaking: answers 403' };
  const text = change.fields.map(fieldText).join('; ');
  if (!isBreaking(change)) return { sign: '~', cells: [...cells, text] };
  return { sign: '~', cells, warning: `breaking: ${text}` };
}

/** Returns the routes for `plan --json`; null if the deployed routes are unknown. */
function routesDocument({ routes }: Plan): object {
  const documents = routes?.map((change) => {
    const { action, route } = change;
    const fields = action === 'change' ? change.fields : [];
    return { action, isBreaking: isBreaking(change), route, fields };
  });
  return { routes: documents ?? null };
}
