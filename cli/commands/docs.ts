// `framework docs`: searches and prints pages of the documentation, offline.
import { indentedJson } from '../../compiler/json-values.js';
import { code } from '../../compiler/diagnostics/diagnostic.js';
import {
  type DocPage,
  firstSentence,
  readDocPages,
  sectionsOf,
  type FoundSection,
  openSearch,
} from '../docs/pages.js';
import { type CommandInput, ExitCode, isGiven } from '../program/command.js';
import { ownDirectory } from '../project/disk.js';
import { printPage } from '../terminal/markdown.js';
import { renderTable } from '../terminal/table.js';
import { run as explain } from './explain.js';
import { refuse } from './failure.js';

/** Cached for the next query from `framework mcp`, because the pages in the package do not change. */
let search: ReturnType<typeof openSearch> | undefined;

export function run(input: CommandInput): Promise<ExitCode> {
  const query = input.positionals['query']?.trim();
  if (query !== undefined && /^(?:FW|TS9)\d{4}$/i.test(query))
    return explain({ ...input, positionals: { code: query } });
  return Promise.resolve(answer(query, readDocPages(ownDirectory()), input));
}

function answer(
  query: string | undefined,
  pages: readonly DocPage[],
  input: CommandInput,
): ExitCode {
  const { out } = input.terminal;
  const isJson = isGiven(input, 'json');
  if (query === undefined || query === '') {
    out.write(isJson ? pageListDocument(pages) : renderPageList(pages, out));
    return ExitCode.ok;
  }
  const name = query.replace(/^docs\//, '').replace(/\.md(?:#.*)?$/, '');
  const page = pages.find((one) => one.name === name);
  if (page) {
    const { title, text } = page;
    if (isJson) out.write(indentedJson({ version: 1, page: name, title, text }));
    else printPage(text, out);
    return ExitCode.ok;
  }
  search ??= openSearch(pages);
  const results = search(query);
  if (results.length === 0) {
    const message = `No page matches ${code(query)}.`;
    const hint =
      'Try a single word, the name of an option or an AWS service, or run `framework docs` for the list of pages.';
    return refuse(input, { message, hint, help: 'framework docs' });
  }
  out.write(
    isJson ? indentedJson({ version: 1, query, results }) : results.map(renderFound).join('\n'),
  );
  if (!isJson)
    input.terminal.err.write(`\nRead a page: framework docs ${results[0]?.page ?? ''}\n`);
  return ExitCode.ok;
}

/** Returns the page with its title and section, and on a second line the first sentence. */
function renderFound({ page, title, section, sentence }: FoundSection): string {
  const location = section === undefined ? title : `${title} > ${section}`;
  return `${page}  ${location}\n${sentence === '' ? '' : `  ${sentence}\n`}`;
}

/** Omits error codes, which have a separate list, and decisions, which are for developers of the framework. */
function listed(pages: readonly DocPage[]): readonly DocPage[] {
  return pages.filter(({ name }) => !/^(?:errors|decisions)\//.test(name));
}

function renderPageList(pages: readonly DocPage[], look: CommandInput['terminal']['out']): string {
  const rows = listed(pages).map(({ name, title }) => [name, title]);
  const table = renderTable([{ title: 'PAGE' }, { title: 'TITLE' }], rows, look);
  return `${table}\nList the error codes: framework explain\n`;
}

function pageListDocument(pages: readonly DocPage[]): string {
  const list = listed(pages).map((page) => ({
    page: page.name,
    title: page.title,
    sentence: firstSentence(sectionsOf(page)[0]?.text ?? ''),
  }));
  return indentedJson({ version: 1, pages: list });
}
