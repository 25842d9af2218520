// What declares a source of events: a function takes what the source hands over, and a context, or fewer.

/** What `app.onSqsMessage()` and the other members for events return; `Value` is what the source hands over. */
export type EventDecorator<Value> = {
  /** Decorates a method, in the standard mode, or takes a function. */
  <F extends EventFunction>(fn: CheckedFunction<F, Value, F>): F;
  /** Decorates a method with `experimentalDecorators`. */
  <F extends EventFunction>(
    target: object,
    name: CheckedFunction<F, Value, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

type EventFunction = (...values: never) => unknown;

/** `Then` when a function takes at most what the source hands over and a context, otherwise the message. */
type CheckedFunction<F extends EventFunction, Value, Then> =
  Required<Parameters<F>> extends [] | [unknown] | [unknown, unknown]
    ? Takes<Parameters<F>[0], Value> extends true
      ? Then
      : 'The first parameter is not what this source hands over'
    : 'A function of events takes an event and a context';

/** A function with several sources takes a union of what they hand over. */
type Takes<Parameter, Value> = [Extract<Parameter, Value>] extends [never]
  ? [Value] extends [Parameter]
    ? true
    : Parameter extends undefined
      ? true
      : false
  : true;
