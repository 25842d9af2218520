// Event sources in code that is not built, in the three forms of a decorator.
import { expect, test } from 'vitest';
import { capturedOutput } from '../test/support/captured-output.js';
import { busEvent, queueEvent, topicEvent } from './events/events.fixture.js';
import { type CloudEvent, Framework, SqsBatch, SqsMessage, type ScheduledEvent } from './index.js';
import { createFunctionHandler } from './function-handler.js';
import { middleware } from './middleware.js';
import { rate } from './events/schedule/schedule.js';

const SCHEDULED = busEvent('aws.events', 'Scheduled Event', {});

test('a function gets the messages of its queue', async () => {
  const app = new Framework({ appName: 'unbuilt' });
  const seen: unknown[] = [];
  app.onSqsMessage({ queue: 'orders', concurrency: 1, name: 'order' })((message: SqsMessage) => {
    seen.push(message instanceof SqsMessage, message.body);
  });
  app.onSqsBatch({ queue: 'audit', name: 'audit-log' })((batch: SqsBatch) => {
    seen.push(batch instanceof SqsBatch, batch.length);
  });
  expect(await createFunctionHandler('order', app)(queueEvent(['a']))).toEqual({
    batchItemFailures: [],
  });
  await createFunctionHandler('audit-log', app)(queueEvent(['a'], { queue: 'audit' }));
  expect(seen).toEqual([true, 'a', true, 1]);
  await expect(
    createFunctionHandler('order', app)(queueEvent(['a'], { queue: 'audit' })),
  ).rejects.toThrow('the queue orders');
});

test('a method of an instance that is made again does not run twice', async () => {
  const app = new Framework({ appName: 'unbuilt' });
  let count = 0;
  const order = (): unknown => count++;
  const begin: ((this: unknown) => void)[] = [];
  const context = {
    kind: 'method',
    name: 'order',
    static: false,
    addInitializer: (run: (this: unknown) => void) => begin.push(run),
  };
  const decorate: unknown = app.onSqsMessage({ queue: 'orders' });
  (decorate as (fn: unknown, context: unknown) => unknown)(order, context); // because TypeScript calls it this way
  class Jobs {
    order = order;
  }
  for (const run of [...begin, ...begin]) run.call(new Jobs());
  await createFunctionHandler('order', app)(queueEvent(['a']));
  expect(count).toBe(1);
});

test('several sources share one method, in the legacy mode', async () => {
  const app = new Framework({ appName: 'unbuilt' });
  class Jobs {
    type = 'of an instance';
    sync(event: ScheduledEvent | CloudEvent<unknown>): string {
      return `${event.detailType} ${this.type}`;
    }
  }
  const descriptor: TypedPropertyDescriptor<Jobs['sync']> = {
    value: (event) => event.detailType,
  };
  app.schedule('rate(5 minutes)')(Jobs.prototype, 'sync', descriptor);
  app.onEvent({ source: ['my.shop'] })(Jobs.prototype, 'sync', descriptor);
  const sync = createFunctionHandler('sync', app);
  expect(await sync(SCHEDULED)).toBe('Scheduled Event of an instance');
  expect(await sync(busEvent('my.shop', 'Order paid', {}))).toBe('Order paid of an instance');
});

test('the call form, with input and middleware', async () => {
  const app = new Framework({ appName: 'unbuilt' });
  const twice = middleware.event(async (_, next) => [await next()]);
  expect(rate(1, 'day')).toBe('rate(1 day)');
  const nightly = app.schedule(rate(1, 'day'), {
    name: 'nightly',
    input: { full: true },
    middleware: [twice],
  })((input: { full: boolean }) => input.full);
  expect(nightly({ full: false })).toBe(false);
  expect(await createFunctionHandler('nightly', app)({ full: true })).toEqual([true]);
});

test('`onInvalid` is of a build, and what is text says so when the function fails', async () => {
  const app = new Framework({ appName: 'unbuilt' });
  app.onSnsMessage({ topic: 'alerts', onInvalid: 'drop', name: 'alert' })(() => {
    throw new TypeError('no level');
  });
  const alert = createFunctionHandler('alert', app);
  const log = await capturedOutput(async () => {
    await expect(alert(topicEvent(['{"level":1}']))).rejects.toThrow('no level');
    await expect(alert(topicEvent(['{"level":1}']))).rejects.toThrow('no level');
  });
  expect(log.match(/unbuilt - WARNING - .*this module was not built/g)).toHaveLength(1);
});
