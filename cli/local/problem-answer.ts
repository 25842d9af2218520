// What a request gets while the source has errors: the diagnostics, as a page for a browser and as JSON for the rest.
// Nobody tests an old build without knowing it.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { HeaderList, HttpAnswer } from '../gateway/index.js';
import { headerValue } from '../gateway/index.js';

/** The answer to a request with these headers while there are these diagnostics. */
export function answerProblems(
  diagnostics: readonly Diagnostic[],
  headers: HeaderList,
): HttpAnswer {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const isPage = prefersHtml(headerValue(headers, 'accept') ?? '');
  return {
    status: 500,
    headers: [
      'Content-Type',
      isPage ? 'text/html; charset=utf-8' : 'application/json',
      'Cache-Control',
      'no-store',
      'x-amzn-ErrorType',
      'FrameworkBuildError',
    ],
    body: isPage ? pageOf(errors) : documentOf(errors),
  };
}

/** Browsers name text/html first; programs that take JSON name it, or nothing. */
function prefersHtml(accept: string): boolean {
  const html = accept.indexOf('text/html');
  const json = accept.indexOf('application/json');
  return html >= 0 && (json < 0 || html < json);
}

function documentOf(errors: readonly Diagnostic[]): string {
  const diagnostics = errors.map(({ code, message, at, hint }) => ({
    code,
    message,
    ...(at && { file: at.file, line: at.line, column: at.column }),
    ...(hint !== undefined && { hint }),
  }));
  return JSON.stringify({ message: 'The application has errors', diagnostics });
}

function pageOf(errors: readonly Diagnostic[]): string {
  const items = errors.map(({ code, message, at, hint }) => {
    const place = at ? `<code>${escaped(`${at.file}:${at.line}:${at.column}`)}</code> ` : '';
    const more = hint === undefined ? '' : `<p>${escaped(hint)}</p>`;
    return `<li><p>${place}<b>${escaped(code)}</b> ${escaped(message)}</p>${more}</li>`;
  });
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>The application has errors</title>',
    '<style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:3rem auto;padding:0 1rem}',
    'li{margin:1.5rem 0}p{margin:.2rem 0}li p+p{color:#555}</style>',
    `<h1>The application has errors</h1><ol>${items.join('')}</ol>`,
    '<p>Save the repaired file and load this page again.</p></html>\n',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
