// The resource type of EventBridge rules: an event pattern or a schedule. A deploy creates one for each such source,
// changes it, and deletes it when the source is gone (docs/decisions/event-connections.md).
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../../compiler/diagnostics/diagnostic.js';
import { canonicalJson, isListOf, isMapping, isText } from '../../../../compiler/json-values.js';
import type { EventEntry } from '../../../../runtime/contract/manifest.js';
import { readSource } from '../../../config/event-sources.js';
import { arnPrefix, type DeployerScope } from '../../stage/deployer-scope.js';
import {
  type DeployedState,
  type Desired,
  listField,
  type Observed,
  withoutTwins,
} from '../../stage/states.js';
import { isOurs, ownTagOf } from '../../stage/own-tag.js';
import { changeRows, type FieldChange, fieldText, type PlanRow } from '../../stage/plan-rows.js';
import type {
  Deletion,
  Planning,
  Recording,
  ResourceExport,
  ResourceType,
} from '../../stage/resource-type.js';
import type { RulePlace } from '../../../cloud/event-bridge/event-bridge-calls.js';
import { nextTimesText } from '../schedule/schedule-state.js';
import {
  missingSource,
  sourceElsewhere,
  type SourceWords,
} from '../event-source/source-catalogue.js';
import { isForScheduler } from '../schedule/scheduler-role.js';
import { desiredRules } from './desired-rules.js';
import { NO_RULES, readAllRules, readRecordedRules } from './read-rules.js';
import {
  DEFAULT_BUS,
  type DesiredRule,
  digestOf,
  isSameRule,
  type ObservedRule,
  type RuleChange,
  type RulePart,
  ruleText,
  TARGET_ID,
} from './rule-state.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { functionArn } from '../../stage/arn.js';
import { disconnection } from '../event-source/invokers.js';
import { notShown, retry } from '../../stage/retry.js';
import { placeIn, type Session } from '../../stage/session.js';
import type { Step } from '../../stage/step.js';
import { functionId, invokedIds } from '../function/function-state.js';
import {
  attributeOf,
  type ExportedResource,
  json,
  tagList,
  tagMapping,
} from '../../stage/exported.js';

// Rules as Terraform and CloudFormation write them. In CloudFormation the target is part of the rule.

const ruleExport: ResourceExport = {
  resources: (desired) => ({
    resources: desired.rules.flatMap((rule) => exportRule(rule, desired)),
  }),
  adopted: ({ rules }, observed) =>
    rules
      .filter((rule) => observed.rules.some((found) => isSameRule(found, rule)))
      .flatMap(({ name, bus }) => [
        { resource: idOf({ name, bus }), importId: `${bus}/${name}` },
        { resource: targetId({ name, bus }), importId: `${bus}/${name}/${TARGET_ID}` },
      ]),
};

type Place = Pick<DesiredRule, 'name' | 'bus'>;

function idOf(place: Place): string {
  return `rule ${ruleText(place)}`;
}

function targetId(place: Place): string {
  return `target ${ruleText(place)}`;
}

function exportRule(rule: DesiredRule, { app, stage }: Desired): readonly ExportedResource[] {
  const { name, bus, functionName, pattern, expression, description, isEnabled, input, ...rest } =
    rule;
  const { tags, busArn: _bus, declared, ...others } = rest;
  others satisfies Record<string, never>;
  const state = isEnabled ? 'ENABLED' : 'DISABLED';
  const key = ruleText({ bus, name: name.slice(`${app}-${stage}-`.length) });
  const arn = attributeOf(functionId(functionName), 'arn');
  return [
    {
      id: idOf(rule),
      kind: 'Rule',
      key,
      from: declared,
      terraform: {
        type: 'aws_cloudwatch_event_rule',
        properties: {
          name,
          event_bus_name: bus,
          event_pattern: pattern,
          schedule_expression: expression,
          description,
          state,
          tags: tagMapping(tags),
        },
        attributes: { name: 'name' },
      },
      cloudFormation: {
        type: 'AWS::Events::Rule',
        properties: {
          Name: name,
          EventBusName: bus,
          EventPattern: pattern === undefined ? undefined : json(JSON.parse(pattern)),
          ScheduleExpression: expression,
          Description: description,
          State: state,
          Targets: [{ Id: TARGET_ID, Arn: arn, Input: input }],
          Tags: tagList(tags),
        },
      },
    },
    {
      id: targetId(rule),
      kind: 'Target',
      key,
      terraform: {
        type: 'aws_cloudwatch_event_target',
        properties: {
          rule: attributeOf(idOf(rule), 'name'),
          event_bus_name: bus,
          target_id: TARGET_ID,
          arn,
          input,
        },
      },
    },
  ];
}

