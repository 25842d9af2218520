// Prints tables in Markdown.

/** Prints a table, without columns that are empty. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const shown = titles.map((_, index) => rows.some((row) => (row[index] ?? '') !== ''));
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .filter((_, index) => shown[index])
      .map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' '))
      .join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
