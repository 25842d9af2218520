// `framework delete`: deletes a stage (specification 4.6).
import { realpathSync } from 'node:fs';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';
import { CloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { cloudExitCode, explainCloudError } from '../cloud/explain-cloud-error.js';
import { type CommandInput, ExitCode, isGiven, textOption } from '../program/command.js';
import { baseName } from '../config/cloud-names.js';
import { deletionSteps } from '../ship/deploy/apply-plan.js';
import { runSteps, type StepLabel, type StepsResult, createWait } from '../ship/stage/run-steps.js';
import { findDeletions } from '../ship/deploy/observe.js';
import { identifyStage } from '../ship/deploy/command-stage.js';
import { type ListedStage, listStages } from './stages.js';
import type { Deletion, KeptResource } from '../ship/stage/resource-type.js';
import { type DeployedState, listField, type Owner } from '../ship/stage/states.js';
import { keptText } from '../ship/deploy/plan-deploy.js';
import { readState, removeState } from '../ship/deploy/state-file.js';
import { agreeToDataLoss, askConsent, type DeletionConsent } from './consent.js';
import { DELETE_DATA } from './cloud-options.js';
import { type CloudSession, withCloud, withStageLock } from './cloud-command.js';
import { fail, hintsFor, refuse, report } from './failure.js';
import { commandText } from './command-texts.js';
import { explainFailures, sayDeclined, sayResult, showRun } from './step-report.js';

export type DeleteDocument = {
  readonly version: 1;
  readonly app: string;
  readonly stage: string;
  readonly region: string;
  readonly outcome: 'deleted' | 'nothing' | 'failed' | 'interrupted';
  readonly done: readonly StepLabel[];
  /** Resources with data, which are kept without `--delete-data`; absent if there are none. */
  readonly kept?: readonly KeptResource[];
  readonly diagnostics: readonly Diagnostic[];
};

export async function run(input: CommandInput): Promise<ExitCode> {
  if (isGiven(input, 'expired') && textOption(input, 'stage') !== 'dev') {
    const message =
      '`--expired` deletes every expired stage, so it cannot be combined with `--stage`.';
    return refuse(input, { message, help: 'framework delete --help' });
  }
  const work = isGiven(input, 'expired') ? deleteExpired : deleteStage;
  return withCloud(input, (cloud, notices) => work(input, { cloud, notices }));
}

/** Deletes the expired stages, one after another. If one fails, the others are still deleted. */
async function deleteExpired(input: CommandInput, session: CloudSession): Promise<ExitCode> {
  const identity = await identifyStage(input, 'dev');
  if (identity.kind === 'unknown') return fail(input, identity.diagnostics);
  const { app } = identity;
  const { out, err } = input.terminal;
  const documents: unknown[] = [];
  const collect = { ...out, write: (text: string) => void documents.push(JSON.parse(text)) };
  const terminal = isGiven(input, 'json') ? { ...input.terminal, out: collect } : input.terminal;
  const expired = async (): Promise<readonly ListedStage[]> => {
    const now = Date.now();
    return (await listStages(session.cloud, app)).filter(({ at }) => at !== undefined && at <= now);
  };
  const stages = await expired();
  let worst: ExitCode = ExitCode.ok;
  for (const { stage } of stages) {
    const one = { ...input, terminal, options: { ...input.options, stage } };
    const isStill = async (): Promise<boolean> =>
      (await expired()).some((other) => other.stage === stage);
    const exitCode = await deleteStage(one, session, isStill).catch((error: unknown) => {
      if (!(error instanceof CloudError)) throw error;
      if (input.signal.aborted) return ExitCode.interrupted;
      return fail(one, [explainCloudError(error, session.cloud)], cloudExitCode());
    });
    if (exitCode !== ExitCode.ok) worst = exitCode;
    if (exitCode === ExitCode.interrupted) break;
  }
  const { region } = session.cloud;
  if (isGiven(input, 'json'))
    out.write(indentedJson({ version: 1, app, region, stages: documents }));
  else if (stages.length === 0) err.write(`No stage of ${app} has expired in ${region}.\n`);
  return worst;
}

/** Calls `isStill` after the confirmation, because another deploy may have extended the expiry. */
async function deleteStage(
  input: CommandInput,
  { cloud, notices }: CloudSession,
  isStill?: () => Promise<boolean>,
): Promise<ExitCode> {
  const root = realpathSync(input.projectDirectory);
  const stage = textOption(input, 'stage');
  const identity = await identifyStage(input, stage);
  if (identity.kind === 'unknown') return fail(input, identity.diagnostics);
  const owner = { app: identity.app, stage };
  return withStageLock(input, root, async () => {
    const { region, endpoint } = cloud;
    const { records } = input;
    const { state, diagnostics } = await readState(root, { ...owner, region, endpoint, records });
    report(input, diagnostics);
    // A record of a deploy to another account or region is kept, because it is still valid there.
    const isElsewhere = identity.record !== undefined && state === undefined;
    const exitCode = await deleteAlone(input, { cloud, notices, owner, state, isStill });
    if (exitCode === ExitCode.ok && !isElsewhere) await removeState(root, stage, records);
    return exitCode;
  });
}

type Job = CloudSession & {
  readonly owner: Owner;
  readonly state: DeployedState | undefined;
  readonly isStill: (() => Promise<boolean>) | undefined;
};

/** Deletes the stage while this process holds its lock. */
async function deleteAlone(
  input: CommandInput,
  { cloud, notices, owner, state, isStill }: Job,
): Promise<ExitCode> {
  const { signal } = input;
  const options = {
    hasLogGroups: isGiven(input, 'log-groups'),
    deletesData: isGiven(input, DELETE_DATA),
  };
  const found = await findDeletions({ cloud, owner, record: state, options });
  const { deletions, kept, diagnostics: warnings } = found;
  report(input, warnings);
  const warned = { cloud, owner, kept, warnings };
  if (deletions.length === 0) return sayNothing(input, warned);
  const agreed = await agree(input, deletions, owner);
  if (agreed.kind === 'refused') return fail(input, [...warnings, agreed.diagnostic]);
  if (agreed.kind !== 'yes') return sayDeclined(input, agreed.kind);
  if (isStill && !(await isStill())) {
    input.terminal.err.write(
      `The expiry of the stage ${owner.stage} was extended, so it is not deleted.\n`,
    );
    return ExitCode.ok;
  }
  const wait = createWait(signal, cloud.waitFor);
  const steps = deletionSteps(deletions, { cloud, wait });
  const result = await showRun(input, notices, (options) => runSteps(steps, options));
  return finish(input, warned, result);
}

/** Asks for the name of the stage if data would be deleted; that confirms all deletions. */
async function agree(
  input: CommandInput,
  deletions: readonly Deletion[],
  owner: Owner,
): Promise<DeletionConsent> {
  const data = deletions.filter(({ hasData }) => hasData);
  if (data.length > 0) {
    const command = commandText(input, 'delete', ['log-groups']);
    return agreeToDataLoss(input, data, { stage: owner.stage, command });
  }
  const asked = deletions.filter(({ isUnasked }) => !isUnasked);
  const names = asked.map(({ kind, name }) => `${kind} ${name}`);
  const message = `Delete stage ${owner.stage} of ${owner.app}: ${names.join(', ')}?`;
  return { kind: await askConsent(input, { message, isYesDefault: false }) };
}

type Warned = {
  readonly kept: readonly KeptResource[];
  readonly cloud: Cloud;
  readonly owner: Owner;
  readonly warnings: readonly Diagnostic[];
};

function finish(input: CommandInput, warned: Warned, result: StepsResult): ExitCode {
  const { cloud, owner, kept, warnings } = warned;
  const command = commandText(input, 'delete', ['log-groups', DELETE_DATA]);
  const diagnostics = explainFailures(result.kind === 'failed' ? result.failures : [], cloud);
  const outcome = result.kind === 'done' ? 'deleted' : result.kind;
  print(input, {
    ...documentOf(cloud, owner),
    outcome,
    done: result.done,
    ...listField('kept', namesOf(kept)),
    diagnostics: hintsFor(input, [...warnings, ...diagnostics]),
  });
  if (result.kind === 'done') sayKept(input, kept);
  return sayResult(input, { result, diagnostics, command });
}

function namesOf(kept: readonly KeptResource[]): readonly KeptResource[] {
  return kept.map(({ kind, name }) => ({ kind, name }));
}

function sayKept(input: CommandInput, kept: readonly KeptResource[]): void {
  input.terminal.err.write(keptText(kept, commandText(input, 'delete')));
}

function sayNothing(input: CommandInput, { cloud, owner, kept, warnings }: Warned): ExitCode {
  print(input, {
    ...documentOf(cloud, owner),
    outcome: 'nothing',
    done: [],
    ...listField('kept', namesOf(kept)),
    diagnostics: hintsFor(input, warnings),
  });
  input.terminal.err.write(`Stage ${owner.stage} of ${owner.app} is not deployed.\n`);
  sayKept(input, kept);
  if (isGiven(input, 'log-groups')) {
    // Log groups have no tag, so only the log groups of existing functions are known to belong to the stage.
    const group = `/aws/lambda/${baseName(owner.app, owner.stage)}`;
    input.terminal.err.write(
      `Logs of deleted functions are kept; run \`aws logs delete-log-group --log-group-name ${group}\` to delete those of the API.\n`,
    );
  }
  return ExitCode.ok;
}

function documentOf(
  { region }: Cloud,
  { app, stage }: Owner,
): Pick<DeleteDocument, 'version' | 'app' | 'stage' | 'region'> {
  return { version: 1, app, stage, region };
}

function print(input: CommandInput, document: DeleteDocument): void {
  if (!isGiven(input, 'json')) return;
  input.terminal.out.write(indentedJson(document));
}
