// The JSON Schema of .framework/config.json, made of the table of its keys.
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import { configSchema } from '../../cli/config/keys.js';

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
    // "No other keys" in the usual way.
    overrideSchema: ({ jsonSchema }) =>
      typeof jsonSchema.additionalProperties === 'object' &&
      'not' in jsonSchema.additionalProperties
        ? { ...jsonSchema, additionalProperties: false }
        : undefined,
  });
  const { properties = {} } = schema;
  return { ...schema, title: 'Configuration of a framework application', properties };
}

function sourceOf(pattern: unknown): string {
  return pattern instanceof RegExp ? pattern.source : '';
}
