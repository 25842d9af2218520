// Prints rows of values as a Markdown table.

/**
 * @param {readonly string[]} columns the first is left-aligned, the others are right-aligned
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function markdownTable(columns, rows) {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, at) => Math.max(4, ...cells.map((row) => row[at].length)));
  const line = (row) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`;
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(cells[0]), `| ${rule.join(' | ')} |`, ...cells.slice(1).map(line)].join('\n');
}

/** Formats a number as `12,345`, or with the given number of decimals. */
export function figure(value, decimals = 0) {
  return value.toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** Formats milliseconds. */
export function ms(value) {
  return `${figure(value)} ms`;
}

/** Formats a ratio as `1.23x`. */
export function ratio(value) {
  return `${figure(value, 2)}x`;
}
