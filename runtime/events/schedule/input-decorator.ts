// What the decorator of a schedule with an input returns.
import type { LambdaContext } from '../../contract/proxy-event.js';
import type { EventFunction } from '../decorator-type.js';

/** The function takes the value of the input. */
export type InputDecorator<Input> = {
  <F extends EventFunction = (input: Input, context: LambdaContext) => unknown>(
    fn: CheckedInput<F, Input, F>,
  ): F;
  <F extends EventFunction>(
    target: object,
    name: CheckedInput<F, Input, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

type CheckedInput<F extends EventFunction, Input, Then> = [Parameters<F>] extends [never]
  ? 'It must stand on a method or be given a function that takes the input'
  : Required<Parameters<F>> extends
        readonly [] | readonly [infer First, unknown?] | readonly [infer First, unknown]
    ? [Input] extends [First]
      ? Then
      : 'The function takes the input of the schedule, and this parameter is of another type'
    : 'The function takes the input of the schedule and a context';
