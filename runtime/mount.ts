// Registers a blueprint, which turns its views into routes of the application (docs/decisions/blueprints.md).
import type { AsyncLocalStorage } from 'node:async_hooks';
import type { BoundFunction, BoundView } from './contract/binding.js';
import { ANY_ORIGIN, corsHeaders } from './contract/cors.js';
import { $uses } from './contract/uses.js';
import { mediaTypeOf } from './contract/media-types.js';
import { joinPaths } from './contract/paths.js';
import type { CORSConfig } from './cors-config.js';
import type { RegisteredSource } from './events/adapter.js';
import type { CorsHeaders } from './exchange.js';
import type { Layer } from './layer.js';
import type { Logger } from './logger.js';
import type { Request } from './request.js';
import { type FunctionEntry, type ViewOwner, type ViewRegistry } from './view-registry.js';

/** The options for registering a blueprint. */
export type RegisterOptions = {
  /** The prefix for the path of every route; may contain captures. */
  readonly urlPrefix?: string;
  /** The prefix for the name of every function. */
  readonly namePrefix?: string;
};

/** The defaults that a blueprint passes to its views. */
export type MountedDefaults = {
  readonly middleware?: readonly Layer[];
  readonly cors?: boolean | CORSConfig;
  readonly contentTypes?: readonly string[];
};

/** The application members that a blueprint needs. */
export type MountedApp = {
  readonly log: Logger;
  $addView(row: BoundView, owner: ViewOwner): void;
  readonly $registry: ViewRegistry;
  readonly $requests: AsyncLocalStorage<Request>;
};

/** A registration of a blueprint in an application. */
export type Mount = {
  readonly app: MountedApp;
  readonly urlPrefix: string;
  readonly namePrefix: string;
  /** The blueprints' middleware and error formats, outermost first. */
  readonly layers: readonly Layer[];
  readonly contentTypes?: readonly string[] | undefined;
  readonly cors?: CorsHeaders;
};

/** Returns the registration of a blueprint inside another one. */
export function mountWithin(
  outer: Mount,
  { urlPrefix = '/', namePrefix = '' }: RegisterOptions,
  { middleware = [], contentTypes, cors }: MountedDefaults,
): Mount {
  return {
    app: outer.app,
    urlPrefix: joinPaths(outer.urlPrefix, urlPrefix),
    namePrefix: outer.namePrefix + namePrefix,
    layers: [...outer.layers, ...middleware],
    contentTypes: contentTypes?.map(mediaTypeOf) ?? outer.contentTypes,
    cors:
      cors === undefined ? outer.cors : cors ? corsHeaders(cors === true ? ANY_ORIGIN : cors) : {},
  };
}

/** Adds a view to the application, with the prefix and the defaults of the registration. */
export function mountView(mount: Mount, row: BoundView, owner: ViewOwner): void {
  const [key, path, methods, parameters, isStatic, contentTypes, cors, readInputs] = row;
  const full = joinPaths(mount.urlPrefix, path);
  // If another decorator hides the names of the view's parameters, the view receives the captures in path order.
  const captures = mount.urlPrefix.includes('{')
    ? [...full.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    : [];
  const isWhole = captures.every((name) => parameters.includes(name));
  mount.app.$addView(
    [
      key,
      full,
      methods,
      isWhole ? parameters : captures,
      isStatic,
      contentTypes || mount.contentTypes || 0,
      cors ?? mount.cors,
      readInputs,
      ...(($uses.code.$stream ? [row[8]] : []) as [stream?: BoundView[8]]), // because a bundle keeps only one of the two lists
    ],
    owner,
  );
  mountList(mount, `${methods[0] ?? ''} ${path}`, undefined);
}

/** Adds a lambda function to the application. */
export function mountFunction(
  mount: Mount,
  [key, name, isStatic]: BoundFunction,
  owner: FunctionEntry['owner'],
): void {
  mount.app.$registry.addFunction([key, mount.namePrefix + name, isStatic], owner);
  mountList(mount, name, undefined);
}

/** Adds an event source for a function to the application. */
export function mountSource({ app, namePrefix }: Mount, [name, ...source]: RegisteredSource): void {
  app.$registry.addSource([namePrefix + name, ...source]);
}

/**
 * Records the middleware and error format for a view or function, inside those of its blueprints. If `listed` is undefined,
 * records those of the blueprints, unless a list is already recorded.
 */
export function mountList(
  { app, urlPrefix, namePrefix, layers }: Mount,
  key: string,
  listed: readonly Layer[] | undefined,
): void {
  const [name = '', path] = key.split(' ');
  const place = path === undefined ? namePrefix + name : `${name} ${joinPaths(urlPrefix, path)}`;
  const { $listed } = app.$registry;
  if (listed || !$listed.has(place)) $listed.set(place, [...layers, ...(listed ?? [])]);
}
