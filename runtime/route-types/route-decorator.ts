// Views checked against the path they serve: one string parameter for each capture. The two signatures of the decorator
// differ in their number of parameters, so that `tsc` sees one candidate and prints its error, never "No overload
// matches this call". That leaves no room for the `context` of a standard decorator, which the runtime reads all the same.

import type { IsKnown, PathError } from './path-error.js';

/** The capture names of a path, in order: those of `/a/{x}/{y}` are `['x', 'y']`. */
export type Captures<
  P extends string,
  Found extends readonly string[] = [],
> = P extends `${string}{${infer Name}}${infer Rest}` ? Captures<Rest, [...Found, Name]> : Found;

/**
 * What can be a view of a path. It also gives the parameters of an inline function their types.
 *
 * @example
 * ```ts
 * import type { View } from 'framework';
 *
 * const city: View<'/cities/{city}'> = (name) => name.toUpperCase();
 * ```
 */
export type View<P extends string> = (...values: Strings<Captures<P>>) => unknown;

/** What `app.route(path)` returns. */
export type CheckedDecorator<P extends string> = [PathError<P>] extends [never]
  ? IsKnown<P> extends true
    ? RouteDecorator<P>
    : UncheckedDecorator
  : UncheckedDecorator;

/** What `app.route(path)` returns, for a path of the type `P`. */
export type RouteDecorator<P extends string> = {
  /** Decorates a method, in the standard mode, or takes a function: `app.route('/')(() => ({ hello: 'world' }))`. */
  <F extends AnyView = View<P>>(view: CheckedView<P, F, F>): F;
  /** Decorates a method with `experimentalDecorators`. The check sits on the name, where its message is shortest. */
  <F extends AnyView>(
    target: object,
    name: CheckedView<P, F, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

/** What it returns for a path that only the compiler knows, and after an error in the path: one mistake, one message. */
type UncheckedDecorator = {
  <F extends AnyView>(view: F): F;
  <F>(target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<F>): void;
};

type AnyView = (...values: never) => unknown;
type Strings<Names extends readonly string[]> = { [Index in keyof Names]: string };
type Arity<F extends AnyView> = Required<Parameters<F>>['length'];

/** `Then` for a view that its path can call and whose answer can be sent, otherwise the message. */
type CheckedView<P extends string, F extends AnyView, Then> = [Parameters<F>] extends [never]
  ? `The decorator of a view of '${P}' must stand on a method or be given a function`
  : [Captures<P>['length'], Arity<F>] extends [Arity<F>, Captures<P>['length']]
    ? Strings<Captures<P>> extends Parameters<F>
      ? [HiddenAnswer<ReturnType<F>>] extends [never]
        ? Then
        : `A view of '${P}' must return what JSON can hold, or a Response of 'framework'`
      : `The parameters of a view of '${P}' must accept strings`
    : Captures<P>['length'] extends 0
      ? `A view of '${P}' must take no parameters`
      : `A view of '${P}' must take exactly these parameters: ${Joined<Captures<P>>}`;

type Joined<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends string[],
]
  ? Rest extends []
    ? First
    : `${First}, ${Joined<Rest>}`
  : '';

/** The part of an answer that JSON would show nothing of; nothing is known of `any` and `unknown`. */
type HiddenAnswer<Answer> = unknown extends Answer ? never : Extract<Awaited<Answer>, Hidden>;

/** Generators, `Map` and `Set`, streams of Node.js and of the Web, the `Response` of the Web: by what only they have. */
type Hidden =
  | { readonly next: Method; readonly [Symbol.iterator]: Method }
  | { readonly next: Method; readonly [Symbol.asyncIterator]: Method }
  | { readonly size: number; readonly has: Method; readonly [Symbol.iterator]: Method }
  | { readonly pipe: Method; readonly [Symbol.asyncIterator]: Method }
  | { readonly getReader: Method }
  | { readonly bodyUsed: boolean };

type Method = (...values: never) => unknown;
