// The pages of the documentation and the code blocks in them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AGENTS } from '../../cli/author/new-project/project-files.js';

export const REPOSITORY: string = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block: its language, its text, and the line of the page on which the text begins. */
export type CodeBlock = {
  readonly language: string;
  /** The words after the language; `mistake` means that the block must be rejected. */
  readonly note: string;
  readonly text: string;
  readonly line: number;
};

export type Page = {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly CodeBlock[];
};

/** Returns the pages next to the code and all pages in docs/, sorted, then the page that `new-project` writes. */
export function allPages(): readonly Page[] {
  const inDocs = readdirSync(join(REPOSITORY, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'));
  const read = ['README.md', 'CONTRIBUTING.md', 'example-app/README.md', ...inDocs]
    .sort()
    .map(readPage);
  return [...read, { path: 'AGENTS.md', text: AGENTS, blocks: codeBlocks(AGENTS) }];
}

export function readPage(path: string): Page {
  const text = readFileSync(join(REPOSITORY, path), 'utf8');
  return { path, text, blocks: codeBlocks(text) };
}

/** Returns the fenced blocks in a Markdown text, in order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { language: string; note: string; line: number; lines: string[] } | undefined;
  markdown.split('\n').forEach((line, index) => {
    const fence = /^```(\w*) *(.*)$/.exec(line);
    if (!fence) open?.lines.push(line);
    else if (open) {
      const { lines, ...block } = open;
      blocks.push({ ...block, text: `${lines.join('\n')}\n` });
      open = undefined;
    } else open = { language: fence[1] ?? '', note: fence[2] ?? '', line: index + 2, lines: [] };
  });
  return blocks;
}
