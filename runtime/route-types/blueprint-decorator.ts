// Checks views of blueprints against their paths. A prefix may have captures that the types do not know, so a view
// must take at least the captures of its path, and the compiler checks the rest.
import type { IsKnown, PathError } from './path-error.js';
import type {
  AnyView,
  Captures,
  CheckedAnswer,
  IsInline,
  Items,
  Misfit,
  InputNames,
  Shape,
  UncheckedDecorator,
} from './route-decorator.js';
import type { NoOptions } from './route-options.js';

/** What `blueprint.route(path, options)` returns. */
export type CheckedPartDecorator<P extends string, O = NoOptions> = [PathError<P>] extends [never]
  ? IsKnown<P> extends true
    ? PartDecorator<P, O>
    : UncheckedDecorator
  : UncheckedDecorator;

type PartDecorator<P extends string, O> = {
  /** Decorates a method, in the standard mode, or takes a function. */
  <F extends AnyView = (...values: string[]) => unknown>(view: CheckedPart<P, O, F, F>): F;
  /** Decorates a method with `experimentalDecorators`. */
  <F extends AnyView>(
    target: object,
    name: CheckedPart<P, O, F, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

type CheckedPart<P extends string, O, F extends AnyView, Then> = [Parameters<F>] extends [never]
  ? `The decorator of a view of '${P}' must stand on a method or be given a function`
  : IsInline<F> extends true
    ? Then
    : Shape<Required<Parameters<F>>> extends infer S extends string
      ? HasCaptures<S, Captures<P>> extends true
        ? CheckedAnswer<P, F, Then>
        : Misfit<P, InputNames<O>, S>
      : never;

/** Whether enough parameters can take captures. */
type HasCaptures<
  S extends string,
  Names extends readonly string[],
> = S extends `${infer Scalars extends number}/${string}/${string}`
  ? Items<Scalars> extends readonly [...Items<Names['length']>, ...unknown[]]
    ? true
    : false
  : false;
