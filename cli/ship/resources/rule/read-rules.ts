// Reads rules: one list for each bus that the source, the record or a function's policy names, and the targets of each rule,
// which the list does not have. The record says which rules are ours; the tags of others are read.
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import type { CloudRule, RulePlace } from '../../../cloud/event-bridge/event-bridge-calls.js';
import { baseName } from '../../../config/cloud-names.js';
import { isOurs } from '../../stage/own-tag.js';
import type { Found, RecordReading, Search } from '../../stage/resource-type.js';
import type { Desired, Owner } from '../../stage/states.js';
import { sourcesOf } from '../event-source/invokers.js';
import { ownAccount } from '../event-source/own-account.js';
import { busOfRule, EVENT_BRIDGE } from './desired-rules.js';
import { isSameRule, type ObservedRule, TARGET_ID, targetDigest } from './rule-state.js';

type FoundRules = Pick<Found, 'rules' | 'missingBuses' | 'accountOfRules'>;

export const NO_RULES: FoundRules = { rules: [], missingBuses: [], accountOfRules: undefined };

export async function readRecordedRules({
  cloud,
  desired,
  record,
}: RecordReading): Promise<FoundRules> {
  const recorded = record.rules ?? [];
  const buses = [...desired.rules, ...recorded].map(({ bus }) => bus);
  const { listed, missingBuses } = await listRules(cloud, desired, buses);
  const wanted = listed.filter((rule) =>
    [...desired.rules, ...recorded].some((one) => isSameRule(one, rule)),
  );
  const rules = await readWhole(cloud, wanted, recorded);
  return { rules, missingBuses, accountOfRules: record.account };
}

/** Without a record, the functions' policies say whether the stage has rules, and on which buses. */
export async function readAllRules(search: Search): Promise<FoundRules> {
  const { cloud, desired, record } = search;
  const statements = [...(await search.all.permissions).values()].flat();
  // The tags say which rules are ours.
  const permitted = sourcesOf(statements, EVENT_BRIDGE, true).flatMap(
    (arn) => busOfRule(arn) ?? [],
  );
  const named = [...(desired?.rules ?? []), ...(record?.rules ?? [])].map(({ bus }) => bus);
  const { listed, missingBuses } = await listRules(cloud, search, [...named, ...permitted]);
  const found = await readWhole(cloud, listed, []);
  const isWanted = (rule: RulePlace & { readonly tags: Tags | undefined }): boolean =>
    isOurs({ tags: rule.tags ?? {} }, search) ||
    desired?.rules.some((one) => isSameRule(one, rule)) === true;
  // Only an ARN names a bus of another account.
  const account = namesAccount(desired) ? (await ownAccount(search)).id : undefined;
  return { rules: found.filter(isWanted), missingBuses, accountOfRules: account };
}

function namesAccount(desired: Desired | undefined): boolean {
  return desired?.rules.some(({ busArn }) => busArn !== undefined) === true;
}

type Listed = { readonly listed: readonly CloudRule[]; readonly missingBuses: readonly string[] };

async function listRules(
  { events }: Cloud,
  { app, stage }: Owner,
  buses: readonly string[],
): Promise<Listed> {
  const rows = await Promise.all(
    [...new Set(buses)].map(async (bus) => ({
      bus,
      rules: await events.listRules(bus, `${baseName(app, stage)}-`),
    })),
  );
  return {
    listed: rows.flatMap(({ rules }) => rules ?? []),
    missingBuses: rows.flatMap(({ bus, rules }) => (rules ? [] : [bus])),
  };
}

/** The rules with their targets, and the tags of those that are not on record. */
function readWhole(
  { events }: Cloud,
  rules: readonly CloudRule[],
  recorded: readonly RulePlace[],
): Promise<readonly ObservedRule[]> {
  return Promise.all(
    rules.map(async (rule): Promise<ObservedRule> => {
      const [targets, tags] = await Promise.all([
        events.listTargets(rule),
        recorded.some((one) => isSameRule(one, rule)) ? undefined : events.listRuleTags(rule.arn),
      ]);
      const own = targets.find(({ id }) => id === TARGET_ID);
      const name = own && functionOf(own.arn, rule.arn);
      const target = name === undefined ? undefined : targetDigest(name, own?.input);
      return { ...rule, target, tags };
    }),
  );
}

/** The name of the function, when it is in the rule's account and region. */
function functionOf(arn: string, ruleArn: string): string | undefined {
  const [, place, name] = /^arn:[^:]+:lambda:([^:]*:[^:]*):function:([^:]+)$/.exec(arn) ?? [];
  return place === ruleArn.split(':').slice(3, 5).join(':') ? name : undefined;
}
