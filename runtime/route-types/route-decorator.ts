// Checks views against their path. The two signatures of a decorator differ in their number of parameters, so that `tsc` prints
// the error of one of them, never "No overload matches this call". They omit the `context` of a standard decorator,
// which the runtime reads anyway.
import type { IsKnown, PathError } from './path-error.js';
import type { NoOptions } from './route-options.js';
import type { Middleware } from '../layer.js';

/** The names of the captures in a path, in order: `['x', 'y']` for `/a/{x}/{y}`. */
export type Captures<
  P extends string,
  Found extends readonly string[] = [],
> = P extends `${string}{${infer Name}}${infer Rest}` ? Captures<Rest, [...Found, Name]> : Found;

/**
 * A function that can be the view for a path. The type also infers the parameter types of an inline function.
 * @example
 * ```ts
 * import type { View } from 'framework';
 *
 * const city: View<'/cities/{city}'> = (name) => name.toUpperCase();
 * ```
 */
export type View<P extends string> = (...values: Strings<Captures<P>>) => unknown;

/** The return type of `app.route(path, options)`. */
export type CheckedDecorator<P extends string, O = NoOptions> = [PathError<P>] extends [never]
  ? IsKnown<P> extends true
    ? RouteDecorator<P, O>
    : UncheckedDecorator
  : UncheckedDecorator;

