// Runs a view inside middleware, without a bundle.
import type { ProxyEvent } from './contract/proxy-event.js';
import { createHandler } from './handler.js';
import { Framework, type Middleware } from './index.js';
import type { RouteOptions } from './route-types/route-options.js';

type Served = {
  readonly view: () => unknown;
  readonly common?: readonly Middleware[];
  readonly options?: RouteOptions;
  readonly event?: Partial<ProxyEvent>;
};

/** Returns the response that a view inside middleware produces. */
export async function answerOf({
  view,
  common = [],
  options = {},
  event,
}: Served): Promise<Awaited<ReturnType<ReturnType<typeof createHandler>>>> {
  const app = new Framework({ appName: 'fixture', middleware: common });
  app.route('/a', options as object)(view);
  const request = { resource: '/a', path: '/a', httpMethod: 'GET', ...event };
  return createHandler(app)(request as ProxyEvent); // because the rest of the event is not read here
}
