// A plan for machines: `framework plan --json`. It holds names, fields and routes, and no value of a variable.
import { countBreaking, isBreaking } from './breaking-changes.js';
import { type Deletion, deletionsOf } from './deletions.js';
import type {
  ApiChange,
  ApiPart,
  FieldChange,
  FunctionChange,
  FunctionPart,
  Plan,
  PolicyChange,
  RoleChange,
  RouteChange,
} from './plan.js';
import { isNothing } from './plan-deploy.js';
import type { RouteSummary } from './route-summary.js';

export type PlanDocument = {
  readonly version: 1;
  readonly app: string;
  readonly stage: string;
  readonly region: string;
  /** True when nothing of the stage exists. */
  readonly isFirst: boolean;
  /** True when a deploy would write nothing. */
  readonly isNothing: boolean;
  /** How many changes callers may notice as broken. */
  readonly breaking: number;
  /** What a deploy takes away for good; where nobody can be asked it wants `--allow-delete` for it. */
  readonly deletions: readonly Deletion[];
  /** Null when what is deployed is not known. */
  readonly routes: readonly PlannedRoute[] | null;
  readonly policies: readonly PolicyChange[];
  readonly roles: readonly Planned<RoleChange['action'], 'trust' | 'policy' | 'tags'>[];
  readonly functions: readonly PlannedFunction[];
  readonly api: PlannedApi | null;
  /** Ids of further APIs of ours, which are deleted. */
  readonly otherApis: readonly string[];
};

type Planned<Action, Part> = {
  readonly action: Action;
  readonly name: string;
  /** What is updated; empty for every other action. */
  readonly parts: readonly Part[];
};

export type PlannedFunction = Planned<FunctionChange['action'], FunctionPart> & {
  readonly fields: readonly FieldChange[];
  /** Why it is replaced. */
  readonly reason?: string;
};

export type PlannedApi = {
  readonly action: ApiChange['action'];
  /** Undefined before it is made. */
  readonly id?: string;
  readonly parts: readonly ApiPart[];
  /** Stages that are deleted. */
  readonly lostStages: readonly string[];
};

export type PlannedRoute = {
  readonly action: RouteChange['action'];
  readonly isBreaking: boolean;
  readonly route: RouteSummary;
  readonly fields: readonly FieldChange[];
};

export function planDocument(plan: Plan): PlanDocument {
  const { app, stage, region, isFirst, routes, policies, roles, functions, api, otherApis } = plan;
  return {
    version: 1,
    app,
    stage,
    region,
    isFirst,
    isNothing: isNothing(plan),
    breaking: countBreaking(plan),
    deletions: deletionsOf(plan),
    routes: routes?.map(routeOf) ?? null,
    policies,
    roles: roles.map((change) => ({
      action: change.action,
      name: change.action === 'delete' ? change.name : change.role.name,
      parts: change.action === 'update' ? change.parts : [],
    })),
    functions: functions.map(functionOf),
    api: api ? apiOf(api) : null,
    otherApis,
  };
}

function routeOf(change: RouteChange): PlannedRoute {
  const { action, route } = change;
  const fields = change.action === 'change' ? change.fields : [];
  return { action, isBreaking: isBreaking(change), route, fields };
}

function functionOf(change: FunctionChange): PlannedFunction {
  const { action } = change;
  const name = change.action === 'delete' ? change.name : change.function.name;
  if (change.action === 'update') {
    return { action, name, parts: change.parts, fields: change.fields };
  }
  const reason = change.action === 'replace' ? { reason: change.reason } : {};
  return { action, name, parts: [], fields: [], ...reason };
}

function apiOf(change: ApiChange): PlannedApi {
  const { action } = change;
  if (change.action === 'create') return { action, parts: [], lostStages: [] };
  const { id, otherStages } = change.observed;
  if (change.action !== 'update') return { action, id, parts: [], lostStages: [] };
  const { parts } = change;
  return { action, id, parts, lostStages: parts.includes('stages') ? otherStages : [] };
}
