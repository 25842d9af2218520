// Plans the changes that callers of the API notice, and marks those that reject requests that were accepted before.
import { compareTexts } from '../../../../compiler/groups.js';
import type { RouteSummary } from '../../../../compiler/openapi/route-summary.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { Planning } from '../../stage/resource-type.js';
import { isOfDocument, type RouteChange } from './api-state.js';

/** Returns the changes sorted by path and method; undefined if the deployed routes are unknown. */
export function planRoutes(planning: Planning): readonly RouteChange[] | undefined {
  const { api } = planning.desired;
  const { api: observed } = planning.observed;
  const after = api?.routes ?? [];
  const before = observed?.deployment ? observed.routes : [];
  if (!before) return isOfDocument(observed?.deployment?.hash, api) ? [] : undefined;
  const added = after.filter((route) => !findRoute(before, route));
  const removed = before.filter((route) => !findRoute(after, route));
  const changed = after.flatMap((route) => {
    const earlier = findRoute(before, route);
    return earlier ? compareRoutes(route, earlier) : [];
  });
  return [
    ...added.map((route) => ({ action: 'add' as const, route })),
    ...removed.map((route) => ({ action: 'remove' as const, route })),
    ...changed,
  ].toSorted((left, right) => compareTexts(keyOf(left.route), keyOf(right.route)));
}

function findRoute(
  routes: readonly RouteSummary[],
  wanted: RouteSummary,
): RouteSummary | undefined {
  return routes.find(({ path, method }) => path === wanted.path && method === wanted.method);
}

function keyOf({ path, method }: RouteSummary): string {
  return `${path} ${method}`;
}

type Difference = FieldChange & { readonly isBreaking: boolean };

function compareRoutes(route: RouteSummary, before: RouteSummary): RouteChange[] {
  const differences = [
    ...compareApiKey(route, before),
    ...compareAuthorizer(route, before),
    ...compareContentTypes(route, before),
    ...compareCors(route, before),
    ...compareTransfer(route, before),
  ];
  if (differences.length === 0) return [];
  const fields = differences.map(({ field, from, to }) => ({ field, from, to }));
  const isBreaking = differences.some((difference) => difference.isBreaking);
  return [{ action: 'change', route, before, fields, isBreaking }];
}

function compareApiKey(route: RouteSummary, before: RouteSummary): Difference[] {
  if (route.apiKeyRequired === before.apiKeyRequired) return [];
  return [
    {
      field: 'apiKeyRequired',
      from: String(before.apiKeyRequired),
      to: String(route.apiKeyRequired),
      isBreaking: route.apiKeyRequired,
    },
  ];
}

function compareAuthorizer(route: RouteSummary, before: RouteSummary): Difference[] {
  const isNamedTheSame = route.authorizer === before.authorizer;
  if (isNamedTheSame && route.authorizerFacts === before.authorizerFacts) return [];
  const textOf = ({ authorizer, authorizerFacts }: RouteSummary): string | undefined =>
    isNamedTheSame ? `${authorizer ?? ''} (${authorizerFacts ?? ''})` : (authorizer ?? undefined);
  return [
    {
      field: 'authorizer',
      from: textOf(before),
      to: textOf(route),
      isBreaking: route.authorizer !== null && whoPasses(route) !== whoPasses(before),
    },
  ];
}

/** Returns the authorizer without its cache time, which does not affect who is accepted. */
function whoPasses({ authorizer, authorizerFacts = '' }: RouteSummary): string {
  return `${authorizer ?? ''}: ${authorizerFacts.replace(/; ttl \d+$/, '')}`;
}

function compareContentTypes(route: RouteSummary, before: RouteSummary): Difference[] {
  const [to, from] = [route.contentTypes, before.contentTypes];
  if (!to || !from || to.toSorted().join() === from.toSorted().join()) return [];
  return [
    {
      field: 'contentTypes',
      from: from.join(', '),
      to: to.join(', '),
      isBreaking: from.some((type) => !to.includes(type)),
    },
  ];
}

function compareCors(route: RouteSummary, before: RouteSummary): Difference[] {
  const [to, from] = [corsText(route), corsText(before)];
  if (to === from) return [];
  return [{ field: 'cors', from, to, isBreaking: isNarrower(route, before) }];
}

/** Compares the response transfer modes. A changed mode never rejects a request. */
function compareTransfer(route: RouteSummary, before: RouteSummary): Difference[] {
  if (route.isStreamed === before.isStreamed) return [];
  const modeOf = ({ isStreamed }: RouteSummary): string => (isStreamed ? 'streamed' : 'buffered');
  return [{ field: 'response', from: modeOf(before), to: modeOf(route), isBreaking: false }];
}

/** This header changes with the routes of the path, and those changes are shown separately. */
const METHODS = 'Access-Control-Allow-Methods';

function corsText({ hasCors, corsHeaders = {} }: RouteSummary): string | undefined {
  if (!hasCors) return undefined;
  return Object.entries(corsHeaders)
    .filter(([name]) => name !== METHODS)
    .map(([name, value]) => `${name.replace('Access-Control-', '')}: ${value}`)
    .join('; ');
}

/** True if a page that could call the route before can no longer call it, or can read less of the response. */
function isNarrower(route: RouteSummary, before: RouteSummary): boolean {
  if (!route.hasCors) return true;
  if (!before.hasCors) return false;
  const [to, from] = [route.corsHeaders ?? {}, before.corsHeaders ?? {}];
  const origin = to['Access-Control-Allow-Origin'];
  const isOtherOrigin = origin !== '*' && origin !== from['Access-Control-Allow-Origin'];
  const losesCredentials =
    from['Access-Control-Allow-Credentials'] !== undefined &&
    to['Access-Control-Allow-Credentials'] === undefined;
  const losesName = ['Access-Control-Allow-Headers', 'Access-Control-Expose-Headers'].some(
    (name) => {
      const kept = namesOf(to[name]);
      return !kept.includes('*') && namesOf(from[name]).some((one) => !kept.includes(one));
    },
  );
  return isOtherOrigin || losesCredentials || losesName;
}

function namesOf(list: string | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}
