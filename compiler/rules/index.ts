// All rules of an application, and the one function that applies them.
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { sortDiagnostics } from '../diagnostics/diagnostic-order.js';
import type { AppFacts } from '../declarations/app-facts.js';
import { checkAppCount } from './app/app-count.js';
import { checkAppName } from './app/app-name.js';
import { checkBinaryTypeChanges } from './app/binary-type-changes.js';
import { checkConditionalViews } from './app/conditional-views.js';
import { checkDebugChanges } from './app/debug-changes.js';
import { checkNothingDeclared } from './app/nothing-declared.js';
import { checkRouteArguments } from './app/route-arguments.js';
import { checkApiKeyRequired } from './authorizers/api-key-required.js';
import { checkAuthorizerArguments } from './authorizers/authorizer-arguments.js';
import { checkAuthorizerCount } from './authorizers/authorizer-count.js';
import { checkAuthorizerNames } from './authorizers/authorizer-names.js';
import { checkAuthorizerValues } from './authorizers/authorizer-value.js';
import { checkDeprecatedAuthorizers } from './authorizers/deprecated-authorizers.js';
import { checkContentTypeLists } from './content-types/content-type-list.js';
import { checkMixedContentTypes } from './content-types/mixed-content-types.js';
import { checkCorsValues } from './cors/cors-value.js';
import { checkDifferingCors } from './cors/differing-cors.js';
import { checkOptionsWithCors } from './cors/options-with-cors.js';
import { checkFunctionNames } from './functions/function-names.js';
import { checkFunctionOptions } from './functions/function-options.js';
import { checkFunctionParameters } from './functions/function-parameters.js';
import { checkMethodLists } from './methods/method-list.js';
import { checkOverlappingMethods } from './methods/overlapping-methods.js';
import { checkConstructors } from './parameters/constructors.js';
import { checkHiddenAnswers } from './parameters/hidden-answers.js';
import { checkCaptures } from './parameters/captures.js';
import { checkParameterForms } from './parameters/parameter-form.js';
import { checkViewForms } from './parameters/view-form.js';
import { checkViewNames } from './parameters/view-names.js';
import { checkPathShape } from './path/path-shape.js';
import { checkPathText } from './path/path-text.js';
import { checkReservedPaths } from './path/reserved-paths.js';
import { checkResourceCount } from './path/resource-count.js';
import { checkSiblingCaptures } from './path/sibling-captures.js';
import { checkReadProblems } from './project/read-problems.js';
import type { Rule } from './rule.js';
import { checkStaticValues } from './static-values.js';

const RULES: readonly Rule[] = [
  checkReadProblems,
  checkAppCount,
  checkAppName,
  checkNothingDeclared,
  checkDebugChanges,
  checkBinaryTypeChanges,
  checkRouteArguments,
  checkConditionalViews,
  checkStaticValues,
  checkPathText,
  checkPathShape,
  checkSiblingCaptures,
  checkResourceCount,
  checkReservedPaths,
  checkMethodLists,
  checkOverlappingMethods,
  checkViewForms,
  checkViewNames,
  checkParameterForms,
  checkCaptures,
  checkConstructors,
  checkHiddenAnswers,
  checkContentTypeLists,
  checkMixedContentTypes,
  checkCorsValues,
  checkOptionsWithCors,
  checkDifferingCors,
  checkAuthorizerValues,
  checkAuthorizerArguments,
  checkAuthorizerNames,
  checkAuthorizerCount,
  checkDeprecatedAuthorizers,
  checkApiKeyRequired,
  checkFunctionOptions,
  checkFunctionNames,
  checkFunctionParameters,
];

/** Every problem of an application, sorted. An empty list, or one of warnings alone, means that it can be built. */
export function checkApp(facts: AppFacts): Diagnostic[] {
  return sortDiagnostics(RULES.flatMap((rule) => rule(facts)));
}
