// `framework plan`: prints the changes that a deploy would make, without making them.
import { type Diagnostic, sortDiagnostics } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';
import type { Cloud } from '../cloud/cloud.js';
import { ExitCode, isGiven, type CommandInput } from '../program/command.js';
import { findNewStage } from '../ship/deploy/command-stage.js';
import { observeApp } from '../ship/deploy/observe.js';
import type { Plan } from '../ship/stage/states.js';
import { planDeploy, planDocument, renderPlan } from '../ship/deploy/plan-deploy.js';
import { checkPackage, findProblems, prepareDeploy } from '../ship/deploy/prepare-deploy.js';
import { readState } from '../ship/deploy/state-file.js';
import { loadOptions, withIdleCloud } from './cloud-command.js';
import { commandText } from './command-texts.js';
import { advise, fail, hintsFor, report } from './failure.js';
import { warningsOf } from './consent.js';

/** Lets Ctrl-C end the process immediately, because there is nothing to clean up. */
export function run(input: CommandInput): Promise<ExitCode> {
  return withIdleCloud(
    input,
    async (cloud) => finish(input, await makePlan(input, cloud)),
    () => findProblems(loadOptions(input)),
  );
}

type MadePlan = {
  /** The plan; undefined if there are errors. */
  readonly plan: Plan | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly advice?: string | undefined;
};

async function makePlan(input: CommandInput, cloud: Cloud): Promise<MadePlan> {
  const { region, endpoint } = cloud;
  const { records } = input;
  const prepared = await prepareDeploy({ ...loadOptions(input), region });
  const { diagnostics } = prepared;
  if (prepared.kind === 'failed') return { plan: undefined, diagnostics };
  const { desired, project } = prepared;
  const { app, stage } = desired;
  const recorded = await readState(project.root, { app, stage, region, endpoint, records });
  const known = [...diagnostics, ...recorded.diagnostics];
  const observation = await observeApp(prepared, { cloud, state: recorded.state });
  if (observation.kind === 'refused')
    return { plan: undefined, diagnostics: [...known, ...observation.diagnostics] };
  const { observed, warnings } = observation;
  const plan = planDeploy(observation.desired, observed);
  const grown = checkPackage(desired, observed, prepared.sizes);
  const newStage = await findNewStage(project, plan, records);
  const found = [...warnings, ...grown, ...warningsOf(newStage)];
  return { plan, advice: prepared.advice, diagnostics: [...known, ...found] };
}

function finish(input: CommandInput, { plan, diagnostics, advice }: MadePlan): ExitCode {
  const sorted = sortDiagnostics(diagnostics);
  if (!plan) return fail(input, sorted);
  const { out } = input.terminal;
  if (isGiven(input, 'json')) {
    out.write(indentedJson({ ...planDocument(plan), diagnostics: hintsFor(input, sorted) }));
    return ExitCode.ok;
  }
  report(input, sorted);
  out.write(renderPlan(plan, out, commandText(input, 'deploy')));
  advise(input, plan, advice);
  return ExitCode.ok;
}
