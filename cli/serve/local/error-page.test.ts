import { expect, test } from 'vitest';
import { answerProblems } from './error-page.js';

test.each(['text/html', 'application/json'])(
  'a page of another site may not read the errors of a build as %s',
  (accept) => {
    const request = { headers: ['Accept', accept], root: '/project', reloadPath: undefined };
    const { headers } = answerProblems([], request);
    expect(headers.map((text) => text.toLowerCase())).not.toContain('access-control-allow-origin');
  },
);
