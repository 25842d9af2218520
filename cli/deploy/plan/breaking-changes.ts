// What of a plan callers will notice as broken.
import type { Plan, RouteChange } from './plan.js';

/** True when a request that was answered may be refused. */
export function isBreaking(change: RouteChange): boolean {
  switch (change.action) {
    case 'add':
      return false;
    case 'remove':
      return true;
    case 'change':
      return change.isBreaking;
  }
}

/** Gateway stages that go, and their URLs with them. */
export function lostStages({ api }: Pick<Plan, 'api'>): readonly string[] {
  if (api?.action !== 'update' || !api.parts.includes('stages')) return [];
  return api.observed.otherStages;
}

/** Routes and stages whose callers are refused, or may be. */
export function countBreaking(plan: Plan): number {
  return (plan.routes ?? []).filter(isBreaking).length + lostStages(plan).length;
}
