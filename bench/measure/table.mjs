// Markdown out of rows of values.

/**
 * @param {readonly string[]} columns the first is left-aligned, the others right
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

/** `12,345`, or with as many decimals as asked. */
export function figure(value, decimals = 0) {
  return value.toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** `1.23x` */
export function ratio(value) {
  return `${figure(value, 2)}x`;
}