/** The decorator that `app.route(path, options)` returns for a path of type `P` and options of type `O`. */
export type RouteDecorator<P extends string, O = NoOptions> = {
  /** Decorates a method in standard mode, or wraps a function: `app.route('/')(() => ({ hello: 'world' }))`. */
  <F extends AnyView = InlineView<P>>(view: CheckedView<P, O, F, F>): F;
  /** Decorates a method with `experimentalDecorators`. Checks the type of `name`, where `tsc` prints the shortest message. */
  <F extends AnyView>(
    target: object,
    name: CheckedView<P, O, F, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

/**
 * The decorator for an invalid path, or for a path that only the framework's compiler can evaluate. It accepts any view, so
 * that one mistake produces only one message.
 */
export type UncheckedDecorator = {
  <F extends AnyView>(view: F): F;
  <F>(target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<F>): void;
};

export type AnyView = (...values: never) => unknown;
type Strings<Names extends readonly string[]> = { [Index in keyof Names]: string };

/** This type is used only for inference: a parameter without an annotation is a capture, before or after the inputs. */
type InlineView<P extends string> =
  Captures<P> extends [] ? View<P> : (...values: string[]) => unknown;

export type IsInline<F extends AnyView> =
  string[] extends Parameters<F> ? (unknown extends ReturnType<F> ? true : false) : false;

/** `Then` if the view can be called for the path and its result can be sent, otherwise the message. */
type CheckedView<P extends string, O, F extends AnyView, Then> = [Parameters<F>] extends [never]
  ? `The decorator of a view of '${P}' must decorate a method or be called with a function`
  : IsInline<F> extends true
    ? Then
    : Shape<Required<Parameters<F>>> extends Shapes<Captures<P>, TakesBody<O>>
      ? CheckedAnswer<P, F, Then>
      : Misfit<P, InputNames<O>, Shape<Required<Parameters<F>>>>;

/** `Then` if the view's result can be sent, otherwise the message. */
export type CheckedAnswer<P extends string, F extends AnyView, Then> = [
  HiddenAnswer<ReturnType<F>>,
] extends [never]
  ? Then
  : `A view of '${P}' must return what JSON can hold, or a Response of 'framework'`;

/**
 * How many parameters can take a capture, how many can only be inputs, and how many are plain numbers, for example `1/2/0`. The
 * framework's compiler checks the parameter names, because types do not contain them.
 */
export type Shape<
  Values extends readonly unknown[],
  Scalars extends readonly unknown[] = [],
  Inputs extends readonly unknown[] = [],
  Numbers extends readonly unknown[] = [],
> = Values extends readonly [infer First, ...infer Rest]
  ? Role<First> extends 'capture'
    ? Shape<Rest, [...Scalars, First], Inputs, Numbers>
    : Role<First> extends 'number'
      ? Shape<Rest, Scalars, Inputs, [...Numbers, First]>
      : Shape<Rest, Scalars, [...Inputs, First], Numbers>
  : Values extends readonly []
    ? `${Scalars['length']}/${Inputs['length']}/${Numbers['length']}`
    : 'rest';

/**
 * The role of a parameter: `capture` if it accepts strings or values converted from strings, `number` if it is a plain
 * `number`, otherwise `input`.
 */
type Role<Value> = [string] extends [Value]
  ? 'capture'
  : [Value] extends [string | number | boolean | null]
    ? [PlainNumber<Value>] extends [never]
      ? 'capture'
      : 'number'
    : 'input';

type PlainNumber<Value> = Value extends number
  ? Extract<keyof Value, '~int' | '~num'> extends never
    ? number extends Value
      ? Value
      : never
    : never
  : never;

/** The shapes of the views that can serve a path: `query` and `headers` are inputs, `body` is an input or a single value. */
type Shapes<Names extends readonly string[], Body> = Body extends true
  ? | `${Names['length']}/${0 | 1 | 2 | 3}/0`
    | `${[...Names, 'body']['length']}/${0 | 1 | 2}/0`
    | `${Names['length']}/${0 | 1 | 2}/1`
  : `${Names['length']}/${0 | 1 | 2}/0`;

/** True if any of a route's methods has a request body. */
type TakesBody<O> = O extends { readonly methods?: infer Methods }
  ? 'methods' extends keyof O
    ? Methods extends readonly ('GET' | 'HEAD' | 'DELETE' | 'OPTIONS')[]
      ? false
      : true
    : false
  : false;

export type InputNames<O> =
  TakesBody<O> extends true ? 'body, query and headers' : 'query and headers';

/** The message for parameters that have this shape. */
export type Misfit<
  P extends string,
  Inputs extends string,
  S extends string,
> = Captures<P>['length'] extends 0
  ? `A view of '${P}' must take no parameters besides ${Inputs}`
  : S extends `${infer Scalars extends number}/${infer Others extends number}/${infer Numbers extends number}`
    ? Numbers extends 0
      ? IsSum<Scalars, Others, Captures<P>['length']> extends true
        ? `The captures of '${P}' must be string, Int, Num, boolean or literals: ${Joined<Captures<P>>}`
        : WrongCount<P, Inputs>
      : IsSum<Scalars, Numbers, Captures<P>['length']> extends true
        ? `A capture of '${P}' that is a number must be Int or Num`
        : WrongCount<P, Inputs>
    : WrongCount<P, Inputs>;

type WrongCount<
  P extends string,
  Inputs extends string,
> = `A view of '${P}' must take exactly these parameters besides ${Inputs}: ${Joined<Captures<P>>}`;

type IsSum<Left extends number, Right extends number, Sum> = Sum extends [
  ...Items<Left>,
  ...Items<Right>,
]['length']
  ? true
  : false;

export type Items<
  Length extends number,
  Found extends readonly unknown[] = [],
> = Found['length'] extends Length ? Found : Items<Length, [...Found, unknown]>;

type Joined<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends string[],
]
  ? Rest extends []
    ? First
    : `${First}, ${Joined<Rest>}`
  : '';

/** The part of a result type that JSON would lose; `any` and `unknown` are not checked. */
type HiddenAnswer<Answer> = unknown extends Answer ? never : Extract<Awaited<Answer>, Hidden>;

/** Types that cannot be sent, recognized by their members: synchronous generators, `Map`, `Set` and the Web `Response`. */
type Hidden =
  | { readonly next: Method; readonly [Symbol.iterator]: Method }
  | { readonly size: number; readonly has: Method; readonly [Symbol.iterator]: Method }
  | { readonly bodyUsed: boolean };

type Method = (...values: never) => unknown;

/** The return type of `blueprint.route(path, options)`. */
export type CheckedPartDecorator<P extends string, O = NoOptions> = [PathError<P>] extends [never]
  ? IsKnown<P> extends true
    ? PartDecorator<P, O>
    : UncheckedDecorator
  : UncheckedDecorator;

type PartDecorator<P extends string, O> = {
  /** Decorates a method in standard mode, or wraps a function. */
  <F extends AnyView = (...values: string[]) => unknown>(view: CheckedPart<P, O, F, F>): F;
  /** Decorates a method when `experimentalDecorators` is enabled. */
  <F extends AnyView>(
    target: object,
    name: CheckedPart<P, O, F, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

type CheckedPart<P extends string, O, F extends AnyView, Then> = [Parameters<F>] extends [never]
  ? `The decorator of a view of '${P}' must decorate a method or be called with a function`
  : IsInline<F> extends true
    ? Then
    : Shape<Required<Parameters<F>>> extends infer S extends string
      ? HasCaptures<S, Captures<P>> extends true
        ? CheckedAnswer<P, F, Then>
        : Misfit<P, InputNames<O>, S>
      : never;

/** True if enough parameters can take captures. */
type HasCaptures<
  S extends string,
  Names extends readonly string[],
> = S extends `${infer Scalars extends number}/${string}/${string}`
  ? Items<Scalars> extends readonly [...Items<Names['length']>, ...unknown[]]
    ? true
    : false
  : false;

// `app.lambdaFunction()`: a function takes at most an event and a context (specification 2.1).

/** The options of `app.lambdaFunction`. */
export type FunctionOptions = {
  /** The key in the `lambda_functions` configuration; defaults to the name of the method or variable. */
  readonly name?: string;
  /** Middleware around the function. It runs inside the application's middleware. */
  readonly middleware?: readonly Middleware<'event'>[];
};

/** The decorator that `app.lambdaFunction()` returns. */
export type FunctionDecorator = {
  /** Decorates a method in standard mode, or wraps a function. */
  <F extends LambdaFunction>(fn: CheckedFunction<F, F>): F;
  /** Decorates a method when `experimentalDecorators` is enabled. */
  <F extends LambdaFunction>(
    target: object,
    name: CheckedFunction<F, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

type LambdaFunction = (...values: never) => unknown;

/** `Then` if the function takes at most an event and a context, otherwise the message. */
type CheckedFunction<F extends LambdaFunction, Then> =
  Required<Parameters<F>> extends [] | [unknown] | [unknown, unknown]
    ? Then
    : 'A lambda function takes an event and a context';
