// TSDoc comments in front of views (tsdoc.org).

export type DocComment = {
  /** The first sentence. */
  readonly summary: string;
  /** What follows it. */
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly text: string }[];
};

/** The comment that stands right before an offset, as it is written; decorators may stand between. */
export function commentBefore(text: string, offset: number): string | undefined {
  const before = text.slice(0, offset).replace(MODIFIERS, '').trimEnd();
  if (!before.endsWith('*/')) return undefined;
  const start = before.lastIndexOf('/*');
  return before.startsWith('/**', start) && before.length - start > 4
    ? before.slice(start)
    : undefined;
}

/** What may stand between a comment and the name of a method. */
const MODIFIERS = /(?:\b(?:public|protected|override|static|async)\s+)+$/;

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
  return { ...splitSummary(first?.text ?? ''), tags };
}

/** `Lists the cities. @tag cities` has its tag on the same line. */
function tagParts(line: string): readonly string[] {
  return line.split(/(?:^|\s+)(?=@[A-Za-z])/).filter((part, index) => index === 0 || part !== '');
}

/** Lines of a paragraph are one line; blank lines part paragraphs; lists and code keep their lines. */
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

function splitSummary(text: string): Pick<DocComment, 'summary' | 'description'> {
  const end = /[.!?](?=\s+[^a-z\s])|\n\n/.exec(text);
  if (!end) return { summary: text, description: '' };
  const at = end[0] === '\n\n' ? end.index : end.index + 1;
  return { summary: text.slice(0, at).trim(), description: text.slice(at).trim() };
}
