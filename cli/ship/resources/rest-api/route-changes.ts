// The route changes that a plan shows: added, removed and changed routes, and which changes break callers.
import { fieldText, type PlanLook, type PlanRow, renderRows } from '../../stage/plan-rows.js';
import type { Plan } from '../../stage/states.js';
import type { ApiChange, RouteChange } from './api-state.js';

/** True when a request that was accepted before may be refused. */
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

/** The stages of the API that are deleted together with their URLs. */
export function lostStages(change: ApiChange | undefined): readonly string[] {
  if (change?.action !== 'update' || !change.parts.includes('stages')) return [];
  return change.observed.otherStages;
}

/** The number of routes and stages whose callers may be refused. */
export function countBreaking({ routes, api }: Plan): number {
  return (routes ?? []).filter(isBreaking).length + lostStages(api).length;
}

export function renderRoutes(plan: Plan, look: PlanLook): string {
  return renderRows('Routes', routeRows(plan), look);
}

function routeRows({ routes, api }: Plan): readonly PlanRow[] {
  if (routes === undefined) {
    const text = 'what is deployed could not be read, so the routes are not compared';
    return [{ sign: '~', cells: [text] }];
  }
  const stages = lostStages(api).map((stage): PlanRow => {
    const warning = 'breaking: its URL answers no more';
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

/** For `plan --json`; null when the deployed routes are unknown. */
export function routesDocument({ routes }: Plan): object {
  const documentOf = (change: RouteChange): object => {
    const { action, route } = change;
    const fields = change.action === 'change' ? change.fields : [];
    return { action, isBreaking: isBreaking(change), route, fields };
  };
  return { routes: routes?.map(documentOf) ?? null };
}
