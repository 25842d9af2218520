import { expect, it } from 'vitest';
import { Framework } from './framework.js';
import { createFunctionHandler } from './function-handler.js';

const app = new Framework({ appName: 'fixture' });

class Functions {
  count = 0;
  add(event: { readonly by: number }, context: unknown): unknown {
    this.count += event.by;
    return { count: this.count, context };
  }
  static async fail(): Promise<never> {
    await Promise.resolve();
    throw new RangeError('the function failed');
  }
}
app.$(
  Functions as never, // because the class is untyped here
  [],
  [
    ['add', 'adder', 0],
    ['fail', 'fail', 1],
  ],
);
app.$callFunction(['twice', 'twice', 0])((event: number) => event * 2);

it('calls the function with event and context and resolves with its result', async () => {
  const adder = createFunctionHandler('adder', app);
  const context = { awsRequestId: 'request-1' } as never; // because the function only returns it
  expect(await adder({ by: 2 }, context)).toEqual({ count: 2, context });
  expect(await adder({ by: 3 }, context)).toEqual({ count: 5, context });
});

it('calls a function of the call form', async () => {
  expect(await createFunctionHandler('twice', app)(21)).toBe(42);
});

it('rejects with what the function raises, as Lambda expects', async () => {
  await expect(createFunctionHandler('fail', app)({})).rejects.toThrow(RangeError);
});

it('says which function is missing', async () => {
  const handler = createFunctionHandler('nobody', app);
  await expect(handler({})).rejects.toThrowErrorMatchingInlineSnapshot(
    `[Error: No app.lambdaFunction() has the name 'nobody'.]`,
  );
});
