// A route with its path and options. It is decoded once, and shared by the rules, the manifest entry and the row.
import type { RouteEntry, StreamKind } from '../../../runtime/contract/manifest.js';
import { parsePath, type ParsedPath } from '../../../runtime/contract/paths.js';
import type { AppFacts, DeclarationTarget, ViewDeclaration } from '../../declarations/app-facts.js';
import { addTo, oncePer } from '../../groups.js';
import { decodeOptions, type DecodedOptions } from '../../values/options.js';
import type { StaticText, StaticValue } from '../../values/static-value.js';
import { ROUTE_OPTIONS, type RouteOptions } from './options.js';
import { commonMiddleware } from '../app/app.js';
import { layerName } from '../middleware/middleware.js';
import { securityOf } from '../middleware/provider-security.js';

/** One `app.route(path, options)`. */
export type Route = ViewDeclaration & {
  readonly path: StaticValue;
  readonly decoded: DecodedOptions<RouteOptions>;
};

export const routeOf: (view: ViewDeclaration) => Route = oncePer((view) => {
  const path = view.leading[0] ?? { kind: 'undefined', at: view.at };
  return { ...view, path, decoded: decodedOf(view) };
});

const DECODED = new WeakMap<StaticValue, DecodedOptions<RouteOptions>>();

/** Decodes the options. The options are the key of the cache, because reading the types of the inputs creates a new view. */
function decodedOf({ options }: ViewDeclaration): DecodedOptions<RouteOptions> {
  const known = options && DECODED.get(options);
  if (known) return known;
  const decoded = decodeOptions(options, ROUTE_OPTIONS);
  if (options) DECODED.set(options, decoded);
  return decoded;
}

export const routesOf: (facts: AppFacts) => readonly Route[] = oncePer(({ views }) =>
  views.filter(({ kind }) => kind === 'route').map(routeOf),
);

type RoutePath = ParsedPath & { readonly captures: readonly string[] };

const PARSED = new Map<string, RoutePath>();

/** The maximum number of cached paths, more than any application has. This limits the memory of processes that run for days. */
const MOST_PATHS = 10_000;

/** Parses a path like {@link parsePath}, with a cache. */
export function parseRoutePath(path: string): RoutePath {
  const known = PARSED.get(path);
  if (known) return known;
  if (PARSED.size >= MOST_PATHS) PARSED.clear();
  const parsed = parsePath(path);
  const captures = parsed.segments.flatMap((segment) =>
    segment.kind === 'capture' ? [segment.name] : [],
  );
  const route = { ...parsed, captures };
  PARSED.set(path, route);
  return route;
}

/** Returns the capture names of a valid route path, in path order. */
export function routeCaptures(path: string): readonly string[] {
  return parseRoutePath(path).captures;
}

/** Returns the kind of stream that a route sends; undefined if its response is not streamed. */
export function streamOf({ target, decoded }: Route): StreamKind | undefined {
  const kinds = new Set(target.streams?.map(({ stream }) => stream));
  const [only] = kinds;
  return kinds.size > 1 ? 'any' : (only ?? (decoded.value?.streams ? 'any' : undefined));
}

/** Returns the path of a route; undefined if the path is invalid. Rules about shared paths ignore invalid paths. */
export function validPath({ path }: Route): StaticText | undefined {
  return path.kind === 'string' && parseRoutePath(path.value).problems.length === 0
    ? path
    : undefined;
}

const SLASHES: ReadonlySet<string> = new Set([
  'missing-leading-slash',
  'trailing-slash',
  'empty-segment',
]);

/** Returns the path of a route if its captures are certain. A missing or extra slash does not change the captures. */
export function pathWithCaptures({ path }: Route): StaticText | undefined {
  if (path.kind !== 'string') return undefined;
  const { problems } = parseRoutePath(path.value);
  return problems.every(({ kind }) => SLASHES.has(kind)) ? path : undefined;
}

/** Returns the path with missing slashes added and extra slashes removed. */
export function withSlashes(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`;
}

type RoutesByPath = ReadonlyMap<string, readonly Route[]>;

/** Returns the routes that share an application and a valid path, in declaration order. Each path has at least one. */
export const routesByPath: (facts: AppFacts) => RoutesByPath = oncePer((facts) => {
  const groups = new Map<string, Route[]>();
  for (const route of routesOf(facts)) {
    const path = validPath(route);
    if (path) addTo(groups, `${route.app} ${path.value}`, route);
  }
  return groups;
});

/**
 * Returns the names of the parameters up to the last one that is an input or receives a capture of `path`, so that minified
 * views bind by name. An earlier optional parameter may belong to another route of the view; it receives `undefined`.
 */
export function viewParameters(target: DeclarationTarget, path: string): readonly string[] {
  const { parameters, isWrapped } = target;
  const captures = routeCaptures(path);
  if (isWrapped) return captures;
  const names = parameters.map(({ name }) => name ?? '');
  const last = names.findLastIndex((name) => captures.includes(name) || isInputName(name));
  return names.slice(0, last + 1);
}

const INPUT_NAMES = ['body', 'query', 'headers'] as const;

export type InputName = (typeof INPUT_NAMES)[number];

/** Tells whether a parameter with this name is an input, unless the path has a capture with this name. */
export function isInputName(name: string | undefined): name is InputName {
  return INPUT_NAMES.some((one) => one === name);
}

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
export function guardsKey({ path, methods }: Pick<RouteEntry, 'path' | 'methods'>): string {
  return `${path} ${methods.toSorted().join()}`;
}
