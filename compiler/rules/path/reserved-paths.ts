// Two paths at the root belong to the gateway's own health check on custom domains
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html).
import { reservedPath } from '../../diagnostics/catalogue/path.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { validPath } from './valid-path.js';

const RESERVED: ReadonlySet<string> = new Set(['/ping', '/sping']);

export function checkReservedPaths(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap((route) => {
    const path = validPath(route);
    if (!path || !RESERVED.has(path.value)) return [];
    return [diagnose(reservedPath, { path: path.value }, { at: path.at })];
  });
}
