// Creates the page's document from a build.
import type { AuthorizerEntry, Manifest, RouteEntry } from '../../../runtime/contract/manifest.js';
import { captureNames } from '../../../runtime/contract/paths.js';
import type { Schema } from '../samples/sample-value.js';
import { foreignAuthorizers } from '../gateway/index.js';
import type { BuiltApp } from '../local/builder.js';
import { functionPrefixOf } from '../local/deployment-names.js';
import { eventFunctionsOf } from './event-run.js';
import {
  routeId,
  type BodyInput,
  type ExplorerDocument,
  type ExplorerRoute,
  type InputField,
  type RouteAccess,
  type RouteAnswer,
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
  const { path, contentTypes, cors, at } = entry;
  return {
    id: routeId(method, path),
    method,
    path,
    group: entry.class ?? firstSegmentOf(path),
    view: entry.class === undefined ? entry.view : `${entry.class}.${entry.view}`,
    isDeprecated: false,
    captures: captureNames(path).map((name) => ({
      name,
      isRequired: true,
      schema: { type: 'string' },
    })),
    query: [],
    headers: [],
    ...(WITH_BODY.has(method) && { body: { contentTypes, isRequired: false } }),
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

/** The methods whose requests are assumed to have a body until the document is known. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

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

// The members that are read from the OpenAPI document that the compiler created (compiler/openapi31/).

export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: NonNullable<ExplorerDocument['securitySchemes']>;
  };
};

type OpenApiOperation = {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
};

type OpenApiParameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  /** Set if the parameter is an object whose properties are parameters with any name. */
  readonly explode?: boolean;
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

type RouteInputs = Partial<ExplorerRoute>;

function readInputs({ paths }: OpenApiDocument): ReadonlyMap<string, RouteInputs> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, RouteInputs] => [
        routeId(method.toUpperCase(), path),
        inputsOf(operation),
      ]),
    ),
  );
}

function inputsOf(operation: OpenApiOperation): RouteInputs {
  const { tags = [], summary, description, deprecated = false, requestBody } = operation;
  const { security = [] } = operation;
  const fields = (location: string): InputField[] =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === location && !parameter.explode)
      .map(fieldOf);
  const captures = fields('path');
  const [tag] = tags;
  return {
    ...(tag !== undefined && { group: tag }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    isDeprecated: deprecated,
    ...(captures.length > 0 && { captures }),
    query: fields('query'),
    headers: fields('header'),
    ...(requestBody && { body: bodyInputOf(requestBody) }),
    ...(security.length > 0 && { security: security.map((entry) => Object.keys(entry)) }),
    answers: Object.entries(operation.responses).map(answerOf),
  };
}

function fieldOf({ name, required = false, description, schema }: OpenApiParameter): InputField {
  return { name, isRequired: required, schema, ...(description !== undefined && { description }) };
}

function bodyInputOf({
  required = false,
  content,
}: NonNullable<OpenApiOperation['requestBody']>): BodyInput {
  const schema = known(Object.values(content)[0]?.schema);
  return { contentTypes: Object.keys(content), isRequired: required, ...(schema && { schema }) };
}

function answerOf([status, { description, content = {} }]: [
  string,
  OpenApiOperation['responses'][string],
]): RouteAnswer {
  const [contentType, body] = Object.entries(content)[0] ?? [];
  const schema = known(body?.schema);
  return {
    status,
    description,
    ...(contentType !== undefined && { contentType }),
    ...(schema && { schema }),
  };
}

/** Returns the schema; undefined if it accepts any value, because such a schema provides no information. */
function known(schema: Schema | undefined): Schema | undefined {
  return schema && Object.keys(schema).length > 0 ? schema : undefined;
}
