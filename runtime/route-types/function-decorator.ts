// `app.lambdaFunction()`: a function takes an event and a context, or fewer (specification 2.1).
import type { Middleware } from '../layer.js';

/** The options of `app.lambdaFunction`. */
export type FunctionOptions = {
  /** The key in the `lambda_functions` configuration; defaults to the name of the method or variable. */
  readonly name?: string;
  /** Middleware around the function, inside that of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};

/** What `app.lambdaFunction()` returns. */
export type FunctionDecorator = {
  /** Decorates a method, in the standard mode, or takes a function. */
  <F extends LambdaFunction>(fn: CheckedFunction<F, F>): F;
  /** Decorates a method with `experimentalDecorators`. */
  <F extends LambdaFunction>(
    target: object,
    name: CheckedFunction<F, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

type LambdaFunction = (...values: never) => unknown;

/** `Then` when a function takes at most an event and a context, otherwise the message. */
type CheckedFunction<F extends LambdaFunction, Then> =
  Required<Parameters<F>> extends [] | [unknown] | [unknown, unknown]
    ? Then
    : 'A lambda function takes an event and a context';
