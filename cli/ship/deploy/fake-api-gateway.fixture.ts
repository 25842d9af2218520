// API Gateway in memory, for tests of deploy.
import type { Cloud } from '../../cloud/cloud.js';
import type {
  ApiStageSettings,
  CloudApi,
  CloudDeployment,
} from '../../cloud/services/api-gateway.js';
import { importedSettings, patched } from './fake-api-settings.fixture.js';
import { fakeDomains, type FakeDomain } from './fake-domains.fixture.js';
import { has, refused } from './fake-refusal.fixture.js';

export type FakeApi = {
  api: CloudApi;
  document: string | undefined;
  stages: Map<string, string>;
  /** Keyed by stage. */
  stageSettings: Map<string, ApiStageSettings>;
  deployments: (CloudDeployment & { document: string })[];
};

type FakeApiGatewayInput = {
  readonly apis: Map<string, FakeApi>;
  readonly domains: Map<string, FakeDomain>;
  /** Grows with each change, for ids and times. */
  readonly clock: { time: number };
};

export function fakeApiGateway({ apis, domains, clock }: FakeApiGatewayInput): Cloud['apiGateway'] {
  const stageSettingsOf = (apiId: string, stage: string): ApiStageSettings =>
    apis.get(apiId)?.stageSettings.get(stage) ?? { tracing: false, throttle: undefined };

  return {
    ...fakeDomains(domains, refused),
    ...NO_KEYS,
    findApis: (name) =>
      Promise.resolve([...apis.values()].map(({ api }) => api).filter((api) => api.name === name)),
    getApi: (id) => Promise.resolve(apis.get(id)?.api),
    createApi: async ({ name, tags, endpointType = 'REGIONAL', vpcEndpointIds = [] }) => {
      clock.time += 1;
      const none = { minimumCompressionSize: undefined, policy: undefined };
      const settings = { endpointType, vpcEndpointIds, ...none };
      const made = { id: `api${clock.time}`, name, description: '', createdAt: clock.time };
      const api: CloudApi = { ...made, tags, settings };
      const stages = { stages: new Map(), stageSettings: new Map() };
      apis.set(api.id, { api, document: undefined, ...stages, deployments: [] });
      return Promise.resolve(api);
    },
    tagApi: async (id, tags) => {
      const one = has(apis, id);
      one.api = { ...one.api, tags: { ...one.api.tags, ...tags } };
      return Promise.resolve();
    },
    untagApi: async (id, keys) => {
      const one = has(apis, id);
      const tags = Object.entries(one.api.tags).filter(([key]) => !keys.includes(key));
      one.api = { ...one.api, tags: Object.fromEntries(tags) };
      return Promise.resolve();
    },
    putApi: async (id, document) => {
      const one = has(apis, id);
      const { info } = JSON.parse(document) as { readonly info: { readonly description: string } }; // because we wrote it
      one.document = document;
      const settings = importedSettings(one.api.settings, document);
      one.api = { ...one.api, description: info.description, settings };
      return Promise.resolve(one.api);
    },
    updateApi: async (id, patches) => {
      const one = has(apis, id);
      one.api = { ...one.api, settings: patches.reduce(patched, one.api.settings) };
      return Promise.resolve(one.api);
    },
    getStage: (apiId, stage) => {
      const deploymentId = apis.get(apiId)?.stages.get(stage);
      return Promise.resolve(
        deploymentId === undefined
          ? undefined
          : { name: stage, deploymentId, description: '', ...stageSettingsOf(apiId, stage) },
      );
    },
    listStages: (apiId) =>
      Promise.resolve(
        [...(apis.get(apiId)?.stages ?? [])].map(([name, deploymentId]) => ({
          name,
          deploymentId,
          description: '',
          ...stageSettingsOf(apiId, name),
        })),
      ),
    createDeployment: async (apiId, { stage, description }) => {
      const one = has(apis, apiId);
      if (one.document === undefined) throw refused('rejected', 'createDeployment');
      clock.time += 1;
      const made = {
        id: `d${clock.time}`,
        description,
        createdAt: clock.time,
        document: one.document,
      };
      one.deployments.unshift(made);
      one.stages.set(stage, made.id);
      return Promise.resolve(made);
    },
    getDeployment: (apiId, id) =>
      Promise.resolve(apis.get(apiId)?.deployments.find((one) => one.id === id)),
    updateStage: async (apiId, stage, deploymentId) => {
      has(apis, apiId).stages.set(stage, deploymentId);
      return Promise.resolve();
    },
    updateStageSettings: async (apiId, stage, settings) => {
      has(has(apis, apiId).stages, stage);
      has(apis, apiId).stageSettings.set(stage, settings);
      return Promise.resolve();
    },
    deleteStage: async (apiId, stage) => {
      apis.get(apiId)?.stages.delete(stage);
      apis.get(apiId)?.stageSettings.delete(stage);
      return Promise.resolve();
    },
    exportStage: (apiId, stage) => {
      const one = apis.get(apiId);
      const id = one?.stages.get(stage);
      return Promise.resolve(one?.deployments.find((other) => other.id === id)?.document);
    },
    deleteApi: async (id) => {
      const isMapped = [...domains.values()].some((one) =>
        [...one.mappings.values()].some(({ apiId }) => apiId === id),
      );
      if (isMapped) throw refused('rejected', 'deleteApi');
      apis.delete(id);
      return Promise.resolve();
    },
  };
}

const unknownCall = (): Promise<never> =>
  Promise.reject(new Error('Use the test cloud for API keys'));

const NO_KEYS = {
  listKeys: unknownCall,
  getKeyValue: unknownCall,
  createKey: unknownCall,
  enableKey: unknownCall,
  deleteKey: unknownCall,
  listPlans: unknownCall,
  createPlan: unknownCall,
  updatePlan: unknownCall,
  deletePlan: unknownCall,
  hasPlanKey: unknownCall,
  addPlanKey: unknownCall,
};
