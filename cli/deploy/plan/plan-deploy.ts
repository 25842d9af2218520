// Plans a deploy: what has to happen so that the observed state becomes the desired one. Pure, and total: every state that
// can be observed has a plan.
import type { Desired } from '../desired/desired.js';
import type { Observed } from '../observed/observed.js';
import type { Plan } from './plan.js';
import { planApi } from './plan-api.js';
import { planFunctions } from './plan-functions.js';
import { planPolicies } from './plan-policies.js';
import { planRoles } from './plan-roles.js';
import { planRoutes } from './plan-routes.js';

export function planDeploy(desired: Desired, observed: Observed): Plan {
  const roles = planRoles(desired, observed);
  return {
    app: desired.app,
    stage: desired.stage,
    region: desired.region,
    isFirst: !observed.api && observed.roles.length === 0 && observed.functions.length === 0,
    roles,
    functions: planFunctions({ desired, observed, roles }),
    api: planApi(desired, observed),
    otherApis: observed.otherApis ?? [],
    routes: planRoutes(desired, observed),
    policies: planPolicies(roles),
  };
}

/** True when there is nothing to deploy, and nothing is deployed. */
export function isVoid(plan: Plan): boolean {
  return isNothing(plan) && plan.functions.length === 0;
}

/** True when the cloud has what is desired. */
export function isNothing({ roles, functions, api, otherApis }: Plan): boolean {
  const changes = [...roles, ...functions, ...(api ? [api] : [])];
  return otherApis.length === 0 && changes.every(({ action }) => action === 'unchanged');
}
