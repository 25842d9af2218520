// `framework plan`: prints what a deploy would change, and changes nothing.
import { type Diagnostic, sortDiagnostics } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';
import { CloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { connect } from '../cloud/connect.js';
import { cloudExitCode, explainCloudError } from '../cloud/explain-cloud-error.js';
import { ExitCode, isGiven, optionalText, textOption } from '../program/command.js';
import type { CommandInput } from '../program/command.js';
import { checkPackage } from '../ship/deploy/build-desired.js';
import { findNewStage } from '../ship/deploy/new-stage.js';
import { observe } from '../ship/deploy/observe.js';
import type { Plan } from '../ship/stage/states.js';
import { planDeploy } from '../ship/deploy/plan-deploy.js';
import { planDocument } from '../ship/deploy/plan-document.js';
import { renderPlan } from '../ship/deploy/render-plan.js';
import { prepareDeploy } from '../ship/deploy/prepare-deploy.js';
import { readState } from '../ship/deploy/state-file.js';
import { fail, report } from './failure.js';
import { warningsOf } from './consent.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const place = { profile: optionalText(input, 'profile'), region: optionalText(input, 'region') };
  const { environment, signal } = input;
  let cloud: Cloud | undefined;
  try {
    cloud = connect({ environment, signal, ...place });
    return finish(input, await makePlan(input, cloud));
  } catch (error) {
    if (signal.aborted || !(error instanceof CloudError)) throw error;
    const { profile } = place;
    const diagnostic = explainCloudError(error, { ...(cloud ?? place), profile });
    return fail(input, [diagnostic], cloudExitCode());
  } finally {
    cloud?.close();
  }
}

type MadePlan = {
  /** Undefined when there are errors. */
  readonly plan: Plan | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

async function makePlan(input: CommandInput, cloud: Cloud): Promise<MadePlan> {
  const { region, endpoint } = cloud;
  const prepared = await prepareDeploy({
    directory: input.projectDirectory,
    stage: textOption(input, 'stage'),
    region,
    autogenPolicy: !isGiven(input, 'no-autogen-policy'),
  });
  const { diagnostics } = prepared;
  if (prepared.kind === 'failed') return { plan: undefined, diagnostics };
  const { desired, project } = prepared;
  const { app, stage } = desired;
  const recorded = await readState(project.root, { app, stage, region, endpoint });
  const known = [...diagnostics, ...recorded.diagnostics];
  const observation = await observe({ cloud, desired, state: recorded.state });
  if (observation.kind === 'refused') {
    return { plan: undefined, diagnostics: [...known, ...observation.diagnostics] };
  }
  const { observed } = observation;
  const plan = planDeploy(observation.desired, observed);
  const grown = checkPackage(desired, observed, prepared.sizes);
  const newStage = await findNewStage(project, plan);
  return { plan, diagnostics: [...known, ...grown, ...warningsOf(newStage)] };
}

function finish(input: CommandInput, { plan, diagnostics }: MadePlan): ExitCode {
  const sorted = sortDiagnostics(diagnostics);
  if (!plan) return fail(input, sorted, ExitCode.diagnostics);
  const { out } = input.terminal;
  if (isGiven(input, 'json')) {
    const document = { ...planDocument(plan), diagnostics: sorted };
    out.write(indentedJson(document));
    return ExitCode.ok;
  }
  report(input, sorted);
  out.write(renderPlan(plan, out));
  return ExitCode.ok;
}
