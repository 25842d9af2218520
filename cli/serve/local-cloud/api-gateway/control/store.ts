// The stored state: REST APIs with their deployments and stages, API keys and usage plans.
import type { CloudClock, Place } from '../../service.js';
import type { Definition } from '../definition/definition.js';
import { badRequest, conflict, notFound } from '../fields.js';

export type Api = {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  endpointType: string;
  /** The VPC endpoints of a private API; empty for any other API. */
  vpcEndpointIds: readonly string[];
  readonly apiKeySource: 'HEADER';
  /** The draft; stages serve the definition of their deployment. */
  definition: Definition;
  readonly tags: Map<string, string>;
  readonly deployments: Map<string, Deployment>;
  readonly stages: Map<string, Stage>;
  /** True while an import is running. */
  isChanging: boolean;
};

export type Deployment = {
  readonly id: string;
  description: string | undefined;
  readonly createdAt: number;
  readonly definition: Definition;
};

export type Stage = {
  readonly name: string;
  readonly createdAt: number;
  updatedAt: number;
  deploymentId: string;
  description: string | undefined;
  variables: Readonly<Record<string, string>>;
  isTraced: boolean;
  /** The method settings by path and method, for example `*\/*` for all methods. */
  methodSettings: Readonly<Record<string, MethodSettings>>;
  readonly tags: Map<string, string>;
  /** The deployment that the stage serves until the new one is live; undefined before the first deployment. */
  before: Deployment | undefined;
  /** When the deployment goes live, by the clock of the cloud. */
  liveAt: number;
};

export type MethodSettings = {
  readonly rateLimit?: number;
  readonly burstLimit?: number;
  readonly loggingLevel?: string;
  readonly metricsEnabled?: boolean;
};

export type ApiKey = {
  readonly id: string;
  name: string;
  readonly value: string;
  readonly description: string | undefined;
  readonly createdAt: number;
  updatedAt: number;
  enabled: boolean;
  readonly tags: Map<string, string>;
};

export type UsagePlan = {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  throttle: PlanThrottle | undefined;
  quota: PlanQuota | undefined;
  stages: readonly PlanStage[];
  readonly keyIds: Set<string>;
  readonly tags: Map<string, string>;
};

/** The values from the request, without defaults. */
export type PlanThrottle = { readonly rateLimit?: number; readonly burstLimit?: number };
export type PlanQuota = {
  readonly limit?: number;
  readonly offset?: number;
  readonly period?: string;
};

export type PlanStage = { readonly apiId: string; readonly stage: string };

export type Domain = {
  readonly name: string;
  readonly endpointType: string;
  certificateArn: string;
  securityPolicy: string;
  readonly tags: Map<string, string>;
  /** By base path; the empty base path is the root of the domain. */
  readonly mappings: Map<string, Mapping>;
};

export type Mapping = {
  readonly basePath: string;
  readonly apiId: string;
  readonly stage: string;
};

export type Store = Place & {
  /** In order of creation. */
  readonly apis: Map<string, Api>;
  readonly keys: Map<string, ApiKey>;
  readonly plans: Map<string, UsagePlan>;
  readonly domains: Map<string, Domain>;
};

function mappingsOf(store: Store, apiId: string, stage?: string): readonly Mapping[] {
  return [...store.domains.values()]
    .flatMap(({ mappings }) => [...mappings.values()])
    .filter((one) => one.apiId === apiId && (stage === undefined || one.stage === stage));
}

export function findApi(store: Store, id: string): Api {
  const api = store.apis.get(id);
  if (!api) throw notFound(`Invalid API identifier specified ${store.account}:${id}`);
  return api;
}

/** Finds an API that a call changes. Rejects the call while an import is running. */
export function findIdleApi(store: Store, id: string): Api {
  const api = findApi(store, id);
  if (api.isChanging)
    throw conflict(
      'Unable to complete operation due to concurrent modification. Please try again later.',
    );
  return api;
}

export function findStage(api: Api, name: string): Stage {
  const stage = api.stages.get(name);
  if (!stage) throw notFound('Invalid stage identifier specified');
  return stage;
}

export function findDeployment(api: Api, id: string): Deployment {
  const deployment = api.deployments.get(id);
  if (!deployment) throw notFound('Invalid Deployment identifier specified');
  return deployment;
}

export function checkUnmapped(store: Store, apiId: string, stage?: string): void {
  if (mappingsOf(store, apiId, stage).length > 0)
    throw badRequest('Please remove all base path mappings related to the API or stage first.');
}

/** Milliseconds until a new deployment is live; the real service does not document this. */
const PROPAGATION = 1000;

export function pointStage(
  stage: Stage,
  { to, from }: { readonly to: Deployment; readonly from?: Deployment | undefined },
  clock: CloudClock,
): void {
  const now = clock.now();
  // Until `liveAt`, the stage serves the previous deployment, if that one has already gone live.
  if (stage.liveAt <= now) stage.before = from;
  stage.deploymentId = to.id;
  stage.liveAt = now + clock.scaled(PROPAGATION);
  stage.updatedAt = now;
}

export type NewStage = Pick<Stage, 'name' | 'description' | 'variables'> & {
  readonly deployment: Deployment;
};

export function addStage(
  { clock }: Store,
  api: Api,
  { deployment, name, description, variables }: NewStage,
): Stage {
  const now = clock.now();
  const stage: Stage = {
    name,
    createdAt: now,
    updatedAt: now,
    deploymentId: deployment.id,
    description,
    variables,
    isTraced: false,
    methodSettings: {},
    tags: new Map<string, string>(),
    before: undefined,
    liveAt: 0,
  };
  pointStage(stage, { to: deployment }, clock);
  api.stages.set(name, stage);
  return stage;
}

export function forgetStages(store: Store, isGone: (stage: PlanStage) => boolean): void {
  for (const plan of store.plans.values())
    plan.stages = plan.stages.filter((stage) => !isGone(stage));
}

const MAX_TAGS = 50;

export function addTags(tags: Map<string, string>, added: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(added)) {
    if (key === '' || key.length > 128 || /^aws:/i.test(key))
      throw badRequest(`Invalid tag key: ${key}`);
    if (value.length > 256) throw badRequest(`Invalid tag value of ${key}`);
  }
  const keys = new Set([...tags.keys(), ...Object.keys(added)]);
  if (keys.size > MAX_TAGS) throw badRequest(`Too many tags: ${keys.size}, at most ${MAX_TAGS}`);
  for (const [key, value] of Object.entries(added)) tags.set(key, value);
}
