// `framework secret` and `framework parameter`: manage the values that a stage stores in Systems Manager. No value is ever
// printed.
import { buffer } from 'node:stream/consumers';
import { code, codeList, nearestName, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { parameterNameForm } from '../../compiler/kinds/parameter/catalogue.js';
import { nameProblem } from '../../compiler/kinds/parameter/parameter.js';
import { indentedJson } from '../../compiler/json-values.js';
import { type ParameterKind, parameterPath } from '../../runtime/contract/parameters.js';
import { loadApp } from '../app/load-app.js';
import { isCloudError } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import type { CloudParameter } from '../cloud/services/ssm.js';
import { aborted } from '../program/time-limit.js';
import {
  type CommandInput,
  type CommandRun,
  ExitCode,
  isGiven,
  type LoadedCommand,
  textOption,
} from '../program/command.js';
import { version } from '../program/version.js';
import { identifyStage } from '../ship/deploy/command-stage.js';
import {
  missingValue,
  otherType,
  refusedValue,
} from '../ship/resources/parameter/parameter-catalogue.js';
import { ownTags } from '../ship/stage/own-tag.js';
import { renderTable } from '../terminal/table.js';
import { withCloud } from './cloud-command.js';
import { forTarget } from './command-texts.js';
import { askConsent } from './consent.js';
import { fail, refuse } from './failure.js';
import { ACTIONS, type ParameterAction } from './stage-specs.js';
import { progressStream, sayDeclined } from './step-report.js';

export function commandOf(kind: ParameterKind): LoadedCommand {
  const prepare: Required<LoadedCommand>['prepare'] = async (input) => {
    const { action = '', name } = input.positionals;
    const known = ACTIONS.find((one) => one === action);
    const help = `framework ${kind} --help`;
    if (!known) {
      const message = `${code(kind)} knows ${codeList(ACTIONS, 'or')}, not ${code(action)}.`;
      return refuse(input, { message, help });
    }
    if (known === 'list' && name !== undefined)
      return refuse(input, { message: '`list` takes no name.', help });
    if (known !== 'list' && name === undefined) {
      const hint = `Run ${code(`framework ${kind} ${known} <name>`)}.`;
      return refuse(input, { message: 'The argument `<name>` is missing.', hint, help });
    }
    const why = name === undefined ? undefined : nameProblem(name);
    if (name !== undefined && why)
      return refuse(input, { ...diagnose(parameterNameForm, { maker: kind, name, why }), help });
    const stage = textOption(input, 'stage');
    const identity = await identifyStage(input, stage);
    if (identity.kind === 'unknown') return fail(input, identity.diagnostics);
    const job = { kind, name: name ?? '', app: identity.app, stage };
    if (known !== 'set') return (next) => JOBS[known]({ ...job, input: next });
    const value = await askValue({ ...job, input });
    if (typeof value === 'number') return value;
    return (next) => setParameter({ ...job, input: next }, value);
  };
  const run: CommandRun = async (input) => {
    const rest = await prepare(input);
    return typeof rest === 'number' ? rest : rest(input);
  };
  return { run, prepare };
}

type Job = {
  readonly input: CommandInput;
  readonly kind: ParameterKind;
  readonly name: string;
  readonly app: string;
  readonly stage: string;
};

const JOBS: Readonly<Record<Exclude<ParameterAction, 'set'>, (job: Job) => Promise<ExitCode>>> = {
  list: listParameters,
  delete: deleteParameter,
};

type ListedParameter = {
  readonly name: string;
  /** ISO 8601; null if the value is missing. */
  readonly changedAt: string | null;
  /** True if the source declares it; null if the source has errors. */
  readonly isDeclared: boolean | null;
};

function print({ input, kind, app, stage }: Job, { region }: Cloud, rest: object): void {
  if (!isGiven(input, 'json')) return;
  const document = { version: 1, app, stage, region, kind, ...rest };
  input.terminal.out.write(indentedJson(document));
}

/** Returns the names of this kind of parameter that the source declares; undefined if the source has errors. */
function declaredNames({ input, stage, kind }: Job): readonly string[] | undefined {
  const { compilation } = loadApp({ directory: input.projectDirectory, stage });
  const manifest = compilation?.manifest;
  if (!manifest) return undefined;
  const { parameters = [] } = manifest;
  return parameters.filter((one) => one.kind === kind).map(({ name }) => name);
}

/** The standard tier: docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-advanced-parameters.html */
const MOST_BYTES = 4096;

function problemOf(value: string): 'empty' | 'large' | undefined {
  if (value === '') return 'empty';
  return Buffer.byteLength(value) > MOST_BYTES ? 'large' : undefined;
}

/** Reads the value from standard input, or asks for it at a terminal. Returns an exit code if there is no valid value. */
async function askValue({ input, kind, name, stage }: Job): Promise<string | ExitCode> {
  const { terminal, signal } = input;
  const refused = (why: 'empty' | 'large' | 'binary' | 'nobody'): ExitCode =>
    fail(input, [diagnose(refusedValue, { kind, name, why, most: MOST_BYTES })]);
  if (terminal.canAsk) {
    const { askHidden } = await import('../terminal/ask.js');
    const message = `Value of the ${kind} ${name} in ${stage}`;
    const check = (answer: string): string | undefined => {
      const why = problemOf(answer);
      return why && `A value must have between 1 and ${MOST_BYTES.toLocaleString('en')} bytes.`;
    };
    return (await askHidden({ message, check, signal })) ?? ExitCode.interrupted;
  }
  if (!terminal.readInput && process.stdin.isTTY) return refused('nobody');
  const pendingInput = terminal.readInput?.() ?? buffer(process.stdin);
  const bytes = await Promise.race([pendingInput, aborted(signal)]);
  if (!bytes) return ExitCode.interrupted;
  const text = decode(bytes);
  if (text === undefined) return refused('binary');
  const value = text.replace(/\r?\n$/, '');
  const why = problemOf(value);
  return why ? refused(why) : value;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function setParameter(job: Job, value: string): Promise<ExitCode> {
  const { input, kind, name, app, stage } = job;
  const declared = declaredNames(job);
  return withCloud(input, async (cloud) => {
    const path = parameterPath(app, stage) + name;
    const refuseType = (): ExitCode => fail(input, [diagnose(otherType, { kind, name, stage })]);
    // A secret must never be stored as plain text. According to the documentation for PutParameter, AWS rejects a different
    // type, but that is not certain.
    const stored = await cloud.parameters.listParameters(parameterPath(app, stage));
    const known = stored.find((one) => one.path === path);
    if (known && known.isEncrypted !== (kind === 'secret')) return refuseType();
    let outcome: 'created' | 'changed';
    try {
      outcome = await cloud.parameters.setParameter({
        path,
        isEncrypted: kind === 'secret',
        value,
        tags: ownTags({ app, stage, version }),
      });
    } catch (error) {
      if (!isCloudError(error) || error.facts.name !== 'HierarchyTypeMismatchException')
        throw error;
      return refuseType();
    }
    print(job, cloud, { name, outcome });
    const say = progressStream(input);
    say.write(
      outcome === 'created'
        ? `Stored the ${kind} ${name} of ${app} in ${stage} (${cloud.region})\n`
        : `Changed the ${kind} ${name} of ${app} in ${stage} (${cloud.region}); functions use it within five minutes\n`,
    );
    if (declared && !declared.includes(name)) {
      const nearest = nearestName(name, declared);
      const guess = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
      input.terminal.err.write(`The source declares no ${kind} ${name}.${guess}\n`);
    }
    return ExitCode.ok;
  });
}

function listParameters(job: Job): Promise<ExitCode> {
  const { input, kind, app, stage } = job;
  const declared = declaredNames(job);
  return withCloud(input, async (cloud) => {
    const found = await readKind(job, cloud);
    const stored = found.map(({ name, changedAt }): ListedParameter => ({
      name,
      changedAt: new Date(changedAt).toISOString(),
      isDeclared: declared ? declared.includes(name) : null,
    }));
    const missing = (declared ?? [])
      .filter((name) => !found.some((one) => one.name === name))
      .map((name): ListedParameter => ({ name, changedAt: null, isDeclared: true }));
    const list = [...stored, ...missing].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    print(job, cloud, { list });
    if (isGiven(input, 'json')) return ExitCode.ok;
    const { out, err } = input.terminal;
    if (list.length === 0) err.write(`The stage ${stage} of ${app} has no ${kind}s.\n`);
    const titles = ['NAME', 'STORED', 'NOTES'].map((title) => ({ title }));
    const rows = list.map((one) => [one.name, one.changedAt ?? '', noteOf(one)]);
    out.write(renderTable(titles, rows, out));
    const [first] = missing;
    if (first) {
      const command = code(`framework ${kind} set ${first.name} --stage ${stage}`);
      err.write(forTarget(input, `Run ${command}.\n`));
    }
    if (!declared) err.write('The source has errors, so what it declares is unknown.\n');
    return ExitCode.ok;
  });
}

function noteOf({ changedAt, isDeclared }: ListedParameter): string {
  if (changedAt === null) return 'missing';
  return isDeclared === false ? 'not in the source' : '';
}

type Stored = Pick<CloudParameter, 'changedAt' | 'path'> & { readonly name: string };

async function readKind({ kind, app, stage }: Job, cloud: Cloud): Promise<readonly Stored[]> {
  const start = parameterPath(app, stage);
  const all = await cloud.parameters.listParameters(start);
  return all
    .filter(({ isEncrypted }) => isEncrypted === (kind === 'secret'))
    .map((one) => ({ ...one, name: one.path.slice(start.length) }));
}

function deleteParameter(job: Job): Promise<ExitCode> {
  const { input, kind, name, app, stage } = job;
  return withCloud(input, async (cloud) => {
    const known = await readKind(job, cloud);
    const found = known.find((one) => one.name === name);
    if (!found) {
      const names = known.map((one) => one.name);
      const data = { kind, name, stage, region: cloud.region, nearest: nearestName(name, names) };
      return fail(input, [diagnose(missingValue, data)]);
    }
    const isDeclared = declaredNames(job)?.includes(name) === true;
    const end = isDeclared ? ', although the source declares it' : '';
    const message = `Delete the ${kind} ${name} of ${app} in ${stage}${end}?`;
    const consent = await askConsent(input, { message, isYesDefault: false });
    if (consent !== 'yes') {
      print(job, cloud, { name, outcome: 'declined' });
      return sayDeclined(input, consent);
    }
    await cloud.parameters.deleteParameter(found.path);
    print(job, cloud, { name, outcome: 'deleted' });
    progressStream(input).write(
      `Deleted the ${kind} ${name} of ${app} in ${stage} (${cloud.region})\n`,
    );
    return ExitCode.ok;
  });
}
