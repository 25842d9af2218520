// `framework rollback`: undoes the last deploy of a stage within seconds.
import { realpathSync } from 'node:fs';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { Cloud } from '../cloud/cloud.js';
import type { FunctionVersion } from '../cloud/lambda-calls.js';
import type { CommandInput } from '../command.js';
import { notDeployed } from '../deploy/deploy-catalogue.js';
import { runSteps, type StepsResult } from '../stage/run-steps.js';
import type { StepLabel } from '../stage/step.js';
import {
  type CodeReturn,
  findStage,
  planRollback,
  type RollbackPlan,
  type SoughtStage,
} from '../deploy/plan-rollback.js';
import { rollbackSteps } from '../deploy/rollback-steps.js';
import { identifyStage } from '../deploy/identify-stage.js';
import type { Owner } from '../stage/states.js';
import { createWait } from '../stage/session.js';
import { ExitCode } from '../exit-code.js';
import { isGiven, textOption } from '../given-options.js';
import { askConsent } from './consent.js';
import { type Place, withCloud } from './cloud-command.js';
import { fail, report } from './failure.js';
import { withStageLock } from './stage-lock.js';
import { commandText, explainFailures, sayDeclined, sayResult, showRun } from './step-report.js';

/** The document of `framework rollback --json`. */
export type RollbackDocument = {
  readonly version: 1;
  readonly app: string;
  readonly stage: string;
  readonly region: string;
  readonly outcome: 'returned' | 'failed' | 'interrupted';
  readonly done: readonly StepLabel[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Runs the command. */
export async function run(input: CommandInput): Promise<ExitCode> {
  const root = realpathSync(input.projectDirectory);
  const stage = textOption(input, 'stage');
  const identity = await identifyStage(root, stage);
  if (identity.kind === 'unknown') return fail(input, identity.diagnostics, ExitCode.diagnostics);
  const { app, apiStage } = identity;
  return withCloud(input, (cloud, notices) =>
    withStageLock(input, root, () => rollback(input, { cloud, notices }, { app, stage, apiStage })),
  );
}

async function rollback(
  input: CommandInput,
  { cloud, notices }: Place,
  sought: SoughtStage,
): Promise<ExitCode> {
  const { terminal, signal } = input;
  const owner = { app: sought.app, stage: sought.stage };
  const found = await findStage(cloud, sought);
  if (found.functions.length === 0) {
    const { region } = cloud;
    const data = { ...owner, region, command: commandText(input, 'deploy') };
    return fail(input, [diagnose(notDeployed, data, { at: undefined })], ExitCode.diagnostics);
  }
  const pastSettings = isGiven(input, 'past-settings');
  const planned = await planRollback({ cloud, found, pastSettings });
  if (planned.kind === 'impossible') {
    return fail(input, [planned.diagnostic], ExitCode.diagnostics);
  }
  const { plan } = planned;
  const warnings = plan.kind === 'return' ? plan.diagnostics : [];
  report(input, warnings);
  terminal.err.write(renderPlan(plan));
  const isAsked = plan.kind === 'return';
  const question = { message: 'Go back so?', isYesDefault: warnings.length === 0 };
  const consent = isAsked ? await askConsent(input, question) : 'yes';
  if (consent !== 'yes') return sayDeclined(input, consent);
  const wait = createWait(signal, cloud.waitFor);
  const steps = rollbackSteps(plan, { cloud, wait, owner });
  const result = await showRun(input, notices, (options) => runSteps(steps, options));
  return finish(input, { cloud, owner, warnings, result });
}

function renderPlan(plan: RollbackPlan): string {
  if (plan.kind === 'finish') {
    const { leader, version } = plan.unfinished;
    return `Finishing the rollback of ${leader.name} to ${versionText(version)}, which was interrupted.\n`;
  }
  const { api, code } = plan;
  const rows = [
    ...(api ? [`stage ${api.stage} to the deployment of ${timeText(api.createdAt)}`] : []),
    ...(code ? codeRows(code) : []),
  ];
  return `Going back:\n${rows.map((row) => `  ${row}\n`).join('')}`;
}

function codeRows({ followers, leader, version, untouched }: CodeReturn): readonly string[] {
  return [
    ...followers.map(({ name }) => `function ${name} to the same code`),
    `function ${leader.name} to ${versionText(version)}`,
    ...untouched.map((name) => `function ${name} stays as it is: the earlier code has none of it`),
  ];
}

function versionText({ version, publishedAt }: FunctionVersion): string {
  return `version ${version} of ${timeText(publishedAt)}`;
}

/** `2026-11-21 12:33 UTC`. */
function timeText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

type Finished = {
  readonly cloud: Cloud;
  readonly owner: Owner;
  readonly warnings: readonly Diagnostic[];
  readonly result: StepsResult;
};

function finish(input: CommandInput, finished: Finished): ExitCode {
  const { cloud, owner, warnings, result } = finished;
  const diagnostics = explainFailures(result.kind === 'failed' ? result.failures : [], cloud);
  if (isGiven(input, 'json')) {
    const document: RollbackDocument = {
      version: 1,
      ...owner,
      region: cloud.region,
      outcome: result.kind === 'done' ? 'returned' : result.kind,
      done: result.done,
      diagnostics: [...warnings, ...diagnostics],
    };
    input.terminal.out.write(`${JSON.stringify(document, null, 2)}\n`);
  }
  const command = commandText(input, 'rollback', ['past-settings']);
  return sayResult(input, { result, diagnostics, command });
}
