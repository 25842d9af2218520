// A route as a plan speaks of it. The document of the API is summed up in these words too, so the type stands there.
export type { RouteSummary } from '../../../compiler/openapi/route-summary.js';
