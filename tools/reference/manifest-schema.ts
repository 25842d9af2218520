// Creates the JSON Schema for the manifest from the schemas for each kind of declaration.
import { POSITION_SCHEMA } from '../../compiler/declarations/kind.js';
import { KINDS } from '../../compiler/kinds/registry.js';

/** Returns the schema that the package publishes. */
export function manifestSchema(): object {
  const parts = KINDS.flatMap(({ manifest }) => manifest ?? []);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Route manifest',
    description:
      'What the compiler of framework proves of an application: `.framework/build/manifest.json`.',
    type: 'object',
    additionalProperties: false,
    required: [
      'version',
      ...parts.filter((part) => part.isOptional !== true).map(({ name }) => name),
    ],
    properties: {
      version: {
        description: 'Version of this format; grows when a reader of the old one would misread it.',
        const: 1,
      },
      ...Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
      schemas: {
        description:
          'The named types of inputs as JSON Schema 2020-12, sorted by name; absent when there are none.',
        type: 'object',
        additionalProperties: { type: 'object' },
      },
    },
    definitions: {
      position: POSITION_SCHEMA,
      ...Object.fromEntries(KINDS.flatMap(({ definitions }) => Object.entries(definitions))),
    },
  };
}
