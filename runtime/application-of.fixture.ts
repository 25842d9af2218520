// Creates applications for tests, from views by route path.
import { Framework } from './framework.js';

export type Views = Record<string, (this: unknown, ...captures: string[]) => unknown>;

/** Creates an application whose views are functions, by route path. */
export function applicationOf(views: Views, extra: readonly unknown[] = []): Framework {
  const app = new Framework({ appName: 'fixture' });
  for (const [path, view] of Object.entries(views)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const row = ['view', path, ['GET', 'POST', 'HEAD'], names, 0, ...extra];
    app.$call(row as never)(view); // because the test provides the rest of the row
  }
  return app;
}
