// The size limits of Lambda for a package: docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { SizeRow } from '../../bundle/sizes.js';
import { unzippedTooLarge, zipGrew, zipTooLarge } from './package-catalogue.js';

/** The largest zip in one call, in bytes. */
const ZIPPED_LIMIT = 52_428_800;
/** The largest size of all files, in bytes. */
export const UNZIPPED_LIMIT = 262_144_000;

/** The number of largest parts in a message. */
const LISTED = 5;

/** The problem when all files together are too large. */
export function checkUnzipped(bytes: number, parts: readonly SizeRow[]): Diagnostic[] {
  if (bytes <= UNZIPPED_LIMIT) return [];
  return [diagnose(unzippedTooLarge, { bytes, largest: largestOf(parts) })];
}

/** The problem when the zip file is too large. */
export function checkZipped(bytes: number, parts: readonly SizeRow[]): Diagnostic[] {
  if (bytes <= ZIPPED_LIMIT) return [];
  return [diagnose(zipTooLarge, { bytes, largest: largestOf(parts) })];
}

/** A smaller zip file is no mistake, however small the one before was. */
const NOTED_GROWTH = 5_000_000;

/** A warning when the zip file has more than ten times the bytes of the deployed one, which `before` has; 0 for none. */
export function checkGrowth(
  { bytes, before }: { readonly bytes: number; readonly before: number },
  parts: readonly SizeRow[],
): Diagnostic[] {
  if (before === 0 || bytes <= NOTED_GROWTH || bytes <= before * 10) return [];
  return [diagnose(zipGrew, { bytes, before, largest: largestOf(parts) })];
}

function largestOf(parts: readonly SizeRow[]): readonly SizeRow[] {
  return parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, LISTED);
}
