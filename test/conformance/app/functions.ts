// Functions that the gateway does not call (specification 2.1).
import { app } from './service.js';

export class Functions {
  readonly #greeting = 'hello';

  @app.lambdaFunction()
  greet(event: { name: string }, context: { functionName: string }) {
    return { greeting: `${this.#greeting} ${event.name}`, function: context.functionName };
  }

  @app.lambdaFunction({ name: 'always-fails' })
  static fail() {
    throw new RangeError('the function failed');
  }
}

export const double = app.lambdaFunction()(async (event: { value: number }) => {
  await null;
  return { doubled: event.value * 2 };
});
