// A REST API has at most 300 resources unless the account's quota was raised
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html): a warning.
import { tooManyResources } from '../../diagnostics/catalogue/path.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { validPath } from './valid-path.js';

const DEFAULT_QUOTA = 300;

export function checkResourceCount(facts: AppFacts): Diagnostic[] {
  const [app] = facts.apps;
  const count = countResources(facts);
  if (!app || count <= DEFAULT_QUOTA) return [];
  return [diagnose(tooManyResources, { count, quota: DEFAULT_QUOTA }, { at: app.at })];
}

/** The root, and one for each distinct beginning of a path. */
function countResources(facts: AppFacts): number {
  const resources = new Set<string>(['/']);
  for (const route of facts.routes) {
    let resource = validPath(route)?.value ?? '/';
    while (resource.length > 1) {
      resources.add(resource);
      resource = resource.slice(0, resource.lastIndexOf('/'));
    }
  }
  return resources.size;
}
