// The page of an exception that a view did not handle: its message, the line that raised it, and the stack.
import type { HttpAnswer } from '../gateway/index.js';
import { answerPage, type ErrorPage } from './error-page.js';
import { frameOf } from './source-frame.js';

export type ViewException = Pick<ErrorPage, 'reloadPath'> & {
  readonly stack: string;
  /** Absolute path of the project. */
  readonly root: string;
};

/** Makes the answer with the page. */
export function answerException({ stack, root, reloadPath }: ViewException): HttpAnswer {
  const firstFrame = stack.search(/^\s+at /m);
  const head = (firstFrame < 0 ? stack : stack.slice(0, firstFrame)).trimEnd();
  const [, name = 'Exception', message = head] =
    /^([\w$]+)(?:: | \[\w+\]: )([^]*)$/.exec(head) ?? [];
  return answerPage({
    title: 'A view raised an exception',
    problems: [{ name, message, frame: frameOf(root, stack), stack }],
    reloadPath,
  });
}
