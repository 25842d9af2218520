// Creates the OpenAPI 3.1 document of an application, for the people and tools that call it. API Gateway imports a different
// document (compiler/openapi/). The document is sorted: the same source always produces the same bytes.
// spec.openapis.org/oas/v3.1.1
import type { Manifest, AuthorizerEntry } from '../../runtime/contract/manifest.js';
import type {
  ApiDescription,
  Answer,
  ErrorAnswer,
  Operation,
  Parameter,
  RequestBody,
} from '../api/api-description.js';
import type { Type } from '../declarations/declared-type.js';
import { addTo, compareTexts, groupBy, valueFor } from '../groups.js';
import { componentNames, asciiName } from '../types/schema-names.js';
import {
  definitionSchema,
  type Json,
  type SchemaOptions,
  jsonSchemaOf,
  type JsonSchema,
  descriptionOf,
  documented,
} from '../types/json-schema.js';
import { isJsonType, JSON_TYPE } from '../../runtime/contract/media-types.js';
import { capitalized, numberedName, underlinedName } from '../free-names.js';
import { API_KEY, schemeOf } from '../openapi/security-schemes.js';

export type DocumentOptions = {
  readonly manifest: Manifest;
  readonly version: string;
  readonly description?: string | undefined;
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
  const itemOf = (item: readonly Operation[]): Json =>
    Object.fromEntries(
      item.map((one) => [one.method.toLowerCase(), operationObject(one, parts)] as const),
    );
  const paths = groupBy(operations, ({ path }) => path);
  return Object.fromEntries([...paths].map(([path, item]) => [path, itemOf(item)]));
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

type DocumentParts = {
  readonly schemas: SchemaOptions;
  readonly errors: ErrorComponents;
  readonly security: DocumentSecurity;
};

function operationObject(operation: Operation, parts: DocumentParts): Json {
  const { documentation, tags, id, body, method } = operation;
  const { summary, ...rest } = documentation;
  const description = descriptionOf(rest);
  const parameters = parametersOf(operation, parts);
  const security = parts.security.securityOf(operation);
  return {
    ...(tags.length > 0 && { tags }),
    ...(summary !== undefined && { summary }),
    ...(description !== '' && { description }),
    operationId: id,
    ...(documentation.deprecated !== undefined && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: bodyObject(body, parts) }),
    responses: Object.fromEntries(
      operation.answers.map((answer) => [
        String(answer.status),
        answerObject(answer, { ...parts, isHead: method === 'HEAD' }),
      ]),
    ),
    ...(security !== undefined && { security }),
  };
}

function parametersOf(
  { captures, query, otherQuery, headers }: Operation,
  { schemas }: DocumentParts,
): readonly Json[] {
  const listed = (location: string, list: readonly Parameter[]): readonly Json[] =>
    list.map((parameter) => parameterObject(location, parameter, schemas));
  return [
    ...listed('path', captures),
    ...listed('query', query),
    ...(otherQuery ? [otherParameters(otherQuery, query, schemas)] : []),
    ...listed('header', headers),
  ];
}

/** Describes query parameters without declared names: with this style, each property of the object is a parameter. */
function otherParameters(type: Type, query: readonly Parameter[], options: SchemaOptions): Json {
  const name = numberedName('query', new Set(query.map((parameter) => parameter.name)));
  return {
    name,
    in: 'query',
    style: 'form',
    explode: true,
    schema: jsonSchemaOf(type, options),
  };
}

function parameterObject(location: string, parameter: Parameter, options: SchemaOptions): Json {
  const { name, type, isOptional, documentation = {} } = parameter;
  const { summary: _, description: __, deprecated, ...rest } = documentation;
  const description = descriptionOf(documentation);
  return {
    name,
    in: location,
    ...(description !== '' && { description }),
    ...(!isOptional && { required: true }),
    ...(deprecated !== undefined && { deprecated: true }),
    schema: documented(jsonSchemaOf(type, options), rest),
  };
}

function bodyObject(
  { type, isOptional, mediaTypes, description }: RequestBody,
  { schemas }: DocumentParts,
): Json {
  const schema = jsonSchemaOf(type, schemas);
  return {
    ...(description !== undefined && { description }),
    ...(!isOptional && { required: true }),
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])),
  };
}

