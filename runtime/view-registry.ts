// Stores views and functions, and finds the objects on which they are called (specification 4.1).
import type { BoundFunction, BoundView } from './contract/binding.js';
import type { RegisteredSource } from './events/adapter.js';
import type { Layer, Middleware } from './layer.js';
import type { ProxyEvent } from './contract/proxy-event.js';

/** Any view or lambda function. */
export type ViewFunction = (...values: never) => unknown;

type Members = Record<string, ViewFunction>;
type CallableMembers = Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;

/** A class that declares views; it is instantiated without arguments. */
export type ViewClass = (new () => Members) & Members;

/**
 * The owner of views: a class and its only instance, which is created when a view first needs it. In the call form there is no
 * class: the instance is an object whose only member is the function.
 */
export type ViewOwner =
  | { readonly class: ViewClass; instance?: Members }
  | { readonly class?: never; readonly instance: Members };

/** A view with its owner. */
export type Route = {
  readonly row: BoundView;
  readonly owner: ViewOwner;
  /** The middleware around the view, outermost first. The first request sets it. */
  chain?: readonly Middleware[];
};

/** A function that is not called by the gateway, with its owner. */
export type FunctionEntry = {
  readonly row: BoundFunction;
  readonly owner: ViewOwner;
  /** The middleware around the function. The first event sets it. */
  chain?: readonly Middleware<'event'>[];
};

/** The views by route path (with captures in braces), then by method. */
export type Views = Map<string, Map<string, Route>>;

/** The declarations that few applications need: functions by name, and the middleware that routes and functions list. */
export class ViewRegistry {
  readonly functions: Map<string, FunctionEntry> = new Map();
  /** The middleware that routes and functions list, and the error formats of routes. */
  readonly $listed: Map<string, readonly Layer[]> = new Map();
  readonly $sources: Map<string, RegisteredSource[]> = new Map();

  addFunction(row: BoundFunction, owner: ViewOwner): void {
    this.functions.set(row[1], { row, owner });
  }

  /** Adds an event source, unless it is already present: a decorator may run twice for the same source. */
  addSource(source: RegisteredSource): void {
    const [name, adapter, options] = source;
    const known = this.$sources.get(name) ?? [];
    this.$sources.set(name, known);
    if (!known.some((one) => one[1] === adapter && one[2] === options)) known.push(source);
  }

  /** Records the middleware list of a route or function, even if it is empty. */
  addList(key: string, listed: readonly Layer[]): void {
    this.$listed.set(key, listed);
  }
}

/** Returns the object on which a member is called. Each call looks up the member, so that its other decorators take effect. */
export function receiverOf(owner: ViewOwner, isStatic: 0 | 1): CallableMembers {
  const receiver = owner.class
    ? isStatic
      ? owner.class
      : (owner.instance ??= new owner.class())
    : owner.instance;
  return receiver as CallableMembers; // because the compiler has checked the parameters of the members
}

// Stores the views of a large application as text: V8 parses one string much faster than the equivalent arrays, and a request
// needs the rows for only one path (docs/decisions/slim-bundle.md).

/** The rows of a class as JSON; empty after they have been read. */
export type UnreadViews = { rows: string; readonly owner: ViewOwner };

type Unread = { readonly $unread: UnreadViews[] };

/** Stores the rows of a class that has no functions. The compiler writes the call after the class. */
export function keepUnread(this: Unread, viewClass: ViewClass, rows: string): void {
  this.$unread.push({ rows, owner: { class: viewClass } });
}

/** Finds the route for a request in rows that have not been read yet. */
export function readRoute(
  app: Unread & { readonly $views: Views; $addView(row: BoundView, owner: ViewOwner): void },
  { resource, httpMethod }: ProxyEvent,
): Route | undefined {
  for (const unread of app.$unread) {
    // A path contains no character that JSON escapes, so the text can be searched for it. Rows that have been read are an empty
    // text, which contains the empty path of a hand-made event.
    if (unread.rows === '' || !unread.rows.includes(resource)) continue;
    const rows = JSON.parse(unread.rows) as readonly BoundView[]; // because the compiler wrote them
    for (const row of rows) app.$addView(row, unread.owner);
    unread.rows = '';
  }
  return app.$views.get(resource)?.get(httpMethod);
}
