// A step of a deploy as data: what it does to what, after which others, and how.

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
  /** Ids of steps that have to be done before; those that are not in the graph count as done. */
  readonly dependsOn: readonly string[];
  readonly run: () => Promise<void>;
};

export type StepEvent = {
  readonly kind: 'started' | 'done' | 'failed' | 'stopped';
  readonly id: string;
  readonly label: StepLabel;
};

export type FailedStep = { readonly label: StepLabel; readonly error: unknown };

export type StepsOutcome = {
  readonly done: readonly StepLabel[];
  readonly failed: readonly FailedStep[];
  /** Begun and given up, because the signal came. */
  readonly stopped: readonly StepLabel[];
  /** Not begun: something before them failed, or the signal came. */
  readonly left: readonly StepLabel[];
};
