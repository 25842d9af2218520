// The data of a message about a value of .framework/config.json that a check refused.
import type { CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';

/** The value that a check refused. */
export type ShapeData = {
  /** As a dotted path: `stages.dev.lambda_timeout`. */
  readonly path: string;
  /** The last key of the path. */
  readonly key: string;
  readonly value: unknown;
  /** The expected type, in words. */
  readonly expected: string;
  /** The values that are allowed, where they are few. */
  readonly choices: readonly string[];
  /** The keys that are allowed where the value is. */
  readonly knownKeys: readonly string[];
};

export type ShapeEntry = CatalogueEntry<ShapeData>;

const LONGEST = 40;

/** The value as JSON, shortened; a list or a mapping only by its kind. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** The kind of a value, for a value that must not be printed. */
export function showKind(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? showValue(value) : `a ${typeof value}`;
}
