// The views of an application as the handler finds them: by route path, then by method (spec 4.1). Functions by name.
import type { BoundFunction, BoundView } from './contract/binding.js';

/** A class that declares views; it is instantiated without arguments. */
export type ViewClass = new () => object;

/**
 * What holds views: a class with its one instance, made when the first view needs it. The call form has no class: its
 * instance is an object with the function as its only member.
 */
export type ViewOwner = { readonly class?: ViewClass; instance?: object };

/** A view with its owner. */
export type Route = { readonly row: BoundView; readonly owner: ViewOwner };

type FunctionEntry = { readonly row: BoundFunction; readonly owner: ViewOwner };
type Methods = Record<string, Route | undefined>;

/** Views by path and method, functions by name. */
export class ViewRegistry {
  readonly #paths = new Map<string, Methods>();
  readonly #functions = new Map<string, FunctionEntry>();

  /** Adds a view; one that is there already for the same path and method is replaced. */
  addView(row: BoundView, owner: ViewOwner): void {
    const methods = this.#paths.get(row[1]) ?? {};
    this.#paths.set(row[1], methods);
    for (const method of row[2]) methods[method] = { row, owner };
  }

  /** Adds a function that the gateway does not call. */
  addFunction(row: BoundFunction, owner: ViewOwner): void {
    this.#functions.set(row[1], { row, owner });
  }

  /** The view behind a path, with its captures in braces, and a method. */
  findView(path: string, method: string): Route | undefined {
    const methods = this.#paths.get(path);
    return methods && Object.hasOwn(methods, method) ? methods[method] : undefined;
  }

  /** The function of a name in the configuration. */
  findFunction(name: string): FunctionEntry | undefined {
    return this.#functions.get(name);
  }

  /** Everything that is registered, for tools and tests. */
  entries(): { readonly routes: readonly Route[]; readonly functions: readonly FunctionEntry[] } {
    const routes = [...this.#paths.values()].flatMap((methods) => Object.values(methods));
    return {
      routes: [...new Set(routes)].filter((route) => route !== undefined),
      functions: [...this.#functions.values()],
    };
  }
}

/** Calls a member of an owner, looked up now, so that other decorators on it apply. */
export function callMember(
  owner: ViewOwner,
  [key, isStatic]: readonly [key: string, isStatic: 0 | 1],
  values: readonly unknown[],
): unknown {
  const receiver =
    isStatic === 1 ? owner.class : (owner.instance ??= new (owner.class ?? Object)());
  const member: unknown = Reflect.get(receiver ?? {}, key);
  return Reflect.apply(member as () => unknown, receiver, values); // because the compiler has proved it is a function
}
