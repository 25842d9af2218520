// Creates one operation of the document.
import { isJsonType, JSON_TYPE } from '../../runtime/contract/media-types.js';
import type {
  Answer,
  ErrorAnswer,
  Operation,
  Parameter,
  RequestBody,
} from '../api/api-description.js';
import {
  jsonSchemaOf,
  type Json,
  type JsonSchema,
  type SchemaOptions,
  descriptionOf,
  documented,
} from '../types/json-schema.js';
import type { DocumentSecurity } from './document-security.js';
import type { ErrorComponents } from './error-schemas.js';

/** The parts that all operations in a document share. */
export type DocumentParts = {
  readonly schemas: SchemaOptions;
  readonly errors: ErrorComponents;
  readonly security: DocumentSecurity;
};

export function operationObject(operation: Operation, parts: DocumentParts): Json {
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
  { captures, query, headers }: Operation,
  { schemas }: DocumentParts,
): readonly Json[] {
  const listed = (location: string, list: readonly Parameter[]): readonly Json[] =>
    list.map((parameter) => parameterObject(location, parameter, schemas));
  return [...listed('path', captures), ...listed('query', query), ...listed('header', headers)];
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
    content.set(mediaType, [...(content.get(mediaType) ?? []), hasItems ? STREAM_SCHEMA : schema]);
  }
  const failures = errors.schemaOf(answer);
  if (failures.length > 0) content.set(JSON_TYPE, [...(content.get(JSON_TYPE) ?? []), ...failures]);
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
    ...errors.filter(({ message }) => message !== '').map(errorExample),
    ...messages.map((message) => [nameOfMessage(message), { message }] as const),
  ];
  const counts = new Map<string, number>();
  return values.map(([name, value]) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [count === 1 ? name : `${name}${String(count)}`, { value }] as const;
  });
}

function errorExample({ code, message }: ErrorAnswer): readonly [string, Json] {
  return [code, { Code: code, Message: message }];
}

/** Returns the name of the example for a message: `Forbidden`, `TooManyRequests`. */
function nameOfMessage(message: string): string {
  const words = message.replace(/:.*$/, '').split(/[^A-Za-z]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
