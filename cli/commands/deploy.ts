// `framework deploy`: brings the deployed stage in line with the source and the configuration (specification 4.6).
import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type Diagnostic, sortDiagnostics } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';
import { printable } from '../../runtime/contract/printable.js';
import { hasErrors } from '../app/load-app.js';
import { checkTypes, describeTypes, type TypeCheck } from '../app/type-check.js';
import type { Cloud } from '../cloud/cloud.js';
import { type CommandInput, type ExitCode, isGiven, optionalText } from '../program/command.js';
import { writeAppTypes } from '../serve/testing/app-types.js';
import { applyPlan, deployDocument } from '../ship/deploy/apply-plan.js';
import type { StepsResult } from '../ship/stage/run-steps.js';
import { askAddress } from '../ship/resources/rest-api/api-steps.js';
import { domainAddress } from '../ship/resources/domain/domain-steps.js';
import { apiAddress } from '../ship/resources/rest-api/api-state.js';
import { findNewStage, type NewStage } from '../ship/deploy/command-stage.js';
import { observeApp } from '../ship/deploy/observe.js';
import { deployerName, type Expiry, expiryTag, parseExpiry } from '../ship/stage/expiry.js';
import type { DeployedState, Observed, Plan } from '../ship/stage/states.js';
import {
  deletedDataIn,
  isVoid,
  keptIn,
  planDeploy,
  keptText,
  renderNothing,
} from '../ship/deploy/plan-deploy.js';
import {
  checkPackage,
  findProblems,
  prepareDeploy,
  type PreparedDeploy,
} from '../ship/deploy/prepare-deploy.js';
import { checkAccount, readState, writeState } from '../ship/deploy/state-file.js';
import { writeGeneratedPolicy } from '../ship/policy/role-policies.js';
import { type CloudSession, loadOptions, withIdleCloud, withStageLock } from './cloud-command.js';
import { advise, fail, hintsFor, refuse, report } from './failure.js';
import { ALLOW_DELETE, DELETE_DATA } from './cloud-options.js';
import {
  agreeToStage,
  type Consent,
  warningsOf,
  agreeToDataLoss,
  agreeToPolicies,
  agreeToDeletions,
} from './consent.js';
import { commandText, forTarget } from './command-texts.js';
import { explainFailures, progressStream, sayDeclined, sayResult, showRun } from './step-report.js';

/** A suggested command repeats these options, because otherwise it would start a different deploy. */
const FLAGS = ['no-autogen-policy', 'no-types', ALLOW_DELETE] as const;

type Ready = Extract<PreparedDeploy, { readonly kind: 'ready' }> & {
  /** The check of the types; undefined with `--no-types`. */
  readonly types: Promise<TypeCheck> | undefined;
  /** The expiry of the stage; undefined without `--expires`. */
  readonly expiry: Expiry | undefined;
};

export async function run(input: CommandInput): Promise<ExitCode> {
  const expires = optionalText(input, 'expires');
  const expiry = expires === undefined ? undefined : parseExpiry(expires, Date.now());
  if (expires !== undefined && expiry === undefined) return refuseExpiry(input, expires);
  return withIdleCloud(
    input,
    (cloud, notices, listen) => deploy(input, { cloud, notices, listen, expiry }),
    () => findProblems(loadOptions(input)),
  );
}

async function deploy(
  input: CommandInput,
  { expiry, ...place }: CloudSession & { readonly listen: () => void } & Pick<Ready, 'expiry'>,
): Promise<ExitCode> {
  // Take the lock before the build, because two builds would write to the same folder.
  return withStageLock(input, realpathSync(input.projectDirectory), async () => {
    const stop = new AbortController();
    let types: Promise<TypeCheck> | undefined;
    const prepared = await prepareDeploy({
      ...loadOptions(input),
      region: place.cloud.region,
      ...(expiry !== undefined && {
        expiry: expiryTag(
          expiry,
          deployerName(input.environment, () => userInfo().username),
        ),
      }),
      onCompiled: (project, { manifest, modules }) => {
        if (isGiven(input, 'no-types')) return;
        writeAppTypes(project.root, manifest);
        types = checkTypes(project, { modules, signal: stop.signal });
      },
    });
    place.listen();
    input.signal.addEventListener('abort', () => stop.abort());
    try {
      return prepared.kind === 'failed'
        ? fail(input, [...prepared.diagnostics, ...errorsIn(await types)])
        : await deployAlone(input, place, { ...prepared, types, expiry });
    } finally {
      stop.abort();
    }
  });
}

