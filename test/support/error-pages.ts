// The pages in `docs/errors/`, with the small applications that they show.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES: string = join(import.meta.dirname, '../../docs/errors');

/** The files of one example, by path. */
export type ExampleFiles = Readonly<Record<string, string>>;

export type ErrorPage = {
  readonly code: string;
  /** The text of the first heading after the code. */
  readonly title: string;
  readonly text: string;
  /** Undefined if the page has no such section. */
  readonly wrong: ExampleFiles | undefined;
  readonly right: ExampleFiles | undefined;
};

/** The code ranges that the compiler uses (docs/decisions/diagnostics.md); pages for other ranges belong to other parts. */
const COMPILER_CODE = /^FW(100\d|2\d\d\d|30\d\d|3[2-5]\d\d)$/;

/** Reads the pages for compiler diagnostics. */
export function readCompilerPages(): ErrorPage[] {
  return readErrorPages().filter(({ code }) => COMPILER_CODE.test(code));
}

/** Reads all pages. */
export function readErrorPages(): ErrorPage[] {
  return readdirSync(PAGES)
    .filter((name) => /^FW\d{4}\.md$/.test(name))
    .map((name) => readPage(name.slice(0, 6), readFileSync(join(PAGES, name), 'utf8')));
}

function readPage(code: string, text: string): ErrorPage {
  return {
    code,
    title: new RegExp(`^# ${code}: (.*)$`, 'm').exec(text)?.[1] ?? '',
    text,
    wrong: readFiles(sectionOf(text, 'Wrong')),
    right: readFiles(sectionOf(text, 'Right')),
  };
}

function sectionOf(text: string, heading: string): string | undefined {
  return new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(text)?.[1];
}

/** Reads fenced blocks: ` ```ts ` is `app.ts`, ` ```ts file=lib/x.ts ` is another file. */
function readFiles(section: string | undefined): ExampleFiles | undefined {
  if (section === undefined) return undefined;
  const blocks = section.matchAll(/^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm);
  return Object.fromEntries([...blocks].map(([, , file = 'app.ts', text = '']) => [file, text]));
}
