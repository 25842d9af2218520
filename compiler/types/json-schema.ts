// Converts a type to JSON Schema 2020-12, which OpenAPI 3.1 uses. Keywords are in a fixed order and properties in source order,
// so that the same type always produces the same bytes. json-schema.org/draft/2020-12/json-schema-validation,
// spec.openapis.org/oas/v3.1.1#schema-object
import { tagOf } from './unions.js';
import type {
  ListRules,
  NumberRules,
  TextRules,
  Type,
  TypeDefinition,
  TypeDefinitions,
  TypeDocumentation,
} from '../declarations/declared-type.js';

export type SchemaOptions = {
  /** Returns the reference to a named type's schema, for example `#/components/schemas/City`; undefined if it is inlined. */
  readonly refOf: (key: string) => string | undefined;
  /** The named types, in which the property that distinguishes the members of a union is looked up. */
  readonly definitions: TypeDefinitions;
};

/** Returns the schema for the JSON values of a type. A property that may be `undefined` is optional. */
export function jsonSchemaOf(type: Type, options: SchemaOptions): JsonSchema {
  switch (type.kind) {
    case 'unknown':
      return {};
    case 'never':
    case 'undefined':
      return { not: {} };
    case 'null':
    case 'boolean':
      return { type: type.kind };
    case 'text':
      return { type: 'string', ...textKeywords(type.rules) };
    case 'number':
      return numberSchema(type.rules);
    case 'literal':
      return { type: typeof type.value, const: type.value };
    case 'list':
      return { type: 'array', items: itemSchema(type.of, options), ...listKeywords(type.rules) };
    case 'tuple':
      return tupleSchema(type, options);
    case 'object':
      return objectSchema(type, options);
    case 'union':
      return unionSchema(type.of, options);
    case 'named': {
      const address = options.refOf(type.key);
      const definition = options.definitions.get(type.key);
      if (address === undefined && definition) return definitionSchema(definition, options);
      return { $ref: address ?? type.key };
    }
    case 'date':
      return { type: 'string', format: 'date-time' };
    case 'bytes':
      return { type: 'string', format: 'binary' };
    case 'schema':
      return jsonSchemaOf(type.document, options);
  }
}

export function definitionSchema(definition: TypeDefinition, options: SchemaOptions): JsonSchema {
  return documented(jsonSchemaOf(definition.type, options), definition.documentation);
}

/** Returns the schema of a list item. JSON.stringify writes `undefined` in a list as `null`. */
function itemSchema(type: Type, options: SchemaOptions): JsonSchema {
  if (type.kind === 'undefined') return { type: 'null' };
  if (type.kind !== 'union') return jsonSchemaOf(type, options);
  const members = type.of.map((member) => (member.kind === 'undefined' ? NULL : member));
  return unionSchema(members, options);
}

const NULL: Type = { kind: 'null' };

function tupleSchema(
  { items, rest }: Extract<Type, { kind: 'tuple' }>,
  options: SchemaOptions,
): JsonSchema {
  const required = items.filter(({ isOptional }) => !isOptional).length;
  return {
    type: 'array',
    // JSON Schema 2020-12 forbids an empty `prefixItems`.
    ...(items.length > 0 && {
      prefixItems: items.map((item) => itemSchema(item.type, options)),
    }),
    items: rest ? itemSchema(rest, options) : false,
    ...(required > 0 && { minItems: required }),
  };
}

function objectSchema(
  { properties, indexes = [] }: Extract<Type, { kind: 'object' }>,
  options: SchemaOptions,
): JsonSchema {
  const schemas = properties.map(
    ({ name, type, documentation }) =>
      [name, documented(jsonSchemaOf(type, options), documentation)] as const,
  );
  const required = properties.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const patterns = indexes.filter((index) => index.patterns.length > 0);
  const other = indexes.find((index) => index.patterns.length === 0);
  return {
    type: 'object',
    ...(schemas.length > 0 && { properties: Object.fromEntries(schemas) }),
    ...(required.length > 0 && { required }),
    ...(patterns.length > 0 && {
      patternProperties: Object.fromEntries(
        patterns.map((index) => [allOf(index.patterns), jsonSchemaOf(index.type, options)]),
      ),
    }),
    ...(other && { additionalProperties: additional(other.type, options) }),
  };
}

function additional(type: Type, options: SchemaOptions): JsonSchema | boolean {
  if (type.kind === 'unknown') return true;
  return type.kind === 'never' ? false : jsonSchemaOf(type, options);
}

/** Returns one regular expression that matches if all the given ones do. */
function allOf(patterns: readonly string[]): string {
  const [first = ''] = patterns;
  if (patterns.length === 1) return first;
  return `^${patterns.map((pattern) => `(?=[\\s\\S]*?(?:${pattern}))`).join('')}`;
}

