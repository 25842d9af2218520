// `framework explain`: prints the page of an error code, offline.
import { code, nearestName } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';
import { type CommandInput, ExitCode, isGiven, optionalText } from '../program/command.js';
import { type ErrorPage, readErrorPages } from '../docs/pages.js';
import { ownDirectory } from '../project/disk.js';
import { SOURCE_COMMANDS } from '../serve/events/local-kinds.js';
import type { SourceExplanation } from '../serve/events/source-commands.js';
import { printPage } from '../terminal/markdown.js';
import { renderTable } from '../terminal/table.js';
import { fail, refuse } from './failure.js';

export function run(input: CommandInput): Promise<ExitCode> {
  const typed = input.positionals['code'];
  const source = SOURCE_COMMANDS.flatMap((one) => one.explain ?? []).find(
    ({ isMeant }) => typed !== undefined && isMeant(typed),
  );
  if (typed !== undefined && source) return explainSource(typed, source, input);
  const pages = readErrorPages(ownDirectory());
  return Promise.resolve(
    typed === undefined ? listPages(pages, input) : explain(typed, pages, input),
  );
}

async function explainSource(
  typed: string,
  { load }: SourceExplanation,
  input: CommandInput,
): Promise<ExitCode> {
  const explanation = await load();
  const explained = explanation(typed, (name) => optionalText(input, name));
  if (explained.kind === 'wrong') return fail(input, explained.diagnostics);
  const { text, document } = explained;
  const isJson = isGiven(input, 'json');
  input.terminal.out.write(isJson ? indentedJson({ version: 1, ...document }) : text);
  return ExitCode.ok;
}

function listPages(pages: readonly ErrorPage[], input: CommandInput): ExitCode {
  const { out } = input.terminal;
  if (isGiven(input, 'json')) {
    const list = pages.map((page) => ({ code: page.code, title: page.title }));
    out.write(indentedJson({ version: 1, pages: list }));
  } else {
    const rows = pages.map((page) => [page.code, page.title]);
    out.write(renderTable([{ title: 'CODE' }, { title: 'PROBLEM' }], rows, out));
  }
  return ExitCode.ok;
}

function explain(typed: string, pages: readonly ErrorPage[], input: CommandInput): ExitCode {
  const { out } = input.terminal;
  const wanted = readCode(typed);
  const page = pages.find((candidate) => candidate.code === wanted);
  if (!page) {
    const message = `There is no error code ${code(typed)}.`;
    const hint = suggest(wanted ?? typed, pages);
    return refuse(input, { message, hint, help: 'framework explain' });
  }
  if (isGiven(input, 'json')) out.write(indentedJson({ version: 1, ...page }));
  else printPage(page.text, out);
  return ExitCode.ok;
}

function suggest(typed: string, pages: readonly ErrorPage[]): string {
  const near = nearestName(
    typed,
    pages.map((page) => page.code),
  );
  const page = pages.find((candidate) => candidate.code === near);
  return page
    ? `Did you mean ${code(`framework explain ${page.code}`)} (${page.title})?`
    : 'A code consists of `FW` and four digits.';
}

/** Returns `FW2103` for `FW2103`, `fw2103`, `2103` and `TS92103`; undefined for anything else. */
function readCode(typed: string): string | undefined {
  const [, digits] = /^(?:FW|TS9|9)?(\d{4})$/i.exec(typed.trim()) ?? [];
  return digits === undefined ? undefined : `FW${digits}`;
}
