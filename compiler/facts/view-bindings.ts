// Where the views of a module stand and what the runtime must know of them: the input of `transformers/`.
import type { BoundFunction, PartView } from '../../runtime/contract/binding.js';
import type { BoundInputs } from '../declarations/bound-inputs.js';
import type { BoundEvents, BoundRow } from '../declarations/kind.js';

/** Offsets of UTF-16 units in the text of the module. */
export type TextRange = { readonly start: number; readonly end: number };

/** Where a declaration lists middleware. */
export type ListSource = TextRange & {
  /** The range is that of all options, and the list is their member `middleware`. */
  readonly isOptions: boolean;
};

/** The list of one declaration; `key` is that of its row, see `listKey`. */
export type ListBinding = { readonly key: string; readonly source: ListSource };

/** A decorator from its `@` to its end, or an item of the list that another compiler has made of it. */
export type DecoratorRange = TextRange & { readonly isItem?: true };

/** The views and functions of one class. */
export type ClassBinding = {
  readonly form: 'class';
  /** The expression that names the application there, for example `app` or `shared.app`. */
  readonly app: string;
  /** The decorators to take out, each from its `@` to its end. */
  readonly decorators: readonly DecoratorRange[];
  /** The class from its keyword to its closing brace; `name` when it is a declaration that can be referred to. */
  readonly class: TextRange & { readonly name: string | undefined };
  readonly views: readonly PartView[];
  /** The inputs of those views that take any. */
  readonly inputs?: ReadonlyMap<PartView, BoundInputs>;
  readonly functions: readonly BoundFunction[];
  /** What sends events to those functions. */
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