/** Deploys the stage while this process holds its lock. */
async function deployAlone(
  input: CommandInput,
  session: CloudSession,
  prepared: Ready,
): Promise<ExitCode> {
  const { cloud, notices } = session;
  const { project, generatedPolicy } = prepared;
  const { region, endpoint } = cloud;
  const { records } = input;
  const recorded = await readState(project.root, {
    ...prepared.desired,
    ...{ region, endpoint, records },
  });
  const deletesData = isGiven(input, DELETE_DATA);
  const observation = await observeApp(prepared, { cloud, state: recorded.state, deletesData });
  const types = await prepared.types;
  const known = [...prepared.diagnostics, ...recorded.diagnostics, ...errorsIn(types)];
  if (observation.kind === 'refused') return fail(input, [...known, ...observation.diagnostics]);
  if (hasErrors(known)) return fail(input, sortDiagnostics(known));
  if (types) sayTypes(input, types);
  const { desired, observed, warnings: unread } = observation;
  const { state, diagnostics } = stateOfAccount(recorded.state, observed);
  const plan = planDeploy(desired, observed, { deletesData });
  const newStage = await findNewStage(project, plan, records);
  const grown = checkPackage(desired, observed, prepared.sizes);
  const found = [...diagnostics, ...unread, ...grown, ...warningsOf(newStage)];
  const warnings = sortDiagnostics([...known, ...found]);
  report(input, warnings);
  const planned = { cloud, prepared, plan, warnings };
  const { consent, refusals } = await agreeToPlan(input, plan, newStage);
  if (consent !== 'yes') return decline(input, planned, { consent, refusals });
  if (generatedPolicy) await writeGeneratedPolicy(project.root, generatedPolicy);
  // Nothing is deployed, so there is nothing to record.
  if (isVoid(plan) && !state) return finish(input, planned, { outcome: NOTHING_DONE, state });
  let saved = state;
  const saveState = (next: DeployedState): Promise<readonly Diagnostic[]> => {
    saved = next;
    return writeState(project.root, next, records);
  };
  const request = { cloud, desired, observed, plan, state, saveState, ask: askAddress };
  const outcome = await showRun(input, notices, (options) => applyPlan({ ...request, ...options }));
  return finish(input, planned, { outcome, state: saved });
}

function refuseExpiry(input: CommandInput, text: string): ExitCode {
  return refuse(input, {
    message: `\`--expires ${printable(text)}\` is not a duration of at most one year.`,
    hint: 'Use a number with `m`, `h`, `d` or `w`, such as `--expires 3d`, or `--expires never`.',
    help: 'framework deploy --help',
  });
}

function errorsIn(types: TypeCheck | undefined): readonly Diagnostic[] {
  return types?.kind === 'checked' ? types.diagnostics : [];
}

/** Reports a type check without errors. A project may not use TypeScript, so a check that cannot run is not an error. */
function sayTypes(input: CommandInput, types: TypeCheck): void {
  if (types.kind === 'checked') {
    progressStream(input).write(`Checked types (${describeTypes(types)})\n`);
  } else {
    input.terminal.err.write(`${printable(types.diagnostic.message)}\n`);
  }
}

const NOTHING_DONE: StepsResult = { kind: 'done', done: [], stopped: [], left: [] };

type Agreement = { readonly consent: Consent; readonly refusals: readonly Diagnostic[] };

