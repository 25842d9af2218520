// A blueprint has every declaring member of an application, even in code without a build.
import { expect, test } from 'vitest';
import { VIEW_MEMBERS } from '../../compiler/kinds/registry.js';
import {
  Blueprint,
  createFunctionHandler,
  createHandler,
  Framework,
  middleware,
} from '../../runtime/index.js';
import { proxyEvent } from '../support/proxy-events.js';

/** Tells whether a member declares a view or a function; the names of event members show it. */
function isDeclaring(name: string): boolean {
  return VIEW_MEMBERS.includes(name) || /^(?:schedule|on[A-Z])/.test(name);
}

test('each member of the application that declares is one of a blueprint', () => {
  const declaring = Object.getOwnPropertyNames(Framework.prototype).filter(isDeclaring);
  const blueprint: object = new Blueprint();
  const missing = declaring.filter((name) => typeof Reflect.get(blueprint, name) !== 'function');
  expect(declaring).toContain('onSqsMessage');
  expect(missing).toEqual([]);
});

test('event sources belong to the function behind its prefix', async () => {
  const app = new Framework({ appName: 'shop' });
  const jobs = new Blueprint();
  app.register(jobs, { namePrefix: 'jobs-' });
  jobs.schedule('rate(5 minutes)', { input: 3 })(function nightly(event: unknown) {
    return [event];
  });
  const handler = createFunctionHandler('jobs-nightly', app);
  expect(await handler(3)).toEqual([3]);
});

test('the log and the request of a blueprint are those of its application', async () => {
  const app = new Framework({ appName: 'shop' });
  const part = new Blueprint();
  expect(() => part.log).toThrow('after it is registered');
  part.route('/')(() => [part.log === app.log, part.currentRequest === app.currentRequest]);
  app.register(part);
  expect(part.log).toBe(app.log);
  expect(() => part.currentRequest).toThrow('only while a view handles a request');
  const { body } = await createHandler(app)(proxyEvent());
  expect(body).toBe('[true,true]');
});

test('one blueprint serves two applications of a process', async () => {
  const part = new Blueprint();
  part.route('/')(() => part.log === part.log && part.currentRequest.context.resourcePath);
  const apps = ['/a', '/b'].map((urlPrefix) => {
    const app = new Framework({ appName: `app-${urlPrefix.slice(1)}` });
    app.register(part, { urlPrefix });
    return createHandler(app);
  });
  const asked = (resource: string) =>
    proxyEvent({ resource, path: resource, requestContext: { resourcePath: resource } as never });
  const [first, second] = await Promise.all([apps[0]?.(asked('/a')), apps[1]?.(asked('/b'))]);
  expect([first?.body, second?.body]).toEqual(['"/a"', '"/b"']);
});

test('a route that is declared again without middleware has none', async () => {
  const mark = middleware(async (_request, next) => {
    const response = await next();
    response.headers['X-Mark'] = '1';
    return response;
  });
  const app = new Framework({ appName: 'shop' });
  const part = new Blueprint();
  app.register(part, { urlPrefix: '/part' });
  for (const declaring of [app, part]) {
    declaring.route('/a', { middleware: [mark] })(() => 1);
    declaring.route('/a')(() => 2);
  }
  for (const resource of ['/a', '/part/a']) {
    const answer = await createHandler(app)(proxyEvent({ resource, path: resource }));
    expect(answer).toMatchObject({ body: '2' });
    expect(JSON.stringify(answer)).not.toContain('X-Mark');
  }
});
