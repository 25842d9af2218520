// TSDoc comments before views, types and properties (tsdoc.org).
import type { SourceText } from './source-text.js';

export type DocComment = {
  /** The non-empty parts among the first sentence, the rest, and `@deprecated`. */
  readonly documentation: {
    readonly summary?: string;
    readonly description?: string;
    readonly deprecated?: string;
  };
  /** In comment order. */
  readonly tags: readonly DocTag[];
  /** The texts of all tags with a name. */
  readonly tagged: (name: string) => readonly string[];
};

export type DocTag = { readonly name: string; readonly text: string };

/** A comment as written, and its offset in the module. */
type WrittenComment = { readonly comment: string; readonly start: number };

/** The comment directly before a parser position. Modifiers such as `export` may be between. */
export function commentBefore(source: SourceText, position: number): WrittenComment | undefined {
  const { text } = source;
  const end = behindComment(text, source.offsetOf(position));
  if (!text.startsWith('*/', end - 2)) return undefined;
  const start = text.lastIndexOf('/*', end - 4);
  if (start < 0 || !text.startsWith('/**', start)) return undefined;
  return { comment: text.slice(start, end), start };
}

/** Words that may be between a comment and its declaration. */
const MODIFIERS: ReadonlySet<string> = new Set(
  'export default declare abstract public protected override static readonly async'.split(' '),
);

/** Goes back over spaces and modifiers. It copies no text, because files are long. */
function behindComment(text: string, offset: number): number {
  let end = offset;
  for (;;) {
    while (end > 0 && isSpace(text, end - 1)) end -= 1;
    let start = end;
    while (start > 0 && isLetter(text, start - 1)) start -= 1;
    if (start === end) return end;
    if (!MODIFIERS.has(text.slice(start, end))) return end;
    end = start;
  }
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code > 0x7f && /\s/.test(text[at] ?? ''))
  );
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x61 && code <= 0x7a;
}

export function readDocComment(comment: string): DocComment {
  const lines = comment
    .slice(3, -2)
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/^[ \t]*\*? ?/, '').trimEnd());
  const blocks: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  let isCode = false;
  for (const line of lines) {
    if (line.startsWith('```')) isCode = !isCode;
    const parts = isCode ? [line] : tagParts(line);
    for (const [index, part] of parts.entries()) {
      const tag = isCode ? undefined : /^@(?<name>[A-Za-z]+)\s*(?<rest>.*)$/.exec(part)?.groups;
      if (tag) blocks.push({ name: tag['name'] ?? '', lines: [tag['rest'] ?? ''] });
      else if (index === 0) blocks.at(-1)?.lines.push(part);
    }
  }
  const [first, ...tags] = blocks.map(({ name, lines: body }) => ({ name, text: joined(body) }));
  const tagged = (wanted: string): readonly string[] =>
    tags.filter(({ name }) => name === wanted).map(({ text }) => text);
  const [deprecated] = tagged('deprecated');
  const { summary, description } = splitSummary(first?.text ?? '');
  const documentation = {
    ...(summary !== '' && { summary }),
    ...(description !== '' && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
  return { documentation, tags, tagged };
}

/** `Lists the cities. @tag cities` has its tag on the same line. */
function tagParts(line: string): readonly string[] {
  return line.split(/(?:^|\s+)(?=@[A-Za-z])/).filter((part, index) => index === 0 || part !== '');
}

/** Joins the lines of each paragraph. Blank lines separate paragraphs; lists and code keep their lines. */
function joined(lines: readonly string[]): string {
  const paragraphs = lines
    .join('\n')
    .trim()
    .split(/\n\s*\n/);
  return paragraphs
    .map((part) =>
      /^(?:[-*+>#|]|\d+\.|```)|\n(?:[-*+]|\d+\.|```)/.test(part) ? part : unlined(part),
    )
    .join('\n\n');
}

function unlined(paragraph: string): string {
  return paragraph.replace(/\s*\n\s*/g, ' ').replace(/\{@link\s+([^}|\s]+)[^}]*\}/g, '`$1`');
}

function splitSummary(text: string): { readonly summary: string; readonly description: string } {
  const end = /[.!?](?=\s+[^a-z\s])|\n\n/.exec(text);
  if (!end) return { summary: text, description: '' };
  const at = end[0] === '\n\n' ? end.index : end.index + 1;
  return { summary: text.slice(0, at).trim(), description: text.slice(at).trim() };
}
