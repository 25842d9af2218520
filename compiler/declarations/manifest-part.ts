// The part of the manifest that a kind makes, and values that several parts use.
import type { Manifest, SourcePosition } from '../../runtime/contract/manifest.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import type { JsonSchema } from '../values/decoded.js';
import type { AppFacts } from './app-facts.js';

/** Without the properties to which several kinds contribute. */
type PartName = Exclude<keyof Manifest, 'version' | 'schemas'>;

/** One property of the manifest. */
export type ManifestPart = {
  [Name in PartName]: {
    readonly name: Name;
    /** For facts without errors; anything else is a bug and throws. */
    readonly build: (facts: AppFacts) => Manifest[Name];
    readonly schema: JsonSchema;
    /** True when the property is absent in the manifest of an application without such declarations. */
    readonly isOptional?: true;
  };
}[PartName];

/** A place in the source, as the manifest has it. */
export function positionOf({ file, line, column }: SourceSpan): SourcePosition {
  return { file, line, column };
}

/** The schema of such a place, `#/definitions/position`. */
export const POSITION_SCHEMA: JsonSchema = {
  description: 'Where a declaration stands in the source.',
  type: 'object',
  additionalProperties: false,
  required: ['file', 'line', 'column'],
  properties: {
    file: {
      description: 'Relative to the project directory, with forward slashes.',
      type: 'string',
      minLength: 1,
    },
    line: { type: 'integer', minimum: 1 },
    column: { description: 'In UTF-16 units, from 1.', type: 'integer', minimum: 1 },
  },
};

/** The error when a manifest is requested although there are findings. */
export function unchecked(subject: string): Error {
  return new Error(`buildManifest was given ${subject} that checkApp refuses`);
}
