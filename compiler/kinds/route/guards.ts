// The guards of a route, for `framework routes`: the names of its middleware, and the security of its providers.
import type { AppFacts } from '../../declarations/app-facts.js';
import { commonMiddleware } from '../app/app.js';
import { layerName } from '../middleware/middleware.js';
import { securityOf } from '../middleware/provider-security.js';
import { routesOf } from './route.js';

export type RouteGuards = {
  /** The names of the route's middleware, outermost first. */
  readonly middleware: readonly string[];
  /** The security schemes of the route's providers. */
  readonly security: readonly { readonly name: string; readonly optional: boolean }[];
};

/** Returns the guards of each route, keyed by its path and methods, in manifest order: `/cities GET,PUT`. */
export function routeGuards(
  facts: AppFacts,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, RouteGuards> {
  return new Map(
    routesOf(facts).flatMap((route): readonly (readonly [string, RouteGuards])[] => {
      const { path, decoded, app } = route;
      if (path.kind !== 'string' || !decoded.value) return [];
      const { methods, middleware } = decoded.value;
      const listed = [...(commonMiddleware(facts, app) ?? []), ...middleware];
      const security = listed.flatMap(({ provider }) => {
        const found = securityOf(provider);
        return found ? [{ name: found.name, optional: found.isOptional }] : [];
      });
      const guards = { middleware: listed.map((layer) => layerName(layer, texts)), security };
      return [[guardsKey({ path: path.value, methods }), guards]];
    }),
  );
}

/** Returns the key for a route. The route may also come from the manifest. */
export function guardsKey(route: {
  readonly path: string;
  readonly methods: readonly string[];
}): string {
  return `${route.path} ${route.methods.toSorted().join()}`;
}
