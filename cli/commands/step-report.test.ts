// How the outcome of a step is reported.
import { expect, test } from 'vitest';
import type { StepEvent } from '../ship/stage/run-steps.js';
import { commandText, showSteps } from './step-report.js';

test.each([
  ['done', 'Created function helloworld-dev (0.0 s)\n'],
  ['failed', 'Could not create function helloworld-dev (0.0 s)\n'],
  // The call of a stopped step may have been executed anyway.
  ['stopped', 'Stopped creating function helloworld-dev (0.0 s)\n'],
  ['nothing', ''],
] as const)('a step that is %s', (kind, text) => {
  let written = '';
  const { list, onEvent } = showSteps({
    write: (piece) => {
      written += piece;
    },
    isTty: false,
    width: undefined,
    hasColor: false,
    hasUnicode: true,
  });
  const label = { verb: 'create', object: 'function helloworld-dev' } as const;
  const event = (end: StepEvent['kind']): StepEvent => ({ kind: end, id: 'a', label });
  onEvent(event('started'));
  onEvent(event(kind));
  list.close();
  expect(written).toBe(text);
});

test.each([
  [{ stage: 'dev' }, 'framework deploy'],
  [
    { stage: 'prod', profile: 'a b', region: 'eu-west-1', 'allow-delete': true },
    "framework deploy --stage prod --profile 'a b' --region eu-west-1 --allow-delete",
  ],
  [{ stage: 'dev', 'project-dir': 'my app' }, "framework deploy --project-dir 'my app'"],
  [
    { stage: 'prod', 'project-dir': '../api' },
    'framework deploy --project-dir ../api --stage prod',
  ],
])('the command to type next is for the same project and stage: %j', (options, text) => {
  expect(commandText({ options }, 'deploy', ['allow-delete'])).toBe(text);
});
