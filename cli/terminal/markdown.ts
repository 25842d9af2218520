// Renders Markdown for a terminal: headings are bold, code is indented, and everything else is running text. It supports the
// syntax used in `docs/`: headings, fenced blocks, lists, tables, links and paragraphs.
import colors from 'picocolors';
import { wrapWords } from './table.js';
import type { TextStream } from './terminal.js';

type Paint = ReturnType<typeof colors.createColors>;

const CODE_INDENT = '    ';

/** Prints a page. On a screen, the width is limited for readability. In a pipe, lines are not wrapped. */
export function printPage(text: string, out: TextStream): void {
  const width = out.isTty ? Math.min(out.width ?? 80, 100) : undefined;
  out.write(renderMarkdown(text, { hasColor: out.hasColor, width }));
}

/** `width` is the width of running text in columns; if undefined, lines are not wrapped. */
export function renderMarkdown(
  text: string,
  { hasColor, width }: { readonly hasColor: boolean; readonly width: number | undefined },
): string {
  const paint = colors.createColors(hasColor);
  const blocks = splitBlocks(text).map((block) => renderBlock(block, paint, width));
  return `${blocks.join('\n\n')}\n`;
}

/** Splits a page at empty lines, except in fenced blocks. */
function splitBlocks(text: string): string[] {
  const pieces = text.matchAll(/^```[^\n]*\n[\s\S]*?^```$|(?:^[^\n]+(?:\n|$))+/gm);
  return [...pieces].map(([piece]) => piece.trimEnd());
}

function renderBlock(block: string, paint: Paint, width: number | undefined): string {
  if (block.startsWith('```')) return renderCode(block, paint);
  const heading = /^#+ (.*)$/.exec(block)?.[1];
  // Unlike running text, table rows are not wrapped.
  if (block.startsWith('|')) return showLinks(block);
  if (heading !== undefined) return paint.bold(heading);
  const items = block.split(/\n(?=- )/);
  return items.map((item) => renderText(item, item.startsWith('- ') ? '  ' : '', width)).join('\n');
}

/** Renders a fenced block, preceded by the name of its file. */
function renderCode(block: string, paint: Paint): string {
  const [fence = '', ...lines] = block.split('\n').slice(0, -1);
  const file = / file=(\S+)/.exec(fence)?.[1];
  const code = lines.map((line) => (line === '' ? '' : CODE_INDENT + line));
  return [...(file === undefined ? [] : [paint.dim(`  ${file}`)]), ...code].join('\n');
}

function renderText(text: string, indent: string, width: number | undefined): string {
  const plain = showLinks(text);
  return width === undefined ? plain : wrapWords(plain, width, indent);
}

/** Shows the URL of a web link, but only the text of a link to another page. */
function showLinks(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_, name: string, target: string) =>
    /^https?:/.test(target) ? `${name} (${target})` : name,
  );
}
