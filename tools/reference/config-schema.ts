// Creates the JSON Schema for .framework/config.json from the table of its keys.
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import { configSchema } from '../../cli/config/keys.js';

/** The keys of a mapping in the schema. */
export type MappingSchema = JsonSchema & {
  readonly properties: Readonly<Record<string, JsonSchema>>;
};

/** Returns the schema that editors read. */
export function configJsonSchema(): MappingSchema {
  const schema = toJsonSchema(configSchema, {
    target: 'draft-07',
    // The entries of a mapping are checked after the mapping itself, so only the last schema describes them.
    typeMode: 'output',
    // Only the CLI checks negations and second patterns, because an editor could not explain what is wrong.
    ignoreActions: ['not_values', 'not_value'],
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'regex' && 'requirement' in valibotAction
        ? { ...jsonSchema, pattern: jsonSchema.pattern ?? patternText(valibotAction.requirement) }
        : undefined,
    // Expresses "no other keys" in the usual way.
    overrideSchema: ({ jsonSchema }) =>
      typeof jsonSchema.additionalProperties === 'object' &&
      'not' in jsonSchema.additionalProperties
        ? { ...jsonSchema, additionalProperties: false }
        : undefined,
  });
  const { properties = {} } = schema;
  return { ...schema, title: 'Configuration of a framework application', properties };
}

function patternText(pattern: unknown): string {
  return pattern instanceof RegExp ? pattern.source : '';
}
