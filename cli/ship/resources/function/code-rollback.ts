// Rolls functions back: restores the code that ran before the last deploy.
import { type Diagnostic, diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import type {
  Architecture,
  CloudFunction,
  DescribedVersion,
  FunctionHistory,
  FunctionVersion,
} from '../../../cloud/services/lambda-function.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { STREAM_HANDLER } from '../../../config/stage-config.js';
import { isOurs, ownDescription } from '../../stage/own-tag.js';
import { timeText } from '../../stage/plan-rows.js';
import type {
  HistorySearch,
  ResourceRollback,
  RollbackPlan,
  RollbackRequest,
} from '../../stage/resource-type.js';
import { type Owner, type StageHistory, functionId } from '../../stage/states.js';
import { changedKeys } from './function-settings.js';
import {
  type RunningCode,
  readFunctions,
  isOnRecord,
  readCodeHistory,
  type ReturnRecord,
  writeReturnRecord,
} from './function-state.js';
import { strFromU8, unzipSync } from 'fflate';
import { functionExport, STREAM_EXPORT } from '../../../../transformers/entry-module.js';
import { esbuild, startQuietly } from '../../../bundle/esbuild-options.js';
import { retry, nothingBefore } from '../../stage/repeated-calls.js';
import { type Ports, idsOf, type Step } from '../../stage/run-steps.js';
import {
  boundUpdate,
  ready,
  untilReady,
  deletedSince,
  settingsCameLast,
  streamsDeletedSince,
  unrecordedDeploys,
  variablesGone,
} from './function-steps.js';

export const codeRollback: ResourceRollback = {
  history: {
    functions: async ({ cloud, app, stage }) => {
      const names = await cloud.lambda.listFunctions(baseName(app, stage));
      const found = await readFunctions(cloud, names);
      return found.filter((one) => isOurs(one, { app, stage }));
    },
    code: readRunningCode,
  },
  isThere: ({ functions }) => functions.length > 0,
  plan: planReturn,
};

// The input of the steps that roll code back. The leader is the function whose versions serve as the history. It is changed
// last, and its description records that the rollback is complete.

type CodeReturn = {
  /** The functions in the restored code that currently run different code, except the leader. */
  readonly followers: readonly CloudFunction[];
  readonly leader: CloudFunction;
  readonly version: DescribedVersion;
  readonly zip: Uint8Array;
  readonly architectures: ReadonlyMap<string, Architecture>;
  readonly record: ReturnRecord;
};

async function readRunningCode(search: HistorySearch): Promise<RunningCode | undefined> {
  const { cloud, app, stage, history } = search;
  const functions = await history.functions;
  const leader = functions.find(({ name }) => name === baseName(app, stage)) ?? functions[0];
  if (!leader) return undefined;
  const rows = functions.map(
    async ({ name }) => [name, await cloud.lambda.readHistory(name)] as const,
  );
  const histories = new Map(await Promise.all(rows));
  const leaderHistory = histories.get(leader.name) ?? { latest: undefined, versions: [] };
  return { leader, leaderHistory, histories, ...readCodeHistory(leaderHistory) };
}

async function planReturn(
  { functions, code, lastDeploy: { changed } }: StageHistory,
  { cloud, app, stage, pastSettings }: RollbackRequest,
): Promise<RollbackPlan | undefined> {
  if (!code) return undefined;
  const owner = { app, stage };
  const { leader, before, newest, unfinished } = code;
  if (unfinished) {
    const text = `Finishing the rollback of ${leader.name} to ${versionText(unfinished)}, which was interrupted.`;
    return { kind: 'finish', text, steps: finishSteps(leader, unfinished, owner) };
  }
  if (!changed.includes('code')) return undefined;
  if (!before || newest === undefined) {
    const data = { stage, what: 'version of its code' };
    return { kind: 'impossible', diagnostic: diagnose(nothingBefore, data) };
  }
  const settings = pastSettings ? [] : settingsLast(code);
  if (settings.length > 0) {
    const data = { stage, settings: [...new Set(settings)].toSorted() };
    return { kind: 'impossible', diagnostic: diagnose(settingsCameLast, data) };
  }
  const zip = await cloud.lambda.downloadCode(leader.name, before.version);
  const handlers = await readHandlers(zip);
  const streams = functionNameOf(baseName(app, stage), STREAM_HANDLER);
  const hasStreams = functions.some(({ name }) => name === streams);
  if (!hasStreams && changed.includes('api') && handlers?.includes(STREAM_EXPORT)) {
    const diagnostic = diagnose(streamsDeletedSince, { stage, name: streams });
    return { kind: 'impossible', diagnostic };
  }
  const architectures = architecturesOf(code, before);
  const isThere = ({ name, codeSha256, architecture }: CloudFunction): boolean =>
    codeSha256 === before.codeSha256 && architecture === architectures.get(name);
  const isServed = ({ handler }: CloudFunction): boolean =>
    handlers?.includes(handler.slice(handler.indexOf('.') + 1)) ?? true;
  const others = functions.filter(({ name }) => name !== leader.name);
  const followers = others.filter((one) => isServed(one) && !isThere(one));
  const untouched = others.filter((one) => !isServed(one));
  const record = { to: before.version, after: newest };
  const returned: CodeReturn = { leader, followers, version: before, zip, architectures, record };
  return {
    kind: 'return',
    rows: [
      ...followers.map(({ name }) => `function ${name} to the same code`),
      `function ${leader.name} to ${versionText(before)}`,
      ...untouched.map(
        ({ name }) => `function ${name} stays as it is: the earlier code does not include it`,
      ),
    ],
    diagnostics: [
      ...warnLost(functions, handlers, owner),
      ...warnVariables(leader, before),
      ...(code.current && isOnRecord(code.current.description, owner)
        ? []
        : [diagnose(unrecordedDeploys, { stage })]),
    ],
    steps: returnSteps(returned, owner),
  };
}

function versionText({ version, publishedAt }: FunctionVersion): string {
  return `version ${version} of ${timeText(publishedAt)}`;
}

/** Returns the settings that the last deploy changed, if the code stayed the same: configuration keys and `architecture`. */
function settingsLast({ histories, leaderHistory, current, before }: RunningCode): string[] {
  const isMovedLast = ({ versions: [newest, previous] }: FunctionHistory): boolean =>
    newest !== undefined &&
    newest.codeSha256 === previous?.codeSha256 &&
    newest.architecture !== previous.architecture &&
    newest.publishedAt > (leaderHistory.versions[0]?.publishedAt ?? 0);
  const all = [...histories.values()];
  // True if the leader's current version differs from the earlier one only in architecture; the rollback restores the
  // architecture.
  const isLeaderMoved = current !== undefined && current.codeSha256 === before?.codeSha256;
  const isMoved = !isLeaderMoved && all.some(isMovedLast);
  // A deploy that changes only settings publishes no version.
  const changed = all.flatMap(({ latest, versions: [newest] }) =>
    latest && newest ? changedKeys(newest.settings, latest.settings) : [],
  );
  return [...changed, ...(isMoved ? ['architecture'] : [])];
}

/** Returns the architecture that each function had while it ran the code of a given version of the leader. */
function architecturesOf(
  { leader, histories }: RunningCode,
  target: DescribedVersion,
): ReadonlyMap<string, Architecture> {
  const isSame = leader.codeSha256 === target.codeSha256;
  const distance = ({ publishedAt }: DescribedVersion): number =>
    Math.abs(publishedAt - target.publishedAt);
  const rows = [...histories].map(([name, { versions }]) => {
    const found = versions.filter(({ codeSha256 }) => codeSha256 === target.codeSha256);
    // The newest version or, if the last deploy changed only the architecture, the one published closest to the target.
    const [ran] = isSame ? found.toSorted((a, b) => distance(a) - distance(b)) : found;
    const { architecture } = name === leader.name ? target : (ran ?? target);
    return [name, architecture] as const;
  });
  return new Map(rows);
}

/** Warns about functions of the earlier code that the stage no longer has: their settings and permissions are gone. */
function warnLost(
  functions: readonly CloudFunction[],
  handlers: readonly string[] = [],
  { app, stage }: Owner,
): readonly Diagnostic[] {
  return functionsOf(handlers, baseName(app, stage))
    .filter((name) => functions.every((one) => one.name !== name))
    .toSorted()
    .map((name) => diagnose(deletedSince, { name }));
}

/** Warns about variables of the earlier code that the function lost, such as that of a table removed from the source. */
function warnVariables(
  { name, environment }: CloudFunction,
  before: DescribedVersion,
): readonly Diagnostic[] {
  const gone = Object.keys(before.settings.environment).filter((one) => !(one in environment));
  return gone.length === 0 ? [] : [diagnose(variablesGone, { name, variables: gone.toSorted() })];
}

/** Reads the names of the handlers without running the code; undefined for a package that cannot be read. */
async function readHandlers(zip: Uint8Array): Promise<readonly string[] | undefined> {
  const text = readModule(zip);
  if (text === undefined) return undefined;
  try {
    const { metafile } = await startQuietly(() =>
      esbuild.build({
        stdin: { contents: text, loader: 'js' },
        format: 'esm',
        metafile: true,
        write: false,
        logLevel: 'silent',
      }),
    );
    return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
  } catch {
    // The module was not built by this framework.
    return undefined;
  }
}

function readModule(zip: Uint8Array): string | undefined {
  try {
    const file = unzipSync(zip, { filter: ({ name }) => name === MODULE })[MODULE];
    return file && strFromU8(file);
  } catch {
    return undefined;
  }
}

const MODULE = 'index.mjs';

/** Returns the names of the functions for exported handlers. `base` is the name of the API's function. */
function functionsOf(handlers: readonly string[], base: string): readonly string[] {
  const prefix = functionExport('');
  return handlers.flatMap((name) => {
    if (name === 'handler') return [base];
    if (name === STREAM_EXPORT) return [functionNameOf(base, STREAM_HANDLER)];
    return name.startsWith(prefix) ? [`${base}-${name.slice(prefix.length)}`] : [];
  });
}

type StepsOf = (ports: Ports) => readonly Step[];

/** Returns the steps that complete a rollback of which only the final description is missing. */
function finishSteps(leader: CloudFunction, { version }: DescribedVersion, owner: Owner): StepsOf {
  return (ports) => [
    {
      id: functionId(leader.name),
      label: labelOf(leader, `version ${version}`),
      run: () => endReturn(leader, ports, owner),
    },
  ];
}

function returnSteps(code: CodeReturn, owner: Owner): StepsOf {
  const { followers, leader } = code;
  const { version } = code.version;
  return (ports) => {
    const following = followers.map((one): Step => ({
      id: functionId(one.name),
      label: labelOf(one, `the code of ${leader.name}, version ${version}`),
      run: () => putCode(one, code, ports),
    }));
    return [
      ...following,
      {
        id: functionId(leader.name),
        label: labelOf(leader, `version ${version}`),
        dependsOn: idsOf(following),
        // Makes three writes: the intention, the code, and the completion. A later command that finds only the first write
        // completes this rollback and does not start another one.
        run: async () => {
          const described = await describe(leader, writeReturnRecord(code.record), ports);
          await endReturn(await putCode(described, code, ports), ports, owner);
        },
      },
    ];
  };
}

function labelOf({ name }: CloudFunction, code: string): Step['label'] {
  return { verb: 'return', object: `function ${name} to ${code}` };
}

/** Records that the rollback is complete. No step waits for this write. */
async function endReturn(leader: CloudFunction, ports: Ports, owner: Owner): Promise<void> {
  await putDescription(await ready(leader, ports), ownDescription(owner), ports);
}

async function describe(
  seen: CloudFunction,
  description: string,
  ports: Ports,
): Promise<CloudFunction> {
  const current = await untilReady(seen, ports);
  if (current.description === description) return current;
  return ready(await putDescription(current, description, ports), ports);
}

function putDescription(
  current: CloudFunction,
  description: string,
  ports: Ports,
): Promise<CloudFunction> {
  return bound(current, ports, ({ name, revisionId }) =>
    ports.cloud.lambda.describeFunction({ name, description, revisionId }),
  );
}

/** Updates the code and publishes a version, so that the running code is always the newest version. */
async function putCode(
  seen: CloudFunction,
  { zip, architectures }: CodeReturn,
  ports: Ports,
): Promise<CloudFunction> {
  const current = await untilReady(seen, ports);
  const architecture = architectures.get(seen.name) ?? seen.architecture;
  const updated = await bound(current, ports, ({ name, revisionId }) =>
    ports.cloud.lambda.updateFunctionCode({ name, architecture, zip, revisionId }),
  );
  return ready(updated, ports);
}

/** Updates only the revision that was read, because another command may have changed the function in the meantime. */
function bound(
  current: CloudFunction,
  ports: Ports,
  update: (current: CloudFunction) => Promise<CloudFunction>,
): Promise<CloudFunction> {
  return boundUpdate(current, ports, (one) => retry(() => update(one), ports.wait));
}
