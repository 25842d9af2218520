// A step of a deploy as data: verb, resource, the steps before it, the function that runs it, and its texts on the
// terminal.

export type StepVerb =
  'create' | 'update' | 'delete' | 'import' | 'permit' | 'publish' | 'await' | 'return';

export type StepLabel = {
  readonly verb: StepVerb;
  /** For example `function helloworld-dev`. */
  readonly object: string;
};

export type Step = {
  readonly id: string;
  readonly label: StepLabel;
  /** Ids of steps that must be done first. An id without a step counts as done. */
  readonly dependsOn: readonly string[];
  /** Ids of steps of other resource types that wait for this one without naming it. */
  readonly before?: readonly string[];
  /** True when only one of two simultaneous deploys can do it, because it creates a unique name. */
  readonly isExclusive?: boolean;
  /** Resolves to {@link NOTHING} when there was nothing to do. */
  readonly run: () => Promise<unknown>;
};

export const NOTHING = 'nothing';

/** In `dependsOn`, stands for the deploy's first exclusive step. */
export const FIRST_EXCLUSIVE = 'the first exclusive step';

/** Replaces `before` and `FIRST_EXCLUSIVE` by ids in `dependsOn`. */
export function linkSteps(steps: readonly Step[]): readonly Step[] {
  const exclusive = steps.find(({ isExclusive }) => isExclusive === true);
  return steps.map((step) => {
    const earlier = steps.filter(({ before = [] }) => before.includes(step.id));
    const own = step.dependsOn.flatMap((id) =>
      id === FIRST_EXCLUSIVE ? (exclusive ? [exclusive.id] : []) : [id],
    );
    return { ...step, dependsOn: [...own, ...idsOf(earlier)] };
  });
}

export function idsOf(steps: readonly Step[]): readonly string[] {
  return steps.map(({ id }) => id);
}

/** The steps, each of which also waits for all of `others`. */
export function stepsAfter(steps: readonly Step[], others: readonly Step[]): readonly Step[] {
  return steps.map((step) => ({ ...step, dependsOn: [...step.dependsOn, ...idsOf(others)] }));
}

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

/** `Stopped creating function helloworld-dev`: it is unknown whether AWS has created it. */
export function stoppedText({ verb, object }: StepLabel): string {
  return `Stopped ${WORDS[verb].doing.toLowerCase()} ${object}`;
}

/** `create function helloworld-dev`. */
export function todoText({ verb, object }: StepLabel): string {
  return `${WORDS[verb].infinitive} ${object}`;
}
