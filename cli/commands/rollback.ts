// `framework rollback`: undoes the last deploy of a stage within seconds.
import { realpathSync } from 'node:fs';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';
import { printable } from '../../runtime/contract/printable.js';
import type { Cloud } from '../cloud/cloud.js';
import { type CommandInput, type ExitCode, isGiven, textOption } from '../program/command.js';
import { notDeployed } from '../ship/deploy/deploy-catalogue.js';
import { runSteps, type StepsResult, createWait } from '../ship/stage/run-steps.js';
import { planRollback, readHistory } from '../ship/deploy/plan-deploy.js';
import { identifyStage } from '../ship/deploy/command-stage.js';
import type { Owner } from '../ship/stage/states.js';
import { askConsent } from './consent.js';
import { type CloudSession, withCloud, withStageLock } from './cloud-command.js';
import { fail, hintsFor, report } from './failure.js';
import { commandText } from './command-texts.js';
import { explainFailures, sayDeclined, sayResult, showRun } from './step-report.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const root = realpathSync(input.projectDirectory);
  const stage = textOption(input, 'stage');
  const identity = await identifyStage(input, stage);
  if (identity.kind === 'unknown') return fail(input, identity.diagnostics);
  const { app, apiStage } = identity;
  return withCloud(input, (cloud, notices) =>
    withStageLock(input, root, () => rollback(input, { cloud, notices }, { app, stage, apiStage })),
  );
}

async function rollback(
  input: CommandInput,
  { cloud, notices }: CloudSession,
  identity: Owner & { readonly apiStage: string | undefined },
): Promise<ExitCode> {
  const { terminal, signal } = input;
  const owner = { app: identity.app, stage: identity.stage };
  const history = await readHistory({ ...identity, cloud });
  if (!history) {
    const { region } = cloud;
    const data = { ...owner, region, command: commandText(input, 'deploy') };
    return fail(input, [diagnose(notDeployed, data)]);
  }
  const pastSettings = isGiven(input, 'past-settings');
  const plan = await planRollback(history, { ...owner, cloud, pastSettings });
  if (plan.kind === 'impossible') return fail(input, [plan.diagnostic]);
  const isAsked = plan.kind === 'return';
  const warnings = isAsked ? plan.diagnostics : [];
  report(input, warnings);
  const text = isAsked ? ['Going back:', ...plan.rows.map((row) => `  ${row}`)] : [plan.text];
  terminal.err.write(text.map((line) => `${printable(line)}\n`).join(''));
  const question = { message: 'Roll back?', isYesDefault: warnings.length === 0 };
  const consent = isAsked ? await askConsent(input, question) : 'yes';
  if (consent !== 'yes') return sayDeclined(input, consent);
  const steps = plan.steps({ cloud, wait: createWait(signal, cloud.waitFor) });
  const result = await showRun(input, notices, (options) => runSteps(steps, options));
  return finish(input, { cloud, owner, warnings, result });
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
    const document = {
      version: 1,
      ...owner,
      region: cloud.region,
      outcome: result.kind === 'done' ? 'returned' : result.kind,
      done: result.done,
      diagnostics: hintsFor(input, [...warnings, ...diagnostics]),
    };
    input.terminal.out.write(indentedJson(document));
  }
  const command = commandText(input, 'rollback', ['past-settings']);
  return sayResult(input, { result, diagnostics, command });
}
