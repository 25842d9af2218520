// Where views and functions are kept, and how they are called (specification 4.1).
import type { BoundFunction, BoundView } from './contract/binding.js';
import type { Source } from './events/adapter.js';
import type { Layer, Middleware } from './layer.js';

/** Any view or lambda function. */
export type ViewFunction = (...values: never) => unknown;

type Members = Record<string, ViewFunction>;
type CallableMembers = Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;

/** A class that declares views; it is instantiated without arguments. */
export type ViewClass = (new () => Members) & Members;

/**
 * What holds views: a class with its one instance, made when the first view needs it. The call form has no class: its
 * instance is an object with the function as its only member.
 */
export type ViewOwner =
  | { readonly class: ViewClass; instance?: Members }
  | { readonly class?: never; readonly instance: Members };

/** A view with its owner. */
export type Route = {
  readonly row: BoundView;
  readonly owner: ViewOwner;
  /** The middleware that the view runs inside of, from the outside in; made by the first request. */
  chain?: readonly Middleware[];
};

/** A function that the gateway does not call, with its owner. */
export type FunctionEntry = {
  readonly row: BoundFunction;
  readonly owner: ViewOwner;
  /** The middleware that it runs inside of; made by the first event. */
  chain?: readonly Middleware<'event'>[];
};

/** Views by route path, with its captures in braces, and method. */
export type Views = Map<string, Map<string, Route>>;

/** The members that few applications need: functions by name, and the middleware that routes and functions list. */
export class ViewRegistry {
  readonly functions: Map<string, FunctionEntry> = new Map();
  /** The middleware that routes and functions list, and the error formats of routes. */
  readonly $listed: Map<string, readonly Layer[]> = new Map();
  /** The sources of events of functions. */
  readonly $sources: Map<string, Source[]> = new Map();

  addFunction(row: BoundFunction, owner: ViewOwner): void {
    this.functions.set(row[1], { row, owner });
  }

  /** Adds a source of events. A decorator may run twice for one. */
  addSource(source: Source): void {
    const [name, adapter, options] = source;
    const known = this.$sources.get(name) ?? [];
    this.$sources.set(name, known);
    if (!known.some((one) => one[1] === adapter && one[2] === options)) known.push(source);
  }

  /** Notes the list of a route or function, also an empty one. */
  addList(key: string, listed: readonly Layer[]): void {
    this.$listed.set(key, listed);
  }
}

/** The object on which a member is called. The member is looked up at call time, so that other decorators of it apply. */
export function receiverOf(owner: ViewOwner, isStatic: 0 | 1): CallableMembers {
  const receiver = owner.class
    ? isStatic
      ? owner.class
      : (owner.instance ??= new owner.class())
    : owner.instance;
  return receiver as CallableMembers; // because the compiler has found what they take
}
