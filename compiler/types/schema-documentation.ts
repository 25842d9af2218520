// TSDoc documentation of a type as keywords of JSON Schema.
import type { TypeDocumentation } from '../declarations/declared-type.js';

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A schema that is an object. The compiler never writes the schemas `true` and `false`. */
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
    ...(value !== undefined && { default: value as Json }), // because the reader takes nothing but JSON
    ...(deprecated !== undefined && { deprecated: true }),
    ...(examples.length > 0 && { examples: examples as readonly Json[] }), // because the reader takes nothing but JSON
  };
}

/** Summary, description, and why it is deprecated. */
export function descriptionOf({ summary, description, deprecated }: TypeDocumentation): string {
  const paragraphs = [summary, description, deprecated && `Deprecated: ${deprecated}`];
  return paragraphs.filter(Boolean).join('\n\n');
}
