// Creates the responses to a request whose view threw, and to every request while the source has errors. A browser gets a page
// that reloads after the next build. All text is escaped, and the page loads nothing from other origins.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { SourcePosition } from '../../../runtime/contract/manifest.js';
import { posixPath } from '../../project/disk.js';
import { type HeaderList, headerValue, type HttpAnswer } from '../gateway/index.js';

type PageProblem = {
  /** The code of a diagnostic, or the name of an error. */
  readonly name: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly frame?: SourceFrame | undefined;
  readonly stack?: string | undefined;
};

type ErrorPage = {
  readonly title: string;
  readonly problems: readonly PageProblem[];
  /** The path that the page requests, which is answered after the next build; undefined for a page that does not reload. */
  readonly reloadPath: string | undefined;
};

export function prefersHtml(accept: string): boolean {
  return /^\s*text\/html\b/i.test(accept);
}

function answerPage(page: ErrorPage, extra: readonly string[] = []): HttpAnswer {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
  return {
    status: 500,
    headers: [
      'Content-Type',
      'text/html; charset=utf-8',
      'Cache-Control',
      'no-store',
      'Content-Security-Policy',
      policy,
      'X-Content-Type-Options',
      'nosniff',
      'Referrer-Policy',
      'no-referrer',
      ...extra,
    ],
    body: render(page, nonce),
  };
}

