// The arguments of `route`: a path and one object of options that exist (spec 4.1).
import * as app from '../../diagnostics/catalogue/app.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts, RouteDeclaration } from '../../declarations/app-facts.js';
import { foundValue } from '../found-value.js';
import { checkOptionKeys } from '../option-keys.js';

/** `authorizerName` is deprecated, and known. */
const ROUTE_OPTIONS: readonly string[] = [
  'methods',
  'contentTypes',
  'cors',
  'apiKeyRequired',
  'authorizer',
  'authorizerName',
];

export function checkRouteArguments(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap((route) => [...checkOptions(route), ...checkExtraArguments(route)]);
}

function checkOptions({ options }: RouteDeclaration): Diagnostic[] {
  if (!options || options.kind === 'undefined' || options.kind === 'unknown') return [];
  if (options.kind === 'object')
    return checkOptionKeys(options, ROUTE_OPTIONS, app.unknownRouteOption);
  return [diagnose(app.routeOptionsType, { found: foundValue(options) }, { at: options.at })];
}

/** One mistake, however many arguments: they are what should have been in the object. */
function checkExtraArguments({ extraArguments: [first] }: RouteDeclaration): Diagnostic[] {
  return first ? [diagnose(app.extraRouteArgument, {}, { at: first })] : [];
}
