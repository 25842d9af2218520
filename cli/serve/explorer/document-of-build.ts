// Creates the page's document from a build.
import type { AuthorizerEntry, Manifest, RouteEntry } from '../../../runtime/contract/manifest.js';
import { foreignAuthorizers } from '../gateway/index.js';
import type { BuiltApp } from '../local/builder.js';
import { functionPrefixOf } from '../local/deployment-names.js';
import { eventFunctionsOf } from './event-run.js';
import { type OpenApiDocument, readInputs } from './open-api-inputs.js';
import {
  routeId,
  type BodyInput,
  type ExplorerDocument,
  type ExplorerRoute,
  type InputField,
  type RouteAccess,
} from './explorer-document.js';

export type DocumentSettings = Pick<ExplorerDocument, 'url' | 'isOpen' | 'isWatching' | 'apiKey'>;

export function documentOf(
  app: Pick<BuiltApp, 'manifest' | 'config' | 'sources'>,
  settings: DocumentSettings,
  described: OpenApiDocument | undefined,
): ExplorerDocument {
  const { manifest, config } = app;
  const inputs = described && readInputs(described);
  const accessOf = createAccessReader(manifest, functionPrefixOf({ manifest, config }));
  return {
    ...settings,
    app: manifest.app.name,
    stage: config.stage,
    routes: manifest.routes.flatMap((entry) =>
      entry.methods.map((method) => {
        const route = routeOf(entry, method, accessOf(entry));
        const { security = [], ...own } = inputs?.get(route.id) ?? {};
        const provided = security.map((names) => providedBy(route, names));
        const isSecured = provided.some(({ length }) => length > 0);
        return { ...route, ...own, ...(isSecured && { security: provided }) };
      }),
    ),
    functions: eventFunctionsOf(app),
    isDescribed: described !== undefined,
    schemas: described?.components?.schemas ?? {},
    securitySchemes: described?.components?.securitySchemes ?? {},
  };
}

/** Removes the authorizer, which the OpenAPI document lists first, and the API key, which it lists last. */
function providedBy(
  { access, isKeyRequired }: ExplorerRoute,
  names: readonly string[],
): readonly string[] {
  return names.slice(access.kind === 'open' ? 0 : 1, isKeyRequired ? -1 : undefined);
}

function routeOf(entry: RouteEntry, method: string, access: RouteAccess): ExplorerRoute {
  const { path, cors, at } = entry;
  const body = bodyOf(entry, method);
  return {
    id: routeId(method, path),
    method,
    path,
    group: entry.class ?? firstSegmentOf(path),
    view: entry.class === undefined ? entry.view : `${entry.class}.${entry.view}`,
    isDeprecated: false,
    captures: capturesOf(entry),
    query: [],
    headers: [],
    ...(body && { body }),
    answers: [],
    access,
    isKeyRequired: entry.apiKeyRequired,
    ...(cors !== false && { corsOrigin: cors.allowOrigin }),
    at,
  };
}

function firstSegmentOf(path: string): string {
  return path.split('/')[1]?.replace(/[{}]/g, '') || '/';
}

/** Returns the captures in the order in which they appear in the path. */
function capturesOf({ path }: RouteEntry): InputField[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    isRequired: true,
    schema: { type: 'string' },
  }));
}

/** The methods whose requests are assumed to have a body until the document is known. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function bodyOf({ contentTypes }: RouteEntry, method: string): BodyInput | undefined {
  return WITH_BODY.has(method) ? { contentTypes, isRequired: false } : undefined;
}

function createAccessReader(
  manifest: Manifest,
  functionPrefix: string,
): (route: RouteEntry) => RouteAccess {
  const entries = new Map(manifest.authorizers.map((entry) => [entry.name, entry]));
  const foreign = new Set(foreignAuthorizers(manifest, functionPrefix).map(({ name }) => name));
  return ({ authorizer }) => {
    const entry = authorizer === null ? undefined : entries.get(authorizer);
    return entry ? accessOf(entry, foreign.has(entry.name)) : { kind: 'open' };
  };
}

function accessOf(entry: AuthorizerEntry, isForeign: boolean): RouteAccess {
  const { kind, name } = entry;
  if (kind === 'iam') return { kind, name };
  if (kind === 'userPool') return { kind, name, header: entry.header };
  return { kind, name, header: entry.header, isForeign };
}
