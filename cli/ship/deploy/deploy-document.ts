// The JSON of `framework deploy --json`.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { StepsResult } from '../stage/run-steps.js';
import type { Desired, Plan } from '../stage/states.js';
import type { StepLabel } from '../stage/step.js';
import { type Loss, lossesOf } from './plan-deploy.js';

export type DeployDocument = {
  readonly version: 1;
  readonly app: string;
  readonly stage: string;
  readonly region: string;
  readonly outcome: 'deployed' | 'unchanged' | 'failed' | 'interrupted' | 'declined';
  /** The base address; null for an application without routes, and when nothing is deployed. */
  readonly url: string | null;
  /** Names in the cloud. */
  readonly functions: readonly string[];
  /** The deleted resources that cannot be restored. */
  readonly deletions: readonly Loss[];
  readonly done: readonly StepLabel[];
  readonly notDone: readonly StepLabel[];
  readonly diagnostics: readonly Diagnostic[];
};

export type DocumentParts = {
  readonly desired: Desired;
  readonly plan: Plan;
  readonly outcome: StepsResult | 'declined';
  readonly url: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

export function deployDocument(parts: DocumentParts): DeployDocument {
  const { desired, plan, outcome, url, diagnostics } = parts;
  const { app, stage, region, functions } = desired;
  return {
    version: 1,
    app,
    stage,
    region,
    outcome: wordOf(outcome),
    url: url ?? null,
    functions: functions.map(({ name }) => name),
    deletions: lossesOf(plan),
    done: outcome === 'declined' ? [] : outcome.done,
    notDone: notDone(outcome),
    diagnostics,
  };
}

function wordOf(outcome: DocumentParts['outcome']): DeployDocument['outcome'] {
  if (outcome === 'declined') return outcome;
  if (outcome.kind !== 'done') return outcome.kind;
  return outcome.done.length > 0 ? 'deployed' : 'unchanged';
}

function notDone(outcome: DocumentParts['outcome']): readonly StepLabel[] {
  if (outcome === 'declined' || outcome.kind === 'done') return [];
  const failed = outcome.kind === 'failed' ? outcome.failures.map(({ label }) => label) : [];
  return [...failed, ...outcome.stopped, ...outcome.left];
}