function answerObject(
  answer: Answer,
  { schemas, errors, isHead }: DocumentParts & { readonly isHead: boolean },
): Json {
  const { description, bodies } = answer;
  const content = new Map<string, JsonSchema[]>();
  const items = new Map<string, JsonSchema>();
  for (const { mediaType, type, stream } of bodies) {
    // A stream that sends JSON text in pieces: each piece is a string, but together they can form any value.
    const isPieces = stream === 'text' && isJsonType(mediaType);
    const schema = isPieces ? {} : jsonSchemaOf(type, schemas);
    const hasItems = stream === 'sse' || stream === 'ndjson';
    if (hasItems) items.set(mediaType, schema);
    addTo(content, mediaType, hasItems ? STREAM_SCHEMA : schema);
  }
  for (const failure of errors.schemaOf(answer)) addTo(content, JSON_TYPE, failure);
  if (content.size === 0 || isHead) return { description };
  const examples = examplesOf(answer);
  return {
    description,
    content: Object.fromEntries(
      [...content].map(([mediaType, list]) => {
        const item = items.get(mediaType);
        return [
          mediaType,
          {
            schema: anyOf(list),
            ...(item !== undefined && { 'x-itemSchema': item }),
            ...(mediaType === JSON_TYPE &&
              examples.length > 0 && { examples: Object.fromEntries(examples) }),
          },
        ];
      }),
    ),
  };
}

/** OpenAPI 3.1 cannot describe the items of a stream; 3.2 has `itemSchema` (spec.openapis.org/oas/v3.2.0#media-type-object). */
const STREAM_SCHEMA: JsonSchema = { type: 'string' };

function anyOf(list: readonly JsonSchema[]): JsonSchema {
  const [only] = list;
  return only && list.length === 1 ? only : { anyOf: list };
}

/** Returns the messages as examples. Each is named after the error code or the gateway's message. */
function examplesOf({ errors, messages }: Answer): readonly (readonly [string, Json])[] {
  const values = [
    ...errors
      .filter(({ message }) => message !== '')
      .map(({ code, message }) => [code, { Code: code, Message: message }] as const),
    ...messages.map((message) => [nameOfMessage(message), { message }] as const),
  ];
  const counts = new Map<string, number>();
  return values.map(([name, value]) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [count === 1 ? name : `${name}${String(count)}`, { value }] as const;
  });
}

function nameOfMessage(message: string): string {
  const words = message.replace(/:.*$/, '').split(/[^A-Za-z]+/);
  return words.map(capitalized).join('');
}

type ErrorComponents = {
  readonly schemas: readonly (readonly [name: string, schema: JsonSchema])[];
  /** Returns the possible schemas for the error body of a response; empty if the response is not an error. */
  readonly schemaOf: (answer: Answer) => readonly JsonSchema[];
};

const TEXT: JsonSchema = { type: 'string' };

function errorComponents(
  { operations, names }: Pick<ApiDescription, 'operations' | 'names'>,
  options: SchemaOptions,
): ErrorComponents {
  const taken = new Set(names.values());
  const nameOf = (wished: string): string => underlinedName(asciiName(wished), taken);
  const ref = (wished: string): JsonSchema => ({ $ref: `#/components/schemas/${nameOf(wished)}` });
  const answers = operations.flatMap((operation) => operation.answers);
  const errors = answers.flatMap((answer) => answer.errors);
  const withProblems = new Set(
    errors.filter(({ hasProblems }) => hasProblems).map(({ code }) => code),
  );
  const description = 'The problems of the input, at most 20.';
  const problems = { Problems: { type: 'array', items: ref(PROBLEM), description } };
  const schemas: [string, JsonSchema][] = [...new Set(errors.map(({ code }) => code))].map(
    (code) => [nameOf(code), errorSchema(code, withProblems.has(code) ? problems : {})],
  );
  if (withProblems.size > 0) schemas.push([nameOf(PROBLEM), PROBLEM_SCHEMA]);
  if (answers.some(({ messages }) => messages.length > 0)) {
    schemas.push([nameOf(GATEWAY_ERROR), GATEWAY_SCHEMA]);
  }
  return {
    schemas,
    schemaOf: (answer) => [
      ...codesOf(answer.errors).map(([code, details]) => {
        const [only, ...others] = details;
        if (!only) return ref(code);
        const type: Details = others.length === 0 ? only : { kind: 'union', of: details };
        return errorSchema(code, { Details: jsonSchemaOf(type, options) });
      }),
      ...(answer.messages.length > 0 ? [ref(GATEWAY_ERROR)] : []),
    ],
  };
}

const PROBLEM = 'Problem';
const GATEWAY_ERROR = 'GatewayError';

type Details = NonNullable<ErrorAnswer['details']>;

