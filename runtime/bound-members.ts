// The methods that the compiler calls instead of decorators (docs/decisions/bound-views.md). Only those that are used are added
// to applications and blueprints.
import type { BoundFunction, BoundView } from './contract/binding.js';
import { $uses } from './contract/uses.js';
import type { RegisteredSource } from './events/adapter.js';
import type { AnyMiddleware, ErrorFormat, Layer, Listed } from './layer.js';
import type { ViewClass, ViewFunction, ViewOwner } from './view-registry.js';

/** An application or blueprint with these methods. */
type Bound = {
  $addView(row: BoundView, owner: ViewOwner): void;
  readonly $registry: {
    addFunction(row: BoundFunction, owner: ViewOwner): void;
    addSource(source: RegisteredSource): void;
    addList(key: string, listed: readonly Layer[]): void;
  };
};

/** Registers the members of a class. The compiler writes the call to `$` after the class. */
// eslint-disable-next-line max-params -- a caller gives no `this`
export function bindClass(
  this: Bound,
  owner: ViewClass,
  views: readonly BoundView[],
  rows?: readonly BoundFunction[],
): void {
  const holder = { class: owner };
  for (const view of views) this.$addView(view, holder);
  if ($uses.code.$functions) for (const row of rows ?? []) this.$registry.addFunction(row, holder);
}

/** Registers a view that is declared in the call form: `$call` replaces `app.route(...)`. */
export function bindView(this: Bound, row: BoundView): <F extends ViewFunction>(fn: F) => F {
  return (fn) => {
    this.$addView(row, { instance: { [row[0]]: fn } });
    return fn;
  };
}

/** Registers a function that is declared in the call form: `$callFunction` replaces `app.lambdaFunction(...)`. */
export function bindFunction(
  this: Bound,
  row: BoundFunction,
): <F extends ViewFunction>(fn: F) => F {
  return (fn) => {
    this.$registry.addFunction(row, { instance: { [row[0]]: fn } });
    return fn;
  };
}

/** Implements `$list`: records the middleware and the error formats of routes and functions by key. Returns `made`. */
export function bindLists<T>(this: Bound, lists: readonly Listed[], made: T): T {
  for (const [key, listed] of lists) this.$registry.addList(key, listed);
  return made;
}

/** Implements `$on`: records the event sources for functions. Returns `made`. */
export function bindSources<T>(this: Bound, sources: readonly RegisteredSource[], made: T): T {
  for (const source of sources) this.$registry.addSource(source);
  return made;
}

/** Implements `_`, which replaces a removed decorator so that its metadata is still emitted. */
export function bindNothing(): void {
  // The call that binds the class does the work.
}

/** Returns the middleware with the error format, if there is one, as the innermost item. */
export function layersWith({
  middleware = [],
  errors,
}: {
  readonly middleware?: readonly AnyMiddleware[];
  readonly errors?: ErrorFormat | undefined;
}): readonly Layer[] {
  return errors ? [...middleware, errors] : middleware;
}
