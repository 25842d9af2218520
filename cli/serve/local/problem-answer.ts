// The answer to every request while the source has errors: the diagnostics, as a page for a browser and as JSON for
// other clients. The last good build is not served.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { type HeaderList, headerValue, type HttpAnswer } from '../gateway/index.js';
import { answerPage, prefersHtml } from './error-page.js';
import { frameAt } from './source-frame.js';

export type ProblemRequest = {
  readonly headers: HeaderList;
  /** Absolute path of the project. */
  readonly root: string;
  /** See {@link ErrorPage}. */
  readonly reloadPath: string | undefined;
};

const TITLE = 'The application has errors';
const ERROR_TYPE = ['x-amzn-ErrorType', 'FrameworkBuildError'];

/** Makes the answer with these diagnostics. */
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
  return {
    status: 500,
    headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store', ...ERROR_TYPE],
    body: documentOf(errors),
  };
}

function documentOf(errors: readonly Diagnostic[]): string {
  const diagnostics = errors.map(({ code, message, at, hint }) => ({
    code,
    message,
    ...(at && { file: at.file, line: at.line, column: at.column }),
    ...(hint !== undefined && { hint }),
  }));
  return JSON.stringify({ message: TITLE, diagnostics });
}
