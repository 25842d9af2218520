// The locations of a module's views and what the runtime needs to know about each: the input of `transformers/`.
import type { BoundFunction, PartView } from '../../runtime/contract/binding.js';
import type { BoundInputs } from '../declarations/declared-type.js';
import type { BoundEvents, BoundRow } from '../declarations/kind.js';

/** Offsets of UTF-16 units in the text of the module. */
export type TextRange = { readonly start: number; readonly end: number };

/** The source of a declaration's list of middleware, or of its error format. */
export type ListSource = TextRange & {
  /** True when the range covers all options, and the value is their property `middleware` or `errors`. */
  readonly isOptions: boolean;
};

/** The list of one declaration, with its error format; `key` is that of its row, see `listKey`. */
export type ListBinding = {
  readonly key: string;
  readonly source: ListSource | undefined;
  readonly errors?: ListSource;
};

/** A decorator from its `@` to its end. In JavaScript that `tsc` emitted, it is the item of a list. */
export type DecoratorRange = TextRange & { readonly isItem?: true };

/** The views and functions of one class. */
export type ClassBinding = {
  readonly form: 'class';
  /** The expression that names the application there, for example `app` or `shared.app`. */
  readonly app: string;
  /** The ranges of the decorators to remove, each from its `@` to its end. */
  readonly decorators: readonly DecoratorRange[];
  /** The class from its keyword to its closing brace. `name` is set for a declaration, which other code can refer to. */
  readonly class: TextRange & { readonly name: string | undefined };
  readonly views: readonly PartView[];
  /** The inputs of the views that have any. */
  readonly inputs?: ReadonlyMap<PartView, BoundInputs>;
  readonly functions: readonly BoundFunction[];
  /** The event sources of the functions. */
  readonly sources?: readonly BoundEvents[];
  readonly lists: readonly ListBinding[];
};

/** `app.route(...)(view)` or `app.lambdaFunction(...)(view)`; `callee` is the inner call. */
export type CallBinding = {
  readonly form: 'call';
  readonly app: string;
  readonly callee: TextRange;
  readonly row: BoundRow;
  readonly lists: readonly ListBinding[];
};

export type ViewBinding = ClassBinding | CallBinding;
