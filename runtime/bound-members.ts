// What the compiler calls in the place of decorators (docs/decisions/bound-views.md): methods of an application and of a
// blueprint, which have those that are used.
import type { BoundFunction, PartView } from './contract/binding.js';
import { $uses } from './contract/uses.js';
import type { Source } from './events/adapter.js';
import type { AnyMiddleware, ErrorFormat, Layer, Listed } from './layer.js';
import type { ViewClass, ViewFunction, ViewOwner } from './view-registry.js';

/** What has these methods. */
type Bound = {
  $addView(row: PartView, owner: ViewOwner): void;
  readonly $registry: {
    addFunction(row: BoundFunction, owner: ViewOwner): void;
    addSource(source: Source): void;
    addList(key: string, listed: readonly Layer[]): void;
  };
};

/** `$` registers the members of a class; the call stands behind the class. */
// eslint-disable-next-line max-params -- a caller gives no `this`
export function bindClass(
  this: Bound,
  owner: ViewClass,
  views: readonly PartView[],
  rows?: readonly BoundFunction[],
): void {
  const holder = { class: owner };
  for (const view of views) this.$addView(view, holder);
  if ($uses.code.$functions) for (const row of rows ?? []) this.$registry.addFunction(row, holder);
}

/** `$call` takes the place of `app.route(...)` in the call form. */
export function bindView(this: Bound, row: PartView): <F extends ViewFunction>(fn: F) => F {
  return (fn) => {
    this.$addView(row, { instance: { [row[0]]: fn } });
    return fn;
  };
}

/** `$callFunction` takes the place of `app.lambdaFunction(...)` in the call form. */
export function bindFunction(
  this: Bound,
  row: BoundFunction,
): <F extends ViewFunction>(fn: F) => F {
  return (fn) => {
    this.$registry.addFunction(row, { instance: { [row[0]]: fn } });
    return fn;
  };
}

/** `$list` notes what routes and functions list, and the error format of a route, by the key of each list. Gives `made`. */
export function bindLists<T>(this: Bound, lists: readonly Listed[], made: T): T {
  for (const [key, listed] of lists) this.$registry.addList(key, listed);
  return made;
}

/** `$on` notes the sources of events of functions. Gives `made`. */
export function bindSources<T>(this: Bound, sources: readonly Source[], made: T): T {
  for (const source of sources) this.$registry.addSource(source);
  return made;
}

/** `_` takes the place of a decorator that was taken out, so that its metadata is still emitted. */
export function bindNothing(): void {
  // The call that binds the class does the work.
}

/** A list of middleware with the format that stands beside it, innermost. */
export function layersWith({
  middleware = [],
  errors,
}: {
  readonly middleware?: readonly AnyMiddleware[];
  readonly errors?: ErrorFormat | undefined;
}): readonly Layer[] {
  return errors ? [...middleware, errors] : middleware;
}
