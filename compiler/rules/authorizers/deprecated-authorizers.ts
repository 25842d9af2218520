// The deprecated way to name an authorizer works, and says so at its place (spec section 5).
import * as texts from '../../diagnostics/catalogue/authorizers.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import { findDefinition } from '../../facts/authorizers.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';
import { replaceInText } from '../../values/literal-place.js';

export function checkDeprecatedAuthorizers(facts: AppFacts): Diagnostic[] {
  return [
    ...facts.authorizers.map(({ at }) => diagnose(texts.deprecatedDefineAuthorizer, {}, { at })),
    ...facts.routes.flatMap((route) => checkRoute(route, facts)),
  ];
}

/** A name that is a mistake is an error in place of the warning. */
function checkRoute(route: RouteDeclaration, facts: AppFacts): Diagnostic[] {
  const option = entryOf(route.options, 'authorizerName');
  if (!option) return [];
  const authorizer = entryOf(route.options, 'authorizer');
  if (authorizer) {
    const related = [{ message: 'The other authorizer is here.', at: authorizer.key.at }];
    return [diagnose(texts.twoAuthorizers, {}, { at: option.key.at, related })];
  }
  const name = option.value;
  if (name.kind === 'unknown') return [];
  if (name.kind !== 'string') {
    return [diagnose(texts.authorizerNameType, { found: foundValue(name) }, { at: name.at })];
  }
  if (!findDefinition(facts, route.app, name.value)) return [reportUnknown(name, facts)];
  return [diagnose(texts.deprecatedAuthorizerName, {}, { at: option.key.at })];
}

function reportUnknown(
  name: Extract<StaticValue, { readonly kind: 'string' }>,
  facts: AppFacts,
): Diagnostic {
  const known = facts.authorizers.flatMap((item) =>
    item.name.kind === 'string' ? [item.name.value] : [],
  );
  const suggestion = nearestName(name.value, known);
  return diagnose(
    texts.unknownAuthorizerName,
    { name: name.value, suggestion },
    {
      at: name.at,
      fix:
        suggestion === undefined
          ? undefined
          : replaceInText(name, [0, name.value.length], {
              title: `Write ${suggestion}`,
              text: suggestion,
            }),
    },
  );
}
