// FW61: packages that Lambda would reject, or that contain too much by mistake. They are reported before anything is uploaded.
import { code, type CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';
import { formatBytes } from '../../terminal/printable.js';
import type { SizeRow } from '../../bundle/sizes.js';

type TooLarge = { readonly bytes: number; readonly largest: readonly SizeRow[] };

export const zipTooLarge: CatalogueEntry<TooLarge> = {
  code: 'FW6101',
  severity: 'error',
  title: 'The zip file is larger than Lambda accepts',
  message: ({ bytes }) =>
    `The zip file of the package is ${formatBytes(bytes)}; Lambda accepts at most 52.4 MB.`,
  hint: ({ largest }) => leaveOut(largest),
};

export const unzippedTooLarge: CatalogueEntry<TooLarge> = {
  code: 'FW6102',
  severity: 'error',
  title: 'The unzipped package is larger than Lambda accepts',
  message: ({ bytes }) =>
    `The files in the package total ${formatBytes(bytes)}; Lambda accepts at most 262.1 MB, unzipped.`,
  hint: ({ largest }) => leaveOut(largest),
};

export const zipGrew: CatalogueEntry<TooLarge & { readonly before: number }> = {
  code: 'FW6105',
  severity: 'warning',
  title: 'The zip file is more than ten times the deployed one',
  message: ({ bytes, before }) =>
    `The zip file of the package is ${formatBytes(bytes)}; the deployed one is ${formatBytes(before)}.`,
  hint: ({ largest }) => leaveOut(largest),
};

function leaveOut(largest: readonly SizeRow[]): string {
  const parts = largest.map(({ name, bytes }) => `${code(name)} ${formatBytes(bytes)}`);
  return `The largest parts, unzipped: ${parts.join(', ')}. Remove what no function needs; \`framework build\` lists all parts.`;
}
