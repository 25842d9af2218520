// The properties of the record about the API.
import type { RouteSummary } from '../../../../compiler/openapi/route-summary.js';
import { isListOf, isMapping, isText, isTextMapping } from '../../../../compiler/json-values.js';
import type { Recording, ResourceRecord } from '../../stage/resource-type.js';
import { hasOwnSettings } from './api-settings.js';
import type { DesiredApi, DeployedApi } from './api-state.js';

export const apiRecord: ResourceRecord = {
  isValid: ({ api }) => api === null || isApi(api),
  begin: (recording) => ({
    api: recording.observed.api ? knownApi(recording.observed.api.id, recording) : null,
  }),
  finish: ({ desired: { api, functions }, observed, learned }) => {
    const id = learned.apiId ?? observed.api?.id;
    const deploymentId = learned.deploymentId ?? observed.api?.deployment?.id;
    if (!api || id === undefined || deploymentId === undefined) return { api: null };
    const { stage, hash, routes, settings } = api;
    const known = { id, stage, deploymentId, hash, routes };
    // Creating the first role or function lets only one of two simultaneous deploys create an API.
    const isUngated = functions.every(({ name }) =>
      observed.functions.some((one) => one.name === name),
    );
    return {
      api: {
        ...known,
        ...(hasOwnSettings(settings) && { hasSettings: true }),
        ...(!observed.api && isUngated && { mayHaveTwin: true }),
      },
    };
  },
};

function knownApi(id: string, { previous, desired }: Recording): DeployedApi {
  return previous?.api?.id === id ? previous.api : unpublishedApi(id, desired.api);
}

/** The record of an API that is created and not published. */
export function unpublishedApi(id: string, api: DesiredApi | undefined): DeployedApi {
  return { id, stage: api?.stage ?? '', deploymentId: '', hash: '', routes: [] };
}

function isApi(value: unknown): value is DeployedApi {
  return (
    isMapping(value) &&
    ['stage', 'deploymentId', 'hash'].every((key) => isText(value[key])) &&
    isText(value['id']) &&
    /^[\w-]+$/.test(value['id']) &&
    ['hasSettings', 'mayHaveTwin'].every(
      (key) => value[key] === undefined || value[key] === true,
    ) &&
    isListOf(value['routes'], isRoute)
  );
}

function isRoute(value: unknown): value is RouteSummary {
  return (
    isMapping(value) &&
    isText(value['path']) &&
    isText(value['method']) &&
    typeof value['apiKeyRequired'] === 'boolean' &&
    (value['authorizer'] === null || isText(value['authorizer'])) &&
    (value['authorizerFacts'] === undefined || isText(value['authorizerFacts'])) &&
    typeof value['hasCors'] === 'boolean' &&
    (value['corsHeaders'] === undefined || isTextMapping(value['corsHeaders'])) &&
    (value['contentTypes'] === undefined || isListOf(value['contentTypes'], isText))
  );
}
