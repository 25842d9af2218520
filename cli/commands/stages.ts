// `framework stages`: lists the deployed stages of an account in one region, found by the tags of their APIs and the
// descriptions of their functions.
import { indentedJson } from '../../compiler/json-values.js';
import { compareTexts } from '../../compiler/groups.js';
import { type CommandInput, ExitCode, isGiven, optionalText } from '../program/command.js';
import { type StageExpiry, durationText, latestExpiry } from '../ship/stage/expiry.js';
import { renderTable } from '../terminal/table.js';
import { withCloud } from './cloud-command.js';
import { unless } from '../cloud/cloud-error.js';
import type { Cloud } from '../cloud/cloud.js';
import { partitionOf } from '../cloud/regions.js';
import type { CloudApi } from '../cloud/services/api-gateway.js';
import type { ListedFunction } from '../cloud/services/lambda.js';
import { DOMAIN_TAG, EXPIRES_TAG } from '../config/limits.js';
import { domainAddress } from '../ship/resources/domain/domain-steps.js';
import { apiAddress, readPlaces } from '../ship/resources/rest-api/api-state.js';
import { ownDescription, ownTagOf, readOwnDescription, readOwnTag } from '../ship/stage/own-tag.js';
import type { Owner } from '../ship/stage/states.js';

export function run(input: CommandInput): Promise<ExitCode> {
  return withCloud(input, async (cloud) => {
    const stages = await listStages(cloud, optionalText(input, 'app'));
    const { out, err } = input.terminal;
    const now = Date.now();
    if (isGiven(input, 'json')) {
      const list = stages.map((one) => documentOf(one, now));
      out.write(indentedJson({ version: 1, region: cloud.region, stages: list }));
    } else if (stages.length === 0) {
      err.write(`No stages are deployed in ${cloud.region}.\n`);
    } else {
      const names = ['APP', 'STAGE', 'AGE', 'EXPIRES', 'DEPLOYED BY', 'URL'];
      const columns = names.map((title) => ({ title }));
      const rows = stages.map((one) => rowOf(one, now));
      out.write(renderTable(columns, rows, out));
    }
    return ExitCode.ok;
  });
}

function rowOf({ app, stage, since, at, by = '', url = '' }: ListedStage, now: number): string[] {
  return [app, stage, durationText(now - since), expiryText(at, now), by, url];
}

/** Returns for example `in 3 d` or `expired 2 h ago`; empty if the stage never expires. */
export function expiryText(at: number | undefined, now: number): string {
  if (at === undefined) return '';
  return at > now ? `in ${durationText(at - now)}` : `expired ${durationText(now - at)} ago`;
}

function documentOf({ app, stage, since, at, by, url }: ListedStage, now: number): object {
  const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
  return {
    app,
    stage,
    since: time(since),
    expires: at === undefined ? null : time(at),
    isExpired: at !== undefined && at <= now,
    deployedBy: by ?? null,
    url: url ?? null,
  };
}

export type ListedStage = Owner &
  StageExpiry & {
    /** Milliseconds since 1970: when the stage's API was created; for a stage without an API, when its functions last changed. */
    readonly since: number;
    /** The URL of the API; undefined for a stage without routes, or if the caller may not read it. */
    readonly url: string | undefined;
  };

type FoundStage = Owner & {
  /** Oldest first. There may be two, if two concurrent deploys both created an API. */
  readonly apis: CloudApi[];
  readonly functions: ListedFunction[];
};

/** Lists the stages, sorted by application and name; with `app`, only the stages of that application. */
export async function listStages(cloud: Cloud, app?: string): Promise<readonly ListedStage[]> {
  const [apis, functions] = await Promise.all([
    cloud.apiGateway.findApis(),
    cloud.lambda.describeFunctions(),
  ]);
  const stages = new Map<string, FoundStage>();
  const stageOf = (owner: Owner | undefined): FoundStage | undefined => {
    if (!owner || (app !== undefined && owner.app !== app)) return undefined;
    const key = JSON.stringify([owner.app, owner.stage]);
    const found = stages.get(key) ?? { ...owner, apis: [], functions: [] };
    stages.set(key, found);
    return found;
  };
  for (const api of apis.toSorted((a, b) => a.createdAt - b.createdAt)) {
    stageOf(readOwnTag(ownTagOf(api.tags)))?.apis.push(api);
  }
  for (const one of functions) stageOf(readOwnDescription(one.description))?.functions.push(one);
  const listed = await Promise.all([...stages.values()].map((found) => describe(cloud, found)));
  return listed.toSorted((a, b) => compareTexts(a.app, b.app) || compareTexts(a.stage, b.stage));
}

async function describe(
  cloud: Cloud,
  { app, stage, apis, functions }: FoundStage,
): Promise<ListedStage> {
  const [api] = apis;
  if (api) {
    // The caller may have permission to read only the stages of one application.
    const url = await unless('denied', urlOf(cloud, api, { app, stage }), undefined);
    return { app, stage, ...latestExpiry(apis), since: api.createdAt, url };
  }
  const since = Math.max(...functions.map(({ modifiedAt }) => modifiedAt));
  const found = await Promise.all(
    functions.map(({ name }) => unless('denied', cloud.lambda.getFunction(name), undefined)),
  );
  // A function that was created after the expiry was last set does not have this tag.
  const tagged = found.filter((one) => one && Object.hasOwn(one.tags, EXPIRES_TAG));
  return { app, stage, ...latestExpiry(tagged.flatMap((one) => one ?? [])), since, url: undefined };
}

async function urlOf(cloud: Cloud, api: CloudApi, owner: Owner): Promise<string | undefined> {
  const [place] = readPlaces(api.tags[DOMAIN_TAG] ?? '');
  if (place && place.name !== '') return domainAddress(place);
  const shown = (await cloud.apiGateway.listStages(api.id)).find(
    ({ description }) => description === ownDescription(owner),
  );
  const { region, endpoint } = cloud;
  const partition = partitionOf(region);
  return shown && apiAddress({ id: api.id, stage: shown.name, region, partition, endpoint });
}