const WORDS: SourceWords = {
  kind: 'event bus',
  make: 'aws events create-event-bus --name NAME',
  move: 'Name a bus of the region and account of the stage, and send it the events by a rule of the other bus; or deploy the stage there (`--region`, `--profile`).',
};

export const rule: ResourceType = {
  desired: { rules: desiredRules },
  check: checkBuses,
  read: {
    properties: ['rules', 'missingBuses', 'accountOfRules'],
    recorded: readRecordedRules,
    named: () => Promise.resolve(NO_RULES),
    all: readAllRules,
    isThere: () => false,
    arns: ({ rules }) => rules.map(({ arn }) => arn),
    claims: (desired, observed) =>
      desired.rules.flatMap((one) => {
        const found = observed.rules.find((other) => isSameRule(other, one));
        if (found?.tags === undefined) return [];
        return [{ kind: 'rule', name: ruleText(one), tag: ownTagOf(found.tags), wanted: one.tags }];
      }),
    problems: busProblems,
  },
  plan: { rules: planRules },
  exported: ruleExport,
  show: {
    changes: ({ rules }) => rules.map((one) => ({ action: one.action, name: ruleText(one.rule) })),
    rows: ({ rules }) => rules.flatMap(ruleRows),
    document: ({ rules }) => listField('rules', rules.map(documentOf)),
  },
  steps: (session) => ({
    make: session.plan.rules.flatMap((change) => ruleSteps(change, session)),
  }),
  deletions: {
    planned: ({ rules }) =>
      rules.flatMap((change) => (change.action === 'delete' ? [deletionOf(change.rule)] : [])),
    recorded: ({ rules = [] }) => rules.map(deletionOf),
    found: ({ rules }, owner) =>
      rules.filter(({ tags = {} }) => isOurs({ tags }, owner)).map(deletionOf),
  },
  record: {
    isValid: ({ rules }) => rules === undefined || isListOf(rules, isRecordedRule),
    begin: ({ desired, observed, previous }: Recording) =>
      recordOf([...desired.rules, ...observed.rules, ...(previous?.rules ?? [])]),
    finish: ({ desired }) => recordOf(desired.rules),
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
};

/** Reports buses in other regions: a rule is in the region of its bus, and can call a function only there. */
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
    const data = { words: WORDS, name, region, declared };
    return [diagnose(missingSource, data)];
  });
}

function elsewhere({ bus: name, declared }: DesiredRule, place: string, own: string): Diagnostic {
  const data = { words: WORDS, name, declared, place, own };
  return diagnose(sourceElsewhere, data);
}

function ruleRows(change: RuleChange): readonly PlanRow[] {
  return changeRows(change.action, ['rule', ruleText(change.rule)], detailsOf(change));
}

function detailsOf(change: RuleChange): readonly string[] {
  if (change.action === 'delete') return [];
  if (change.action === 'create') return [whenText(change.rule), ...nextTimesText(change.rule)];
  return [
    ...change.fields.map((field) =>
      // The pattern is not shown, because it is long and written in the source.
      fieldText(field.field === 'pattern' ? { field: 'pattern', from: '', to: '' } : field),
    ),
    ...(change.fields.some(({ field }) => field === 'schedule') ? nextTimesText(change.rule) : []),
    ...(change.parts.includes('target') ? [`calls ${change.rule.functionName}`] : []),
    ...(change.parts.includes('tags') ? ['tags'] : []),
  ];
}

function whenText({ expression, pattern, isEnabled }: DesiredRule): string {
  return `${expression ?? pattern ?? ''}${isEnabled ? '' : ' (disabled)'}`;
}

function documentOf(change: RuleChange): object {
  const { action } = change;
  const isThere = action === 'update' || action === 'unchanged';
  const { name, bus } = change.rule;
  return {
    action,
    name,
    bus,
    parts: isThere ? change.parts : [],
    fields: isThere ? change.fields : [],
  };
}

function recordOf(rules: readonly RulePlace[]): Pick<DeployedState, 'rules'> {
  const places = rules.map(({ name, bus }) => ({ name, bus }));
  return listField('rules', withoutTwins(places, isSameRule));
}

function isRecordedRule(value: unknown): value is RulePlace {
  return isMapping(value) && isText(value['name']) && isText(value['bus']);
}

/** The names of the buses on which the stage has rules, or had when it was deployed. */
function busesOf({ events = [], record }: DeployerScope): readonly string[] {
  const had = record?.rules?.map(({ bus }) => bus) ?? [];
  return [...new Set([...events.flatMap((entry) => busOf(entry) ?? []), ...had])].toSorted();
}

