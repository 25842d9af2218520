// Reads the inputs and responses of routes from the OpenAPI document that the compiler created (compiler/openapi31/).
import type { Schema } from '../samples/sample-value.js';
import {
  routeId,
  type BodyInput,
  type ExplorerDocument,
  type ExplorerRoute,
  type InputField,
  type RouteAnswer,
} from './explorer-document.js';

/** The parts of the document that the page shows. */
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
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** The members that the document adds to a route of the manifest. */
export type RouteInputs = Partial<ExplorerRoute>;

/** Returns the inputs and responses, by route id. */
export function readInputs({ paths }: OpenApiDocument): ReadonlyMap<string, RouteInputs> {
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
    (operation.parameters ?? []).filter((parameter) => parameter.in === location).map(fieldOf);
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
    ...(requestBody && { body: bodyOf(requestBody) }),
    ...(security.length > 0 && { security: security.map((entry) => Object.keys(entry)) }),
    answers: Object.entries(operation.responses).map(answerOf),
  };
}

function fieldOf({ name, required = false, description, schema }: OpenApiParameter): InputField {
  return { name, isRequired: required, schema, ...(description !== undefined && { description }) };
}

function bodyOf({
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
