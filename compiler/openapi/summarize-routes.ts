// Summarizes the routes of an application for a plan, with what only the source knows.
import type { Manifest } from '../../runtime/contract/manifest.js';
import type { OpenApiDocument } from './openapi-document.js';
import type { RouteSummary } from './route-summary.js';
import { summarizeDocument } from './summarize-document.js';

/** Returns a summary for each route and method, sorted by path and method. */
export function summarizeRoutes(
  manifest: Manifest,
  document: OpenApiDocument,
): readonly RouteSummary[] {
  const contentTypes = new Map(
    manifest.routes.flatMap((route) =>
      route.methods.map((method) => [routeKey(method, route.path), route.contentTypes] as const),
    ),
  );
  return summarizeDocument(document).map((route) => {
    const known = contentTypes.get(routeKey(route.method, route.path));
    return known ? { ...route, contentTypes: known } : route;
  });
}

function routeKey(method: string, path: string): string {
  return `${method} ${path}`;
}
