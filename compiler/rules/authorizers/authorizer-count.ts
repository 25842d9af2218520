// A REST API has at most 10 authorizers unless the account's quota was raised
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html): a warning.
import { tooManyAuthorizers } from '../../diagnostics/catalogue/authorizers.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { authorizerOf } from '../../facts/authorizers.js';
import type { AppFacts } from '../../declarations/app-facts.js';

const DEFAULT_QUOTA = 10;

export function checkAuthorizerCount(facts: AppFacts): Diagnostic[] {
  const [app] = facts.apps;
  const names = new Set(
    facts.routes.flatMap((route) => {
      const entry = authorizerOf(facts, route);
      // IAM is a property of a method and no resource of its own.
      return entry && entry.kind !== 'iam' ? [entry.name] : [];
    }),
  );
  if (!app || names.size <= DEFAULT_QUOTA) return [];
  return [
    diagnose(tooManyAuthorizers, { count: names.size, quota: DEFAULT_QUOTA }, { at: app.at }),
  ];
}