function codesOf(
  errors: readonly ErrorAnswer[],
): readonly (readonly [string, readonly Details[]])[] {
  const codes = new Map<string, Map<string, Details>>();
  for (const { code, details } of errors) {
    const known = valueFor(codes, code, () => new Map<string, Details>());
    if (details) known.set(JSON.stringify(details), details);
  }
  return [...codes]
    .toSorted(([left], [right]) => compareTexts(left, right))
    .map(([code, details]) => [code, [...details.values()]]);
}

function errorSchema(code: string, more: Readonly<Record<string, Json>>): JsonSchema {
  return {
    type: 'object',
    properties: { Code: { type: 'string', const: code }, Message: TEXT, ...more },
    required: ['Code', 'Message'],
  };
}

const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    at: {
      type: 'string',
      description: 'JSON pointer that begins with /body, /query, /headers or /path',
    },
    expected: { type: 'string', description: 'The expected value' },
    rule: { type: 'string', description: 'The JSON Schema keyword that is violated' },
    message: { type: 'string', description: 'The message that the type declares' },
  },
  required: ['at', 'expected', 'rule'],
};

/** The gateway names the member `message`, or `Message` if an authorizer denied the request. */
const GATEWAY_SCHEMA: JsonSchema = { type: 'object', properties: { message: TEXT, Message: TEXT } };

type DocumentSecurity = {
  readonly schemes: Readonly<Record<string, Json>>;
  readonly securityOf: (operation: Operation) => Json | undefined;
};

function documentSecurity(
  { authorizers, routes }: Manifest,
  provided: NonNullable<ApiDescription['schemes']> = new Map(),
): DocumentSecurity {
  const names = new Map(authorizers.map((entry) => [entry.name, componentName(entry.name)]));
  const taken = new Set(names.values());
  const apiKey = underlinedName('api_key', taken);
  taken.add(apiKey);
  const providers = new Map<string, string>();
  for (const name of provided.keys()) {
    const free = underlinedName(componentName(asciiName(name)), taken);
    taken.add(free);
    providers.set(name, free);
  }
  const needsKey = routes.some(({ apiKeyRequired }) => apiKeyRequired);
  const schemes = authorizers.map(
    (entry) =>
      [
        names.get(entry.name) ?? '',
        { ...schemeOf(entry), description: DESCRIPTIONS[entry.kind] },
      ] as const,
  );
  const all: Readonly<Record<string, Json>> = Object.fromEntries([
    ...schemes,
    ...[...provided].map(
      ([name, scheme]) =>
        [providers.get(name) ?? name, scheme as { readonly [key: string]: Json }] as const, // because it was decoded as JSON
    ),
    ...(needsKey ? [[apiKey, API_KEY] as const] : []),
  ]);
  return {
    schemes: all,
    securityOf: ({ authorizer, scopes, apiKeyRequired, security = [] }) => {
      // If other routes have a scheme, a public route gets an empty list.
      if (authorizer === null && !apiKeyRequired && security.length === 0)
        return Object.keys(all).length > 0 ? [] : undefined;
      const name = authorizer === null ? undefined : (names.get(authorizer) ?? authorizer);
      const key = apiKeyRequired ? { [apiKey]: [] } : {};
      // A caller must satisfy all schemes in one entry. Each scope has its own, because a token needs only one of them.
      const tokens: readonly (readonly string[])[] = scopes?.map((scope) => [scope]) ?? [[]];
      const admitted = name === undefined ? [{}] : tokens.map((token) => ({ [name]: token }));
      return admitted.flatMap((entry) =>
        alternatives(security).map((required) => ({
          ...entry,
          ...Object.fromEntries(required.map((scheme) => [providers.get(scheme) ?? scheme, []])),
          ...key,
        })),
      );
    },
  };
}

/** Returns alternative lists of schemes, the shortest first. Schemes in `optional` may be omitted. */
function alternatives(
  security: NonNullable<Operation['security']>,
): readonly (readonly string[])[] {
  let lists: readonly (readonly string[])[] = [[]];
  for (const { name, isOptional } of security) {
    const longer = lists.map((list) => [...list, name]);
    lists = isOptional ? [...lists, ...longer] : longer;
  }
  return lists;
}

/** Converts the name of an authorizer, which may contain more characters, to an OpenAPI component name. */
function componentName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]/g, '_');
}

const DESCRIPTIONS: Readonly<Record<AuthorizerEntry['kind'], string>> = {
  iam: 'AWS Signature Version 4, for the service execute-api',
  userPool: 'A token of an Amazon Cognito user pool',
  custom: 'A token that the authorizer of the API accepts',
};
