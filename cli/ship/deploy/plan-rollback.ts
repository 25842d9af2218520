// What goes back when the last deploy is undone: the code to what ran before, the stage to the deployment before, or both, as
// the records in the cloud say. Reads only.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Cloud } from '../../cloud/cloud.js';
import type {
  Architecture,
  CloudFunction,
  DescribedVersion,
  FunctionHistory,
} from '../../cloud/lambda-calls.js';
import { baseName } from '../../config/cloud-names.js';
import { type CodeHistory, readCodeHistory } from '../resources/function/code-history.js';
import {
  type EarlierCode,
  fetchEarlierCode,
  functionsOf,
} from '../resources/function/earlier-code.js';
import {
  deletedSince,
  settingsCameLast,
  unrecordedDeploys,
} from '../resources/function/function-catalogue.js';
import { isOnRecord, type ReturnRecord } from '../resources/function/return-record.js';
import { settingsSince } from '../resources/function/settings-since.js';
import { type FoundApi, findShownApi } from '../resources/rest-api/find-api.js';
import { lastDeployment, type Shown } from '../resources/rest-api/last-deployment.js';
import { isOurs } from '../stage/own-tag.js';
import type { Owner } from '../stage/states.js';
import { nothingBefore } from './deploy-catalogue.js';

/** What exists. */
export type RollbackStage = Owner & {
  readonly functions: readonly CloudFunction[];
  readonly api: FoundApi | undefined;
};

/** Code that goes back. */
export type CodeReturn = {
  /** The functions that the earlier code is for, and that have other code. Without the leader. */
  readonly followers: readonly CloudFunction[];
  /** The function whose versions tell what ran; it goes back last, and says so when all is done. */
  readonly leader: CloudFunction;
  readonly version: DescribedVersion;
  readonly zip: Uint8Array;
  /** What each function ran it on, by name. */
  readonly architectures: ReadonlyMap<string, Architecture>;
  readonly record: ReturnRecord;
  /** Functions that the earlier code is not for: they stay as they are. */
  readonly untouched: readonly string[];
};

export type ApiReturn = {
  readonly id: string;
  readonly stage: string;
  readonly deploymentId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
};

/** A rollback that was interrupted when everything was back. */
export type Unfinished = { readonly leader: CloudFunction; readonly version: DescribedVersion };

export type RollbackPlan =
  | {
      readonly kind: 'return';
      readonly api: ApiReturn | undefined;
      readonly code: CodeReturn | undefined;
      /** Warnings. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'finish'; readonly unfinished: Unfinished };

export type PlannedRollback =
  | { readonly kind: 'planned'; readonly plan: RollbackPlan }
  | { readonly kind: 'impossible'; readonly diagnostic: Diagnostic };

export type RollbackRequest = {
  readonly cloud: Cloud;
  readonly found: RollbackStage;
  /** True to undo the deploy before, too, when the last one changed settings alone. */
  readonly pastSettings: boolean;
};

/** `apiStage`: of the configuration. */
export type SoughtStage = Owner & { readonly apiStage: string | undefined };

/**
 * What of a stage can go back: its functions and its API, found by name and tag, because a rollback must not trust a record that
 * another machine has overtaken.
 */
export async function findStage(cloud: Cloud, owner: SoughtStage): Promise<RollbackStage> {
  const { app, stage, apiStage } = owner;
  const { lambda } = cloud;
  const [names, api] = await Promise.all([
    lambda.listFunctions(baseName(app, stage)),
    findShownApi({ cloud, app, stage, apiStage, apiId: undefined }),
  ]);
  const found = await Promise.all(names.map((name) => lambda.getFunction(name)));
  const functions = found.flatMap((one) => (one && isOurs(one, owner) ? [one] : []));
  return { app, stage, functions, api };
}

export async function planRollback(request: RollbackRequest): Promise<PlannedRollback> {
  const { cloud, found } = request;
  const leader = leaderOf(found);
  if (!leader) return impossible(found, 'version of its code');
  const histories = await readHistories(cloud, found);
  const history = histories.get(leader.name) ?? { latest: undefined, versions: [] };
  const code = readCodeHistory(history);
  if (code.unfinished) {
    const unfinished = { leader, version: code.unfinished };
    return { kind: 'planned', plan: { kind: 'finish', unfinished } };
  }
  const last = await lastDeployment(cloud, found.api, { leader, history, code });
  const api = last.changed.includes('api') ? await apiReturn(cloud, found, last.shown) : undefined;
  if (last.changed.includes('api') && !api) return impossible(found, 'deployment of its API');
  if (!last.changed.includes('code')) {
    return { kind: 'planned', plan: { kind: 'return', api, code: undefined, diagnostics: [] } };
  }
  const { before, newest } = code;
  if (!before || newest === undefined) return impossible(found, 'version of its code');
  const settings = request.pastSettings ? [] : settingsLast(histories, history);
  if (settings.length > 0) return cameAfter(found, settings);
  const earlier = await fetchEarlierCode(cloud.lambda, leader.name, before.version);
  const record = { to: before.version, after: newest };
  const architectures = architecturesOf(histories, leader, before);
  const returned = codeReturn(found, { leader, version: before, record, earlier, architectures });
  const diagnostics = [...warnLost(found, earlier), ...warnUnrecorded(found, code)];
  return { kind: 'planned', plan: { kind: 'return', api, code: returned, diagnostics } };
}

