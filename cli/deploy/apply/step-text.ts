// Steps in words: while they run, when they are done, and when they are not.
import type { StepLabel, StepVerb } from './step.js';

type Words = { readonly doing: string; readonly done: string; readonly infinitive: string };

const WORDS: Readonly<Record<StepVerb, Words>> = {
  create: { doing: 'Creating', done: 'Created', infinitive: 'create' },
  update: { doing: 'Updating', done: 'Updated', infinitive: 'update' },
  delete: { doing: 'Deleting', done: 'Deleted', infinitive: 'delete' },
  import: { doing: 'Importing', done: 'Imported', infinitive: 'import' },
  permit: { doing: 'Allowing', done: 'Allowed', infinitive: 'allow' },
  publish: { doing: 'Publishing', done: 'Published', infinitive: 'publish' },
  await: { doing: 'Waiting for', done: 'Waited for', infinitive: 'wait for' },
  return: { doing: 'Returning', done: 'Returned', infinitive: 'return' },
};

/** `Creating function helloworld-dev`. */
export function doingText({ verb, object }: StepLabel): string {
  return `${WORDS[verb].doing} ${object}`;
}

/** `Created function helloworld-dev`. */
export function doneText({ verb, object }: StepLabel): string {
  return `${WORDS[verb].done} ${object}`;
}

/** `Could not create function helloworld-dev`. */
export function failedText(label: StepLabel): string {
  return `Could not ${todoText(label)}`;
}

/** `Stopped creating function helloworld-dev`: nobody knows what came of it. */
export function stoppedText({ verb, object }: StepLabel): string {
  return `Stopped ${WORDS[verb].doing.toLowerCase()} ${object}`;
}

/** `create function helloworld-dev`. */
export function todoText({ verb, object }: StepLabel): string {
  return `${WORDS[verb].infinitive} ${object}`;
}
