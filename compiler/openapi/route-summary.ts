// A route in a plan, with everything that affects callers of the API.
import type { Manifest } from '../../runtime/contract/manifest.js';
import type { OpenApiDocument } from './openapi-document.js';
import { summarizeDocument } from './summarize-document.js';

export type RouteSummary = {
  readonly path: string;
  readonly method: string;
  readonly apiKeyRequired: boolean;
  /** `IAM`, or the name of the authorizer; null without an authorizer. */
  readonly authorizer: string | null;
  /** A description of the authorizer, for example its user pools. It changes whenever the accepted requests may change. */
  readonly authorizerFacts?: string;
  /** True for a route whose response is streamed; otherwise absent. */
  readonly isStreamed?: true;
  readonly hasCors: boolean;
  /** The headers of preflight responses. */
  readonly corsHeaders?: Readonly<Record<string, string>>;
  /** The content types; undefined for a deployed route, because API Gateway does not store them. */
  readonly contentTypes?: readonly string[];
};

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