/** Asks the questions of a plan. The first No cancels the deploy. */
async function agreeToPlan(
  input: CommandInput,
  plan: Plan,
  newStage: NewStage | undefined,
): Promise<Agreement> {
  const toStage = await agreeToStage(input, plan.stage, newStage);
  if (toStage !== 'yes') return { consent: toStage, refusals: [] };
  if (plan.isFirst && !isVoid(plan)) {
    progressStream(input).write('Initiating first time deployment\n');
  }
  const command = commandText(input, 'deploy', FLAGS);
  const data = { stage: plan.stage, command };
  const questions = [
    () => agreeToDeletions(input, plan),
    () => agreeToDataLoss(input, deletedDataIn(plan), data),
  ];
  for (const ask of questions) {
    const agreed = await ask();
    if (agreed.kind === 'refused') return { consent: 'no', refusals: [agreed.diagnostic] };
    if (agreed.kind !== 'yes') return { consent: agreed.kind, refusals: [] };
  }
  return { consent: await agreeToPolicies(input, plan), refusals: [] };
}

/** Returns the record if it belongs to the current account. */
function stateOfAccount(
  state: DeployedState | undefined,
  { account }: Observed,
): { readonly state: DeployedState | undefined; readonly diagnostics: readonly Diagnostic[] } {
  if (!state || !account || state.account === '') return { state, diagnostics: [] };
  const diagnostics = checkAccount(state, account.id);
  return { state: diagnostics.length > 0 ? undefined : state, diagnostics };
}

type Planned = {
  readonly cloud: Cloud;
  readonly prepared: Ready;
  readonly plan: Plan;
  readonly warnings: readonly Diagnostic[];
};

function decline(
  input: CommandInput,
  { prepared, plan, warnings }: Planned,
  { consent, refusals }: Agreement & { readonly consent: 'no' | 'gave-up' },
): ExitCode {
  const { out } = input.terminal;
  report(input, refusals);
  if (isGiven(input, 'json')) {
    const diagnostics = hintsFor(input, [...warnings, ...refusals]);
    const parts = { ...prepared, plan, outcome: 'declined', url: undefined, diagnostics } as const;
    out.write(indentedJson(deployDocument(parts)));
  }
  return sayDeclined(input, consent);
}

function finish(
  input: CommandInput,
  { cloud, prepared, plan, warnings }: Planned,
  { outcome, state }: { readonly outcome: StepsResult; readonly state: DeployedState | undefined },
): ExitCode {
  const { out } = input.terminal;
  const url = outcome.kind === 'done' ? addressOf(state, cloud) : undefined;
  const failures = outcome.kind === 'failed' ? explainFailures(outcome.failures, cloud) : [];
  const isJson = isGiven(input, 'json');
  if (isJson) {
    const diagnostics = hintsFor(input, [...warnings, ...failures]);
    out.write(indentedJson(deployDocument({ ...prepared, plan, outcome, url, diagnostics })));
  }
  const command = commandText(input, 'deploy', [...FLAGS, DELETE_DATA]);
  if (outcome.kind === 'done') {
    if (outcome.done.length === 0) progressStream(input).write(renderNothing(plan));
    advise(input, plan, prepared.advice);
    if (typeof prepared.expiry === 'number') {
      const time = new Date(prepared.expiry).toISOString().slice(0, 16).replace('T', ' ');
      const text = `Stage ${plan.stage} expires at ${time} UTC: \`framework delete --expired\` deletes it after that.\n`;
      progressStream(input).write(forTarget(input, text));
    }
    const kept = keptText(keptIn(plan), commandText(input, 'deploy'));
    if (kept !== '') progressStream(input).write(kept);
    for (const line of dnsLines(state)) progressStream(input).write(`${printable(line)}\n`);
    if (url !== undefined && !isJson) out.write(`${printable(url)}\n`);
  }
  return sayResult(input, { result: outcome, diagnostics: failures, command });
}

function addressOf(state: DeployedState | undefined, { endpoint }: Cloud): string | undefined {
  if (!state?.api) return undefined;
  const { region, partition, api } = state;
  const [domain] = state.domains ?? [];
  if (domain) return domainAddress(domain);
  return apiAddress({ id: api.id, stage: api.stage, region, partition, endpoint });
}

/** Tells which DNS record to create, because the user manages the DNS of the domain. */
function dnsLines(state: DeployedState | undefined): readonly string[] {
  const [domain] = state?.domains ?? [];
  if (!domain || domain.target === '') return [];
  const { name, target, zone } = domain;
  return [`The DNS record of ${name} must be an alias of ${target} (hosted zone ${zone}).`];
}
