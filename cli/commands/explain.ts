// `framework explain`: the page of a code, offline.
import { code } from '../../compiler/diagnostics/code-text.js';
import { nearestName } from '../../compiler/diagnostics/nearest-name.js';
import { indentedJson } from '../../compiler/json-values.js';
import { type CommandInput, ExitCode, isGiven, optionalText } from '../program/command.js';
import { ownDirectory } from '../project/own-directory.js';
import { SOURCE_COMMANDS } from '../serve/events/local-kinds.js';
import type { SourceExplanation } from '../serve/events/source-commands.js';
import { renderMarkdown } from '../terminal/markdown.js';
import { renderTable } from '../terminal/table.js';
import { refuseUsage } from '../program/usage-error.js';
import { fail } from './failure.js';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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

/** Explains an event source. */
async function explainSource(
  typed: string,
  { load }: SourceExplanation,
  input: CommandInput,
): Promise<ExitCode> {
  const explanation = await load();
  const explained = explanation(typed, (name) => optionalText(input, name));
  if (explained.kind === 'wrong') return fail(input, explained.diagnostics, ExitCode.diagnostics);
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
    return ExitCode.ok;
  }
  const rows = pages.map((page) => [page.code, page.title]);
  out.write(renderTable([{ title: 'CODE' }, { title: 'PROBLEM' }], rows, out));
  return ExitCode.ok;
}

function explain(typed: string, pages: readonly ErrorPage[], input: CommandInput): ExitCode {
  const { out } = input.terminal;
  const wanted = readCode(typed);
  const page = pages.find((candidate) => candidate.code === wanted);
  if (!page) {
    const message = `There is no problem with the code ${code(typed)}.`;
    const hint = suggest(wanted ?? typed, pages);
    const error = { message, hint, help: 'framework explain' };
    return refuseUsage(input.terminal, error, isGiven(input, 'json'));
  }
  if (isGiven(input, 'json')) {
    out.write(indentedJson({ version: 1, ...page }));
    return ExitCode.ok;
  }
  out.write(renderMarkdown(page.text, { hasColor: out.hasColor, width: widthOf(out) }));
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
    : 'A code is `FW` and four digits.';
}

/** The width of the text, limited for readability. Undefined for a pipe, whose lines are not wrapped. */
function widthOf({ isTty, width = 80 }: CommandInput['terminal']['out']): number | undefined {
  return isTty ? Math.min(width, 100) : undefined;
}

/** A page of `docs/errors/`, which is part of the package. */
type ErrorPage = {
  readonly code: string;
  readonly title: string;
  /** Markdown, with the heading. */
  readonly text: string;
};

/** All pages below the directory of the package, by code. */
function readErrorPages(packageDirectory: string): ErrorPage[] {
  const directory = join(packageDirectory, 'docs/errors');
  return readdirSync(directory)
    .filter((name) => /^FW\d{4}\.md$/.test(name))
    .sort()
    .map((name) =>
      readPage(name.slice(0, -'.md'.length), readFileSync(join(directory, name), 'utf8')),
    );
}

/** `FW2103`, for `FW2103`, `fw2103`, `2103` and `TS92103`; undefined for anything else. */
function readCode(typed: string): string | undefined {
  const [, digits] = /^(?:FW|TS9|9)?(\d{4})$/i.exec(typed.trim()) ?? [];
  return digits === undefined ? undefined : `FW${digits}`;
}

function readPage(code: string, text: string): ErrorPage {
  const [heading = ''] = text.split('\n', 1);
  return { code, title: heading.replace(/^# FW\d{4}: /, ''), text };
}
