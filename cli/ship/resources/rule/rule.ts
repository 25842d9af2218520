// The resource type for EventBridge rules: an event pattern or a schedule. A deploy creates one rule for each such source,
// changes it, and deletes it after the source is removed (docs/decisions/event-connections.md).
import { type Diagnostic, diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { canonicalJson, isMapping, isText } from '../../../../compiler/json-values.js';
import type { EventEntry } from '../../../../runtime/contract/manifest.js';
import type { Cloud } from '../../../cloud/cloud.js';
import type { CloudRule, RulePlace } from '../../../cloud/services/event-bridge.js';
import { baseName } from '../../../config/cloud-names.js';
import { readSource } from '../../../config/event-sources.js';
import { arnPrefix, type DeployerScope } from '../../stage/deployer-scope.js';
import {
  attributeOf,
  bothFormats,
  type ExportedResource,
  json,
  tagsRow,
} from '../../stage/exported.js';
import { listType } from '../../stage/list-type.js';
import { isOurs, ownTagOf } from '../../stage/own-tag.js';
import { changedFields, type FieldChange, fieldText } from '../../stage/plan-rows.js';
import type {
  ObservedResources,
  RecordReading,
  ResourceType,
  ResourceSearch,
} from '../../stage/resource-type.js';
import { notShown, retry } from '../../stage/repeated-calls.js';
import { arnPlace, type Session } from '../../stage/run-steps.js';
import {
  type Desired,
  type Observed,
  type Owner,
  functionArn,
  functionId,
} from '../../stage/states.js';
import { withOpenBuckets } from '../declared/declared-resources.js';
import {
  sourceArns,
  ownAccount,
  missingSource,
  sourceElsewhere,
  type SourceWords,
} from '../event-source/invokers.js';
import { invokedIds } from '../function/function-state.js';
import { isForScheduler, nextTimesText } from '../schedule/scheduler-role.js';
import {
  busOfRule,
  DEFAULT_BUS,
  type DesiredRule,
  desiredRules,
  digestOf,
  EVENT_BRIDGE,
  isSameRule,
  type ObservedRule,
  ruleText,
  TARGET_ID,
  targetDigest,
} from './desired-rules.js';

const WORDS: SourceWords = {
  kind: 'event bus',
  make: 'aws events create-event-bus --name NAME',
  move: 'Use a bus in the region and account of the stage, and forward the events to it with a rule of the other bus; or deploy the stage there (`--region`, `--profile`).',
};

export const rule: ResourceType = listType({
  property: 'rules',
  noun: 'rule',
  nameOf: ruleText,
  desired: desiredRules,
  isSame: isSameRule,
  tagsOf: ({ tags }) => tags,
  check: checkBuses,
  read: {
    none: { rules: [], missingBuses: [], accountOfRules: undefined },
    recorded: readRecordedRules,
    all: readAllRules,
    arns: ({ rules }) => rules.map(({ arn }) => arn),
    problems: busProblems,
  },
  compare: (one, existing) => {
    if (!existing) return {};
    const fields = fieldsOf(one, existing);
    const isTarget = existing.target === digestOf(one);
    const hasTag = existing.tags === undefined || ownTagOf(existing.tags) === ownTagOf(one.tags);
    const parts = [
      ...(fields.length > 0 ? ['rule'] : []),
      ...(isTarget ? [] : ['target']),
      ...(hasTag ? [] : ['tags']),
    ];
    return { parts, fields };
  },
  details: ({ action, desired, fields, parts }) =>
    action === 'create'
      ? [whenText(desired), ...nextTimesText(desired)]
      : [
          // The pattern is not shown, because it is long and can be read in the source.
          ...fields.map((field) =>
            fieldText(field.field === 'pattern' ? { field: 'pattern', from: '', to: '' } : field),
          ),
          ...(fields.some(({ field }) => field === 'schedule') ? nextTimesText(desired) : []),
          ...(parts.includes('target') ? [`calls ${desired.functionName}`] : []),
          ...(parts.includes('tags') ? ['tags'] : []),
        ],
  document: ({ name, bus }, { parts, fields }) => ({ name, bus, parts, fields }),
  // The function's permission for the rule is added first (permission/permission.ts).
  step: ({ action, desired, observed, parts }, session) => ({
    dependsOn: invokedIds(desired.functionName),
    run: async () => {
      const { cloud, wait } = session;
      const isNew = action === 'create';
      if (isNew || parts.includes('rule')) {
        await retry(() => cloud.events.putRule(desired, desired.tags), wait);
      }
      if (isNew || parts.includes('target')) await putTarget(desired, isNew, session);
      if (observed && parts.includes('tags')) {
        await cloud.events.tagRule(observed.arn, desired.tags);
      }
    },
  }),
  remove: (one, { cloud, wait }) => retry(() => deleteRule(cloud, one), wait),
  record: {
    property: 'rules',
    of: ({ name, bus }) => ({ name, bus }),
    isValid: (value): value is RulePlace =>
      isMapping(value) && isText(value['name']) && isText(value['bus']),
  },
  deployer: {
    statements: [
      {
        resource: 'rules',
        sid: 'EventRuleLists',
        arns: (scope) => (busesOf(scope).length > 0 ? ['*'] : []),
      },
      {
        resource: 'rule',
        sid: 'EventRules',
        isWritten: ({ events = [] }) => events.some((entry) => busOf(entry) !== undefined),
        arns: (scope) =>
          busesOf(scope).map((bus) => {
            const name = ruleText({ bus, name: `${scope.app}-${scope.stage}-*` });
            return `${arnPrefix('events', scope)}:*:rule/${name}`;
          }),
      },
    ],
  },
  exports: exportRule,
  adopts: ({ name, bus }) => [
    { resource: idOf({ name, bus }), importId: `${bus}/${name}` },
    { resource: targetId({ name, bus }), importId: `${bus}/${name}/${TARGET_ID}` },
  ],
});

/** Reports buses in other regions: a rule is in the region of its bus and can only call a function there. */
function checkBuses({ rules, region }: Desired): readonly Diagnostic[] {
  return rules.flatMap((one) => {
    const found = one.busArn?.region ?? region;
    return found === region ? [] : [elsewhere(one, `the region ${found}`, `the region ${region}`)];
  });
}

/** Reports event buses that do not exist or belong to another account, before anything is created. */
function busProblems(
  { rules, region }: Desired,
  { missingBuses, accountOfRules: own }: Observed,
): readonly Diagnostic[] {
  return rules.flatMap((one, index) => {
    const { bus: name, busArn, declared } = one;
    const isFirst = rules.findIndex(({ bus }) => bus === name) === index;
    if (own !== undefined && busArn && busArn.account !== own) {
      return [elsewhere(one, `the account ${busArn.account}`, `the account ${own}`)];
    }
    if (!missingBuses.includes(name) || !isFirst) return [];
    return [diagnose(missingSource, { words: WORDS, name, region, declared })];
  });
}

function elsewhere({ bus: name, declared }: DesiredRule, place: string, own: string): Diagnostic {
  return diagnose(sourceElsewhere, { words: WORDS, name, declared, place, own });
}

function whenText({ expression, pattern, isEnabled }: DesiredRule): string {
  return `${expression ?? pattern ?? ''}${isEnabled ? '' : ' (disabled)'}`;
}

/** Returns the names of the buses on which the stage has rules, or had rules when it was deployed. */
function busesOf({ events = [], record }: DeployerScope): readonly string[] {
  const had = record?.rules?.map(({ bus }) => bus) ?? [];
  return [...new Set([...events.flatMap((entry) => busOf(entry) ?? []), ...had])].toSorted();
}

/** Returns `*` if an environment variable contains the name; undefined for a source without a rule. */
function busOf(entry: EventEntry): string | undefined {
  if (entry.kind === 'schedule') return isForScheduler(entry) ? undefined : DEFAULT_BUS;
  if (entry.kind === 's3') return entry.delivery === 'eventbridge' ? DEFAULT_BUS : undefined;
  if (entry.kind !== 'rule') return undefined;
  return 'text' in entry.bus ? (readSource('bus', entry.bus.text)?.name ?? '*') : '*';
}

function fieldsOf(one: DesiredRule, existing: ObservedRule): readonly FieldChange[] {
  const isSamePattern = canonicalJson(existing.pattern ?? '') === canonicalJson(one.pattern ?? '');
  return changedFields([
    ['schedule', existing.expression, one.expression],
    ['pattern', existing.pattern, isSamePattern ? existing.pattern : one.pattern],
    ['description', existing.description, one.description],
    ['enabled', existing.isEnabled, one.isEnabled],
  ]);
}

async function putTarget(rule: DesiredRule, isNew: boolean, session: Session): Promise<void> {
  const { functionName, input } = rule;
  const arn = functionArn(functionName, arnPlace(session));
  const put = (): Promise<void> =>
    session.cloud.events.putTarget(rule, { id: TARGET_ID, arn, input });
  await retry(put, session.wait, [...notShown(isNew), 'busy']);
}

/** EventBridge does not delete a rule that has targets, so all its targets are removed first. */
async function deleteRule({ events }: Cloud, rule: RulePlace): Promise<void> {
  const targets = await events.listTargets(rule);
  const ids = targets.map(({ id }) => id);
  if (ids.length > 0) await events.removeTargets(rule, ids);
  await events.deleteRule(rule);
}

// Reads rules: one list call for each bus in the source, the record or a function's policy, and one call for each rule, because
// the list does not contain the targets. The record says which rules are ours; the tags of other rules are read.

type FoundRules = Pick<ObservedResources, 'rules' | 'missingBuses' | 'accountOfRules'>;

async function readRecordedRules({ cloud, desired, record }: RecordReading): Promise<FoundRules> {
  const recorded = record.rules ?? [];
  const buses = [...desired.rules, ...recorded].map(({ bus }) => bus);
  const { listed, missingBuses } = await listRules(cloud, desired, buses);
  const wanted = listed.filter((rule) =>
    [...desired.rules, ...recorded].some((one) => isSameRule(one, rule)),
  );
  const rules = await readWhole(cloud, wanted, recorded);
  return { rules, missingBuses, accountOfRules: record.account };
}

/** Without a record, the functions' policies show whether the stage has rules, and on which buses. */
async function readAllRules(search: ResourceSearch): Promise<FoundRules> {
  const { cloud, desired, record } = search;
  const statements = [...(await search.all.permissions).values()].flat();
  // The tags say which rules are ours.
  const permitted = sourceArns(statements, EVENT_BRIDGE, true).flatMap(
    (arn) => busOfRule(arn) ?? [],
  );
  const named = [...(desired?.rules ?? []), ...(record?.rules ?? [])].map(({ bus }) => bus);
  const { listed, missingBuses } = await listRules(cloud, search, [...named, ...permitted]);
  const found = await readWhole(cloud, listed, []);
  const isWanted = ({ tags = {}, ...rule }: ObservedRule): boolean =>
    isOurs({ tags }, search) || desired?.rules.some((one) => isSameRule(one, rule)) === true;
  // Only an ARN can identify a bus in another account.
  const namesAccount = desired?.rules.some(({ busArn }) => busArn !== undefined);
  const account = namesAccount ? (await ownAccount(search)).id : undefined;
  return { rules: found.filter(isWanted), missingBuses, accountOfRules: account };
}

async function listRules(
  { events }: Cloud,
  { app, stage }: Owner,
  buses: readonly string[],
): Promise<{ readonly listed: readonly CloudRule[]; readonly missingBuses: readonly string[] }> {
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

/** Returns the rules with their targets, and the tags of rules that are not in the record. */
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

/** Returns the function's name; undefined if the function is not in the rule's account and region. */
function functionOf(arn: string, ruleArn: string): string | undefined {
  const [, place, name] = /^arn:[^:]+:lambda:([^:]*:[^:]*):function:([^:]+)$/.exec(arn) ?? [];
  return place === ruleArn.split(':').slice(3, 5).join(':') ? name : undefined;
}

// Exports rules to Terraform and CloudFormation. In CloudFormation the target is part of the rule.

function idOf(location: RulePlace): string {
  return `rule ${ruleText(location)}`;
}

function targetId(rule: RulePlace): string {
  return `target ${ruleText(rule)}`;
}

function exportRule(one: DesiredRule, desired: Desired): readonly ExportedResource[] {
  const { app, stage } = desired;
  const { name, bus, functionName, pattern, expression, description, ...more } = one;
  const { isEnabled, input, tags, busArn: _bus, declared, ...rest } = more;
  rest satisfies Record<string, never>;
  const openPattern = pattern && json(withOpenBuckets(JSON.parse(pattern), desired));
  const isPlain = desired.ownBuckets.length === 0;
  const key = ruleText({ bus, name: name.slice(`${app}-${stage}-`.length) });
  const arn = attributeOf(functionId(functionName), 'arn');
  return [
    {
      id: idOf(one),
      kind: 'Rule',
      key,
      from: declared,
      ...bothFormats(
        ['aws_cloudwatch_event_rule', 'AWS::Events::Rule'],
        [
          [name, 'name', 'Name'],
          [bus, 'event_bus_name', 'EventBusName'],
          [isPlain ? pattern : openPattern, 'event_pattern', 'EventPattern', openPattern],
          [expression, 'schedule_expression', 'ScheduleExpression'],
          [description, 'description', 'Description'],
          [isEnabled ? 'ENABLED' : 'DISABLED', 'state', 'State'],
          [[{ Id: TARGET_ID, Arn: arn, Input: input }], undefined, 'Targets'],
          tagsRow(tags),
        ],
        { name: ['name', 'Ref'] },
      ),
    },
    {
      id: targetId(one),
      kind: 'Target',
      key,
      terraform: {
        type: 'aws_cloudwatch_event_target',
        properties: {
          rule: attributeOf(idOf(one), 'name'),
          event_bus_name: bus,
          target_id: TARGET_ID,
          arn,
          input,
        },
      },
    },
  ];
}