function unionSchema(of: readonly Type[], options: SchemaOptions): JsonSchema {
  const isNullable = of.some(({ kind }) => kind === 'null');
  const members = of.filter(({ kind }) => kind !== 'null' && kind !== 'undefined');
  if (members.length === 0) return isNullable ? { type: 'null' } : { not: {} };
  return withNull(membersSchema(members, options), isNullable);
}

function membersSchema(members: readonly Type[], options: SchemaOptions): JsonSchema {
  const [first] = members;
  if (first && members.length === 1) return jsonSchemaOf(first, options);
  const literals = members.flatMap((member) => (member.kind === 'literal' ? [member.value] : []));
  const others = members.filter(({ kind }) => kind !== 'literal');
  const schemas = [
    ...(literals.length > 0 ? [literalsSchema(literals)] : []),
    ...others.map((member) => jsonSchemaOf(member, options)),
  ];
  const [only] = schemas;
  if (only && schemas.length === 1) return only;
  const types = schemas.map(onlyType);
  if (types.every((type) => type !== undefined)) return typesSchema([...new Set(types)]);
  const tag = tagOf(members, options.definitions);
  if (!tag) return { anyOf: schemas };
  const { name, keys } = tag;
  if (!keys) return { oneOf: schemas };
  const mapping = [...keys].map(([value, key]) => [value, options.refOf(key) ?? key] as const);
  return {
    oneOf: schemas,
    discriminator: { propertyName: name, mapping: Object.fromEntries(mapping) },
  };
}

function literalsSchema(values: readonly (string | number | boolean)[]): JsonSchema {
  if (values.length === 2 && values.includes(true) && values.includes(false)) {
    return { type: 'boolean' };
  }
  const [first] = values;
  const types = [...new Set(values.map((value) => typeof value))];
  return {
    ...typesSchema(types),
    ...(values.length === 1 && first !== undefined ? { const: first } : { enum: [...values] }),
  };
}

function typesSchema(types: readonly string[]): JsonSchema {
  const [first] = types;
  return { type: first !== undefined && types.length === 1 ? first : [...types] };
}

/** Returns the `type` of a schema that has no other keywords; undefined for other schemas. */
function onlyType(schema: JsonSchema): string | undefined {
  const { type, ...rest } = schema;
  return typeof type === 'string' && Object.keys(rest).length === 0 ? type : undefined;
}

function withNull(schema: JsonSchema, isNullable: boolean): JsonSchema {
  if (!isNullable) return schema;
  const { type, const: value, enum: values, ...rest } = schema;
  if (Object.keys(schema).length === 0) return schema;
  if (type === undefined) {
    const { anyOf, ...others } = schema;
    const members = Array.isArray(anyOf) && Object.keys(others).length === 0 ? anyOf : [schema];
    return { anyOf: [...(members as readonly Json[]), { type: 'null' }] }; // because Array.isArray loses the item type of readonly lists
  }
  const known = value === undefined ? values : [value];
  return {
    type: [...(typeof type === 'string' ? [type] : (type as readonly string[])), 'null'], // because `type` in our schemas contains only names
    ...(known !== undefined && { enum: [...(known as readonly Json[]), null] }), // because `enum` contains a list
    ...rest,
  };
}

function textKeywords(rules: TextRules = {}): JsonSchema {
  const { minLength, maxLength, patterns = [], format } = rules;
  const [pattern, ...more] = patterns;
  return defined({
    minLength,
    maxLength,
    pattern,
    allOf: more.length > 0 ? more.map((other) => ({ pattern: other })) : undefined,
    format,
  });
}

function numberSchema(rules: NumberRules = {}): JsonSchema {
  const { isInteger, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  return {
    type: isInteger ? 'integer' : 'number',
    ...defined({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }),
  };
}

function listKeywords(rules: ListRules = {}): JsonSchema {
  const { minItems, maxItems, uniqueItems } = rules;
  return defined({ minItems, maxItems, uniqueItems });
}

function defined(keywords: Readonly<Record<string, Json | undefined>>): JsonSchema {
  return Object.fromEntries(
    Object.entries(keywords).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A schema that is an object. The compiler never creates the boolean schemas `true` and `false`. */
export type JsonSchema = { readonly [keyword: string]: Json };

export function documented(
  schema: JsonSchema,
  documentation: TypeDocumentation | undefined,
): JsonSchema {
  if (!documentation) return schema;
  const { deprecated, examples = [], default: value } = documentation;
  const description = descriptionOf(documentation);
  return {
    ...schema,
    ...(description !== '' && { description }),
    ...(value !== undefined && { default: value as Json }), // because the reader accepts only JSON
    ...(deprecated !== undefined && { deprecated: true }),
    ...(examples.length > 0 && { examples: examples as readonly Json[] }), // because the reader accepts only JSON
  };
}

/** Returns the summary, the description, and the reason for deprecation. */
export function descriptionOf({ summary, description, deprecated }: TypeDocumentation): string {
  const paragraphs = [summary, description, deprecated && `Deprecated: ${deprecated}`];
  return paragraphs.filter(Boolean).join('\n\n');
}