/** The name of the rule's bus; `*` when an environment variable gives it. Undefined for a source without a rule. */
function busOf(entry: EventEntry): string | undefined {
  if (entry.kind === 'schedule') return isForScheduler(entry) ? undefined : DEFAULT_BUS;
  if (entry.kind === 's3') return entry.delivery === 'eventbridge' ? DEFAULT_BUS : undefined;
  if (entry.kind !== 'rule') return undefined;
  return 'text' in entry.bus ? (readSource('bus', entry.bus.text)?.name ?? '*') : '*';
}

/** In the order of the manifest, with deletions last. */
function planRules({ desired, observed }: Planning): readonly RuleChange[] {
  return [
    ...desired.rules.map((rule) => planRule(rule, observed.rules)),
    ...observed.rules
      .filter((rule) => !desired.rules.some((one) => isSameRule(one, rule)))
      .filter(({ tags }) => tags === undefined || isOurs({ tags }, desired))
      .map(({ name, bus }) => ({ action: 'delete' as const, rule: { name, bus } })),
  ];
}

function planRule(rule: DesiredRule, found: readonly ObservedRule[]): RuleChange {
  const observed = found.find((one) => isSameRule(one, rule));
  if (!observed) return { action: 'create', rule };
  const fields = fieldsOf(rule, observed);
  const isTarget = observed.target === digestOf(rule);
  const hasTag = observed.tags === undefined || ownTagOf(observed.tags) === ownTagOf(rule.tags);
  const parts: readonly RulePart[] = [
    ...(fields.length > 0 ? (['rule'] as const) : []),
    ...(isTarget ? [] : (['target'] as const)),
    ...(hasTag ? [] : (['tags'] as const)),
  ];
  return { action: parts.length > 0 ? 'update' : 'unchanged', rule, observed, parts, fields };
}

function fieldsOf(rule: DesiredRule, observed: ObservedRule): readonly FieldChange[] {
  const rows: readonly FieldChange[] = [
    { field: 'schedule', from: observed.expression, to: rule.expression },
    { field: 'pattern', from: observed.pattern, to: rule.pattern },
    { field: 'description', from: observed.description, to: rule.description },
    { field: 'enabled', from: String(observed.isEnabled), to: String(rule.isEnabled) },
  ];
  return rows.filter(({ field, from, to }) =>
    field === 'pattern'
      ? canonicalJson(from ?? '') !== canonicalJson(to ?? '')
      : (from ?? '') !== (to ?? ''),
  );
}

// Creates, changes and deletes rules. The function's permission for the rule is added first (permission/invoker-steps.ts).

/** The steps of one change. Deletions have steps of their own. */
function ruleSteps(change: RuleChange, session: Session): readonly Step[] {
  if (change.action === 'unchanged' || change.action === 'delete') return [];
  const { action, rule } = change;
  const parts = change.action === 'create' ? (['rule', 'target'] as const) : change.parts;
  return [
    {
      id: `rule ${ruleText(rule)}`,
      label: { verb: action, object: `rule ${ruleText(rule)}` },
      dependsOn: invokedIds(rule.functionName),
      run: async () => {
        const { cloud } = session;
        if (parts.includes('rule')) await putRule(rule, session);
        if (parts.includes('target')) await putTarget(rule, action === 'create', session);
        if (change.action === 'update' && parts.includes('tags')) {
          await cloud.events.tagRule(change.observed.arn, rule.tags);
        }
      },
    },
  ];
}

async function putRule(rule: DesiredRule, { cloud, wait }: Session): Promise<void> {
  await retry(() => cloud.events.putRule(rule, rule.tags), wait);
}

async function putTarget(rule: DesiredRule, isNew: boolean, session: Session): Promise<void> {
  const { functionName, input } = rule;
  const arn = functionArn(functionName, placeIn(session));
  const put = (): Promise<void> =>
    session.cloud.events.putTarget(rule, { id: TARGET_ID, arn, input });
  await retry(put, session.wait, [...notShown(isNew), 'busy']);
}

/** EventBridge does not delete a rule that has targets, so all targets of the rule are removed first. */
function deletionOf(rule: RulePlace): Deletion {
  return disconnection('rule', ruleText(rule), ({ cloud, wait }) =>
    retry(() => deleteRule(cloud, rule), wait),
  );
}

async function deleteRule({ events }: Cloud, rule: RulePlace): Promise<void> {
  const targets = await events.listTargets(rule);
  if (targets.length > 0) {
    await events.removeTargets(
      rule,
      targets.map(({ id }) => id),
    );
  }
  await events.deleteRule(rule);
}
