// Creates the OpenAPI 3.1 document of an application, for the people and tools that call it. API Gateway imports a different
// document (compiler/openapi/). The document is sorted: the same source always produces the same bytes.
// spec.openapis.org/oas/v3.1.1
import type { Manifest } from '../../runtime/contract/manifest.js';
import type { ApiDescription } from '../api/api-description.js';
import { compareTexts } from '../text-order.js';
import { componentNames } from '../types/schema-names.js';
import { definitionSchema, type Json, type SchemaOptions } from '../types/json-schema.js';
import { documentSecurity } from './document-security.js';
import { errorComponents } from './error-schemas.js';
import { operationObject, type DocumentParts } from './operation-object.js';

export type DocumentOptions = {
  readonly manifest: Manifest;
  /** The version of the application. */
  readonly version: string;
  readonly description?: string | undefined;
  /** The URL of the deployed API. */
  readonly server?: string | undefined;
};

export function openApi31(api: ApiDescription, options: DocumentOptions): Json {
  const { manifest, version, description, server } = options;
  const names = componentNames(api.names);
  const schemas: SchemaOptions = {
    definitions: api.definitions,
    refOf: (key) => {
      const name = names.get(key);
      return name === undefined ? undefined : `#/components/schemas/${name}`;
    },
  };
  const parts: DocumentParts = {
    schemas,
    errors: errorComponents({ operations: api.operations, names }, schemas),
    security: documentSecurity(manifest, api.schemes),
  };
  const components = {
    schemas: schemasOf(api, names, parts),
    securitySchemes: parts.security.schemes,
  };
  const tags = [...new Set(api.operations.flatMap((operation) => operation.tags))];
  return {
    openapi: '3.1.1',
    info: { title: api.title, version, ...(description && { description }) },
    // OpenAPI appends the path, which begins with a slash, to this URL (spec.openapis.org/oas/v3.1.1#paths-object).
    ...(server !== undefined && { servers: [{ url: server.replace(/\/$/, '') }] }),
    ...(tags.length > 0 && { tags: tags.toSorted(compareTexts).map((name) => ({ name })) }),
    paths: pathsOf(api, parts),
    ...withoutEmpties({ components: withoutEmpties(components) }),
  };
}

function pathsOf({ operations }: ApiDescription, parts: DocumentParts): Json {
  const paths = new Map<string, [string, Json][]>();
  for (const operation of operations) {
    const item = paths.get(operation.path) ?? [];
    paths.set(operation.path, item);
    item.push([operation.method.toLowerCase(), operationObject(operation, parts)]);
  }
  return Object.fromEntries([...paths].map(([path, item]) => [path, Object.fromEntries(item)]));
}

function schemasOf(
  api: ApiDescription,
  names: ReadonlyMap<string, string>,
  { schemas, errors }: DocumentParts,
): JsonObject {
  const own = [...names].flatMap(([key, name]): [string, Json][] => {
    const definition = api.definitions.get(key);
    if (!definition) return [];
    const given = api.names.get(key);
    const title = given === name ? {} : { title: given ?? name };
    return [[name, { ...title, ...definitionSchema(definition, schemas) }]];
  });
  const all = [...own, ...errors.schemas];
  return Object.fromEntries(all.toSorted(([left], [right]) => compareTexts(left, right)));
}

type JsonObject = { readonly [key: string]: Json };

function withoutEmpties(objects: Readonly<Record<string, JsonObject>>): JsonObject {
  return Object.fromEntries(
    Object.entries(objects).filter(([, value]) => Object.keys(value).length > 0),
  );
}
