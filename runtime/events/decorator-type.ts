// What decorators of sources of events return: a function takes what came, and behind it the context.
import type { LambdaContext } from '../contract/proxy-event.js';

/**
 * `Given` is what a function without types gets, `Any` whatever it may declare, and `Says` ends the message for any other
 * parameter.
 */
export type EventDecorator<Given, Any, Says extends string> = {
  /** Decorates a method, in the standard mode, or takes a function. */
  <F extends EventFunction = (event: Given, context: LambdaContext) => unknown>(
    fn: CheckedFunction<F, Any, Says, F>,
  ): F;
  /** Decorates a method with `experimentalDecorators`. The check sits on the name, where its message is shortest. */
  <F extends EventFunction>(
    target: object,
    name: CheckedFunction<F, Any, Says, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

export type EventFunction = (...values: never) => unknown;

/** `Then` for a function that can be called with the event, otherwise the message. */
type CheckedFunction<F extends EventFunction, Any, Says extends string, Then> = [
  Parameters<F>,
] extends [never]
  ? `It must stand on a method or be given a function that takes ${Says}`
  : Required<Parameters<F>> extends
        readonly [] | readonly [infer First, unknown?] | readonly [infer First, unknown]
    ? Takes<First, Any> extends true
      ? Then
      : `The function takes ${Says}, and this parameter is something else`
    : `The function takes ${Says} and a context`;

/** Nothing is known of `unknown` and `any`. A function with several sources takes a union of what they hand over. */
type Takes<Parameter, Any> = unknown extends Parameter
  ? true
  : [Extract<Parameter, Any>] extends [never]
    ? false
    : true;
