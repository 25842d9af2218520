// Determines the name of a lambda function: the option `name`, or the name of the method or variable.
import type { ViewDeclaration } from '../../declarations/app-facts.js';
import type { BoundFunction } from '../../../runtime/contract/binding.js';
import { text } from '../../values/decoded.js';
import type { Option } from '../../values/options.js';
import { entryOf, type Spanned } from '../../values/static-value.js';
import * as texts from './catalogue.js';

export const NAME_OPTION: Option<string> = {
  ...text(texts.functionNameType),
  problems: [
    texts.functionNameType,
    texts.functionNameCharacters,
    texts.reservedFunctionName,
    texts.duplicateFunction,
  ],
  schema: {
    description: 'The key in the `lambda_functions` configuration.',
    type: 'string',
    pattern: '^[A-Za-z0-9_-]+$',
  },
  meaning:
    'The key in the `lambda_functions` configuration; defaults to the name of the method or variable.',
};

/** Tells whether a view is a lambda function. Every view except a route is one. */
export function isFunction({ kind }: ViewDeclaration): boolean {
  return kind !== 'route';
}

/** Returns the name from the options, if there is one. */
export function givenName({ options }: ViewDeclaration): string | undefined {
  const given = entryOf(options, 'name')?.value;
  return given?.kind === 'string' ? given.value : undefined;
}

/** Returns the option `name`, otherwise the name of the method or variable; undefined if neither is known. */
export function functionName(view: ViewDeclaration): Spanned<string> | undefined {
  const { options, target } = view;
  if (options && options.kind !== 'object' && options.kind !== 'undefined') return undefined;
  const given = entryOf(options, 'name')?.value;
  if (!given) return target.name;
  return given.kind === 'string' ? { value: given.value, at: given.at } : undefined;
}

export function functionRow(view: ViewDeclaration): BoundFunction | undefined {
  const name = functionName(view)?.value;
  if (name === undefined) return undefined;
  const { target } = view;
  return [target.name?.value ?? name, name, target.isStatic ? 1 : 0];
}