function impossible({ stage }: RollbackStage, what: string): PlannedRollback {
  const diagnostic = diagnose(nothingBefore, { stage, what }, { at: undefined });
  return { kind: 'impossible', diagnostic };
}

function cameAfter({ stage }: RollbackStage, settings: readonly string[]): PlannedRollback {
  const data = { stage, settings: [...new Set(settings)].toSorted() };
  return {
    kind: 'impossible',
    diagnostic: diagnose(settingsCameLast, data, { at: undefined }),
  };
}

/** The function that serves the API; without one the first. All functions of a stage run the same code. */
function leaderOf({ app, stage, functions }: RollbackStage): CloudFunction | undefined {
  return functions.find(({ name }) => name === baseName(app, stage)) ?? functions[0];
}

type Histories = ReadonlyMap<string, FunctionHistory>;

async function readHistories({ lambda }: Cloud, { functions }: RollbackStage): Promise<Histories> {
  const rows = functions.map(async ({ name }) => [name, await lambda.readHistory(name)] as const);
  return new Map(await Promise.all(rows));
}

async function apiReturn(
  { apiGateway }: Cloud,
  { api }: RollbackStage,
  shown: Shown | undefined,
): Promise<ApiReturn | undefined> {
  const previous = shown?.record?.previous;
  if (!api || api.stage === undefined || previous === undefined) return undefined;
  const before = await apiGateway.getDeployment(api.id, previous);
  if (!before) return undefined;
  return { id: api.id, stage: api.stage, deploymentId: before.id, createdAt: before.createdAt };
}

/** What the last deploy changed alone: settings, or what functions other than the leader run on. */
function settingsLast(histories: Histories, leader: FunctionHistory): readonly string[] {
  const isMovedLast = ({ versions: [newest, previous] }: FunctionHistory): boolean =>
    newest !== undefined &&
    newest.codeSha256 === previous?.codeSha256 &&
    newest.architecture !== previous.architecture &&
    newest.publishedAt > (leader.versions[0]?.publishedAt ?? 0);
  const all = [...histories.values()];
  const moved = !isMoved(leader) && all.some(isMovedLast);
  return [...all.flatMap(settingsSince), ...(moved ? ['architecture'] : [])];
}

/** True when the code is on another processor since the last deploy, and else the same. */
function isMoved(history: FunctionHistory): boolean {
  const { current, before } = readCodeHistory(history);
  return current !== undefined && current.codeSha256 === before?.codeSha256;
}

/** What each function ran the code of a version of the leader on. */
function architecturesOf(
  histories: Histories,
  leader: CloudFunction,
  target: DescribedVersion,
): CodeReturn['architectures'] {
  const isSame = leader.codeSha256 === target.codeSha256;
  const distance = ({ publishedAt }: DescribedVersion): number =>
    Math.abs(publishedAt - target.publishedAt);
  const rows = [...histories].flatMap(([name, { versions }]) => {
    const found = versions.filter(({ codeSha256 }) => codeSha256 === target.codeSha256);
    // The newest, unless the last deploy put the same code on another processor.
    const [ran] = isSame ? found.toSorted((a, b) => distance(a) - distance(b)) : found;
    const { architecture } = name === leader.name ? target : (ran ?? target);
    return [[name, architecture] as const];
  });
  return new Map(rows);
}

type Returning = Pick<CodeReturn, 'leader' | 'version' | 'record' | 'architectures'> & {
  readonly earlier: EarlierCode;
};

function codeReturn(
  { functions }: RollbackStage,
  { earlier: { zip, handlers }, ...returning }: Returning,
): CodeReturn {
  const { leader, version, architectures } = returning;
  const isThere = ({ name, codeSha256, architecture }: CloudFunction): boolean =>
    codeSha256 === version.codeSha256 && architecture === architectures.get(name);
  const others = functions.filter(({ name }) => name !== leader.name);
  const isServed = ({ handler }: CloudFunction): boolean =>
    handlers?.includes(handler.slice(handler.indexOf('.') + 1)) ?? true;
  return {
    ...returning,
    zip,
    followers: others.filter((one) => isServed(one) && !isThere(one)),
    untouched: others.filter((one) => !isServed(one)).map(({ name }) => name),
  };
}

/** Functions that the earlier code has and the stage has not: their settings and permissions are gone. */
function warnLost(
  { app, stage, functions }: RollbackStage,
  { handlers = [] }: EarlierCode,
): readonly Diagnostic[] {
  return functionsOf(handlers, baseName(app, stage))
    .filter((name) => functions.every((one) => one.name !== name))
    .toSorted()
    .map((name) => diagnose(deletedSince, { name }, { at: undefined }));
}

function warnUnrecorded(owner: RollbackStage, { current }: CodeHistory): readonly Diagnostic[] {
  if (current && isOnRecord(current.description, owner)) return [];
  return [diagnose(unrecordedDeploys, { stage: owner.stage }, { at: undefined })];
}