function render({ title, problems, reloadPath }: ErrorPage, nonce: string): string {
  const next =
    reloadPath === undefined
      ? 'Send the request again after the next save.'
      : 'This page reloads after the next save.';
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title><style nonce="${nonce}">${STYLE}</style></head><body>`,
    `<main><h1>${escaped(title)}</h1>`,
    ...problems.map(renderProblem),
    `<footer><p>${next}</p></footer></main>`,
    reloadPath === undefined ? '' : `<script nonce="${nonce}">${scriptFor(reloadPath)}</script>`,
    '</body></html>\n',
  ].join('\n');
}

function renderProblem({ name, message, hint, frame, stack }: PageProblem): string {
  return [
    `<section><h2><span>${escaped(name)}</span> ${escaped(message)}</h2>`,
    hint === undefined ? '' : `<p>${escaped(hint)}</p>`,
    frame ? renderFrame(frame) : '',
    stack === undefined ? '' : `<pre class="stack">${escaped(stack)}</pre>`,
    '</section>',
  ].join('');
}

function renderFrame({ file, line, column, lines }: SourceFrame): string {
  const width = String(lines.at(-1)?.number ?? line).length;
  const rows = lines.map(({ number, text }) => {
    const gutter = `<i>${String(number).padStart(width)}</i> `;
    if (number !== line) return `<span>${gutter}${escaped(text)}</span>`;
    // Tabs are kept, so that the mark is below the character.
    const before = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
    const mark = `<span class="mark">${' '.repeat(width)} ${before}^</span>`;
    return `<span class="here">${gutter}${escaped(text)}</span>${mark}`;
  });
  const location = `${file}:${line}:${column}`;
  return `<p><code>${escaped(location)}</code></p><pre class="frame">${rows.join('')}</pre>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns a script that waits for the next build, or for a stopped server to start again. It does not call the view again. */
function scriptFor(reloadPath: string): string {
  const path = JSON.stringify(reloadPath).replaceAll('<', '\\u003c');
  return `(async () => {
  for (;;) {
    try {
      const answer = await fetch(${path}, { cache: 'no-store' });
      if (answer.status === 200) return location.reload();
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
})();`;
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --red: #d1242f; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.1rem; margin: 0 0 1.5rem; padding-left: .75rem; border-left: 4px solid var(--red); }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; overflow-wrap: anywhere; white-space: pre-line; }
h2 span { color: var(--red); }
section { margin: 0 0 2rem; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .75rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--soft); font: 13px/1.6 ui-monospace, monospace; tab-size: 2; }
.frame span { display: block; min-height: 1.6em; }
.frame i { font-style: normal; opacity: .5; user-select: none; }
.here { background: #d1242f22; }
.mark { color: var(--red); font-weight: bold; }
.stack { opacity: .85; }
footer { border-top: 1px solid var(--line); opacity: .7; font-size: .9rem; }
`;

type ViewException = Pick<ErrorPage, 'reloadPath'> & {
  readonly stack: string;
  readonly root: string;
};

const DEPLOYED =
  'The deployed API responds with JSON, and so does `framework local --no-error-page`.';

export function answerException({ stack, root, reloadPath }: ViewException): HttpAnswer {
  const firstFrame = stack.search(/^\s+at /m);
  const head = (firstFrame < 0 ? stack : stack.slice(0, firstFrame)).trimEnd();
  const [, name = 'Exception', message = head] =
    /^([\w$]+)(?:: | \[\w+\]: )([^]*)$/.exec(head) ?? [];
  return answerPage({
    title: 'A view raised an exception',
    problems: [{ name, message, hint: DEPLOYED, frame: frameOf(root, stack), stack }],
    reloadPath,
  });
}

type ProblemRequest = {
  readonly headers: HeaderList;
  readonly root: string;
  readonly reloadPath: string | undefined;
};

const TITLE = 'The application has errors';
const ERROR_TYPE = ['x-amzn-ErrorType', 'FrameworkBuildError'];

/** Clients other than browsers receive JSON. */
export function answerProblems(
  diagnostics: readonly Diagnostic[],
  { headers, root, reloadPath }: ProblemRequest,
): HttpAnswer {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (prefersHtml(headerValue(headers, 'accept') ?? '')) {
    const problems = errors.map(({ code, message, at, hint }) => ({
      name: code,
      message,
      hint,
      frame: at && frameAt(root, at),
    }));
    return answerPage({ title: TITLE, problems, reloadPath }, ERROR_TYPE);
  }
  const listed = errors.map(({ code, message, at, hint }) => ({
    code,
    message,
    ...(at && { file: at.file, line: at.line, column: at.column }),
    ...(hint !== undefined && { hint }),
  }));
  return {
    status: 500,
    headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store', ...ERROR_TYPE],
    body: JSON.stringify({ message: TITLE, diagnostics: listed }),
  };
}

export type PageReloads = {
  /** Returns the path that a page created now must request. */
  readonly path: () => string;
  /** Returns true if the request comes from a page's script. `respond` is then called when the page may reload. */
  readonly takes: (target: string, respond: (answer: HttpAnswer) => void) => boolean;
  readonly tell: () => void;
};

const PREFIX = '/__framework/next-build?after=';

const MAY_RELOAD: HttpAnswer = {
  status: 200,
  headers: ['Content-Type', 'text/plain', 'Cache-Control', 'no-store'],
  body: '',
};

/**
 * Reloads open pages after a build. Each page sends one request, which is held until the next build. The request of a page from
 * before the last build, or from another server, is answered immediately. Must be called before the first build.
 */
export function createPageReloads(): PageReloads {
  const server = randomUUID();
  let builds = 0;
  let waiting: ((answer: HttpAnswer) => void)[] = [];
  const path = (): string => `${PREFIX}${server}-${builds}`;
  return {
    path,
    takes: (target, respond) => {
      if (!target.startsWith(PREFIX)) return false;
      if (target === path()) waiting.push(respond);
      else respond(MAY_RELOAD);
      return true;
    },
    tell: () => {
      builds += 1;
      const told = waiting;
      waiting = [];
      for (const respond of told) respond(MAY_RELOAD);
    },
  };
}

type SourceFrame = SourcePosition & {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
};

/** The number of lines shown before and after the location. */
const AROUND = 3;
const LONGEST_LINE = 300;

/** Returns undefined if the file cannot be read. */
export function frameAt(
  root: string,
  { file, line, column }: SourcePosition,
): SourceFrame | undefined {
  const path = resolve(root, file);
  try {
    const all = readFileSync(path, 'utf8').split(/\r?\n/);
    const first = Math.max(1, line - AROUND);
    const lines = all
      .slice(first - 1, line + AROUND)
      .map((text, index) => ({ number: first + index, text: text.slice(0, LONGEST_LINE) }));
    return { file: posixPath(relative(root, path)), line, column, lines };
  } catch {
    return undefined;
  }
}

/** Returns the lines around the first stack frame that is in a file of the project. */
export function frameOf(root: string, stack: string): SourceFrame | undefined {
  for (const [, url = '', line, column] of stack.matchAll(
    /^\s+at .*?([^\s()]+):(\d+):(\d+)\)?$/gm,
  )) {
    const file = url.replace(/^file:\/\//, '');
    if (!file.startsWith(`${root}/`) || file.includes('/node_modules/')) continue;
    return frameAt(root, { file, line: Number(line), column: Number(column) });
  }
  return undefined;
}
