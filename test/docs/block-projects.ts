// Converts the TypeScript blocks on a page to projects that can be compiled. A block whose first line is a comment with a file
// name, such as `// views/books.ts`, is a file in the page's project, until a later block with the same name replaces it; any
// other block is a separate `app.ts`. Blocks marked `mistake` are omitted.
import * as framework from '../../runtime/index.js';
import type { CodeBlock, Page } from './pages.js';

/** The code that surrounds the examples in the API reference, which are parts of a module; one line. */
const AROUND_EXAMPLES = [
  `import { ${Object.keys(framework).join(', ')} } from 'framework';`,
  `declare const app: Framework;`,
  `declare const city: string, poolArn: string, error: unknown;`,
  `declare const save: (value: unknown) => void;`,
].join(' ');

export type BlockFile = {
  /** The page and line of the block, for messages. */
  readonly page: string;
  readonly line: number;
  readonly text: string;
};

export type BlockProject = {
  readonly name: string;
  /** The files, by path relative to the project directory. */
  readonly files: ReadonlyMap<string, BlockFile>;
};

/** Returns true if the compiler can check a project, which must create an application. */
export function isApplication(project: BlockProject): boolean {
  return [...project.files.values()].some(({ text }) => text.includes('new Framework('));
}

/** Returns the file that a block names; undefined if it names none. */
export function fileNameOf(block: CodeBlock): string | undefined {
  return /^\/\/ ([\w./-]+\.ts)\n/.exec(block.text)?.[1];
}

/** Returns the projects on a page: one for each state of its named files, and one for each other block. */
export function blockProjects(page: Page): readonly BlockProject[] {
  const projects: BlockProject[] = [];
  let named = new Map<string, BlockFile>();
  for (const block of page.blocks) {
    if (block.language !== 'ts' || block.note === 'mistake') continue;
    const file = fileOf(page, block);
    const at = `${page.path}:${block.line}`;
    const name = fileNameOf(block);
    if (name === undefined) projects.push({ name: at, files: new Map([['app.ts', file]]) });
    else {
      if (named.has(name)) {
        projects.push({ name: `${page.path} before line ${block.line}`, files: named });
        named = new Map(named);
      }
      named.set(name, file);
    }
  }
  return named.size > 0 ? [...projects, { name: page.path, files: named }] : projects;
}

function fileOf({ path }: Page, { line, text }: CodeBlock): BlockFile {
  const isPart = path === 'docs/reference/api.md' && !text.startsWith('import ');
  return isPart
    ? { page: path, line: line - 1, text: `${AROUND_EXAMPLES}\n${text}` }
    : { page: path, line, text };
}
