// The pages of `docs/errors/`, which are part of the package.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type ErrorPage = {
  readonly code: string;
  readonly title: string;
  /** Markdown, with the heading. */
  readonly text: string;
};

/** All pages below the directory of the package, by code. */
export function readErrorPages(packageDirectory: string): ErrorPage[] {
  const directory = join(packageDirectory, 'docs/errors');
  return readdirSync(directory)
    .filter((name) => /^FW\d{4}\.md$/.test(name))
    .sort()
    .map((name) =>
      readPage(name.slice(0, -'.md'.length), readFileSync(join(directory, name), 'utf8')),
    );
}

/** `FW2103`, for `FW2103`, `fw2103`, `2103` and `TS92103`; undefined for what is no code. */
export function readCode(typed: string): string | undefined {
  const [, digits] = /^(?:FW|TS9|9)?(\d{4})$/i.exec(typed.trim()) ?? [];
  return digits === undefined ? undefined : `FW${digits}`;
}

function readPage(code: string, text: string): ErrorPage {
  const [heading = ''] = text.split('\n', 1);
  return { code, title: heading.replace(/^# FW\d{4}: /, ''), text };
}
