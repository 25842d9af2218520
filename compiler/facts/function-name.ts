// The name of a lambda function: its key in the `lambda_functions` configuration (spec 2.1).
import type { FunctionDeclaration } from '../declarations/app-facts.js';
import { entryOf, type Spanned } from '../values/static-value.js';
import { readFunctionName } from './route-options.js';

/** The `name` option, else the name of the method or variable; undefined when neither is known. */
export function functionName({
  options,
  target,
}: FunctionDeclaration): Spanned<string> | undefined {
  const given = readFunctionName(options);
  if (!given) return undefined;
  const at = entryOf(options, 'name')?.value.at;
  if (given.value !== undefined && at) return { value: given.value, at };
  return target.name;
}
