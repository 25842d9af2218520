// The JSON Schema of .framework/config.json, made of the schema that checks it and the table of its keys.
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import {
  FILE_KEYS,
  FUNCTION_KEYS,
  type KeyDescription,
  STAGE_KEYS,
} from '../../cli/config/keys.js';
import { configSchema } from '../../cli/config/schema.js';

/** The keys of a mapping, as the schema has them. */
export type MappingSchema = JsonSchema & {
  readonly properties: Readonly<Record<string, JsonSchema>>;
};

/** The schema as editors read it. */
export function configJsonSchema(): MappingSchema {
  const schema = toJsonSchema(configSchema, {
    target: 'draft-07',
    // A mapping is asked for before its entries; only what comes last describes them.
    typeMode: 'output',
    // Negations and second patterns only the CLI checks: an editor could not say what is wrong.
    ignoreActions: ['not_values', 'not_value'],
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'regex' && 'requirement' in valibotAction
        ? { ...jsonSchema, pattern: jsonSchema.pattern ?? sourceOf(valibotAction.requirement) }
        : undefined,
  });
  const finished = finish({ ...schema, title: 'Configuration of a framework application' });
  return { ...finished, properties: finished.properties ?? {} };
}

const KEYS: Readonly<Record<string, KeyDescription>> = {
  ...FILE_KEYS,
  ...STAGE_KEYS,
  ...FUNCTION_KEYS,
};

function sourceOf(pattern: unknown): string {
  return pattern instanceof RegExp ? pattern.source : '';
}

/** Adds the defaults, and says "no other keys" in the usual way. */
function finish(schema: JsonSchema): JsonSchema {
  const { properties, additionalProperties } = schema;
  const isClosed = typeof additionalProperties === 'object' && 'not' in additionalProperties;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(finishEntry)),
    }),
    ...(isClosed && { additionalProperties: false }),
    ...(!isClosed &&
      typeof additionalProperties === 'object' && {
        additionalProperties: finish(additionalProperties),
      }),
  };
}

function finishEntry([key, schema]: [string, JsonSchema | boolean]): [
  string,
  JsonSchema | boolean,
] {
  if (typeof schema === 'boolean') return [key, schema];
  const preset = KEYS[key]?.default;
  return [key, { ...finish(schema), ...(preset !== undefined && { default: preset }) }];
}
