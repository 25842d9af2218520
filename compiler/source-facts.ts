// The facts of an application for `readSource` of `framework/compiler`: its routes and its lambda functions are separate
// lists.
import type { AppFacts, ViewDeclaration } from './declarations/app-facts.js';
import { LAMBDA_FUNCTION } from './kinds/lambda-function/lambda-function.js';
import { routesOf } from './kinds/route/route.js';
import type { StaticValue } from './values/static-value.js';

/** One `app.route(...)`. */
export type RouteDeclaration = Omit<ViewDeclaration, 'kind' | 'leading'> & {
  readonly path: StaticValue;
};

/** One `app.lambdaFunction(...)`. */
export type FunctionDeclaration = Omit<ViewDeclaration, 'kind' | 'leading' | 'extraArguments'>;

export type SourceFacts = AppFacts & {
  readonly routes: readonly RouteDeclaration[];
  readonly functions: readonly FunctionDeclaration[];
};

export function sourceFacts(facts: AppFacts): SourceFacts {
  const functions = facts.views.filter(({ kind }) => kind === LAMBDA_FUNCTION.member);
  return {
    ...facts,
    routes: routesOf(facts).map(({ kind, leading, decoded, ...route }) => route),
    functions: functions.map(({ kind, leading, extraArguments, ...declared }) => declared),
  };
}
