// Views of a large application: V8 reads one string much faster than the equivalent arrays, and a request needs only
// the rows of one path (docs/decisions/slim-bundle.md).
import type { BoundView } from './contract/binding.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import type { Route, ViewClass, ViewOwner, Views } from './view-registry.js';

/** The rows of a class as JSON; empty after they are read. */
export type UnreadViews = { rows: string; readonly owner: ViewOwner };

type Unread = { readonly $unread: UnreadViews[] };

/** Stores the rows of a class without functions; the compiler writes the call after the class. */
export function keepUnread(this: Unread, viewClass: ViewClass, rows: string): void {
  this.$unread.push({ rows, owner: { class: viewClass } });
}

/** Finds the route of a request in unread rows. */
export function readRoute(
  app: Unread & { readonly $views: Views; $addView(row: BoundView, owner: ViewOwner): void },
  { resource, httpMethod }: ProxyEvent,
): Route | undefined {
  for (const unread of app.$unread) {
    // A path has no character that JSON escapes. Rows that are read include the empty path of a hand-made event.
    if (unread.rows === '' || !unread.rows.includes(resource)) continue;
    const rows = JSON.parse(unread.rows) as readonly BoundView[]; // because the compiler wrote them
    for (const row of rows) app.$addView(row, unread.owner);
    unread.rows = '';
  }
  return app.$views.get(resource)?.get(httpMethod);
}
