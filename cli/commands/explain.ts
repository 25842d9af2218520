// `framework explain`: the page of a code, offline.
import { code } from '../../compiler/diagnostics/code-text.js';
import { nearestName } from '../../compiler/diagnostics/nearest-name.js';
import { indentedJson } from '../../compiler/json-values.js';
import type { CommandInput } from '../program/command.js';
import { ExitCode } from '../program/exit-code.js';
import { explainSchedule, isSchedule } from './explain-schedule.js';
import { type ErrorPage, readCode, readErrorPages } from './error-pages.js';
import { isGiven } from '../program/given-options.js';
import { ownDirectory } from '../project/own-directory.js';
import { renderMarkdown } from '../terminal/markdown.js';
import { renderTable } from '../terminal/table.js';
import { refuseUsage } from '../program/usage-error.js';

/** Runs the command. */
export function run(input: CommandInput): Promise<ExitCode> {
  const pages = readErrorPages(ownDirectory());
  const typed = input.positionals['code'];
  return Promise.resolve(
    typed === undefined ? listPages(pages, input) : explain(typed, pages, input),
  );
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
  if (isSchedule(typed)) return explainSchedule(typed, input);
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

/** The width of the text: at most what is easy to read. Undefined for a pipe, which gets lines as they are. */
function widthOf({ isTty, width = 80 }: CommandInput['terminal']['out']): number | undefined {
  return isTty ? Math.min(width, 100) : undefined;
}
