// The resource type of subscriptions: an SNS topic sends its messages to a function. The topic belongs to somebody else: it
// is neither created nor deleted (docs/decisions/event-connections.md).
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../../compiler/diagnostics/diagnostic.js';
import { isListOf, isMapping, isText } from '../../../../compiler/json-values.js';
import { readSource } from '../../../config/event-sources.js';
import { arnPrefix, type DeployerScope } from '../../stage/deployer-scope.js';
import { listField, withoutTwins } from '../../stage/states.js';
import type { DeployedState, Desired, Observed } from '../../stage/states.js';
import { changeRows, type PlanRow } from '../../stage/plan-rows.js';
import type { Planning, ResourceType } from '../../stage/resource-type.js';
import { missingSource, sourceElsewhere } from '../event-source/source-catalogue.js';
import type { SourceWords } from '../event-source/source-catalogue.js';
import { desiredSubscriptions } from './desired-subscriptions.js';
import {
  NO_SUBSCRIPTIONS,
  readAllSubscriptions,
  readRecordedSubscriptions,
  topicArn,
} from './read-subscriptions.js';
import { subscriptionExport } from './subscription-export.js';
import {
  type DesiredSubscription,
  filterDigest,
  isSameSubscription,
  type SubscriptionChange,
  type SubscriptionPlace,
  subscriptionText,
  topicName,
} from './subscription-state.js';
import { deletionOf, subscriptionSteps } from './subscription-steps.js';

const WORDS: SourceWords = {
  kind: 'topic',
  make: 'aws sns create-topic --name NAME',
  move: 'Name a topic of the region of the stage, or deploy the stage there (`--region`).',
};

export const subscription: ResourceType = {
  desired: { subscriptions: desiredSubscriptions },
  check: checkRegions,
  read: {
    properties: ['subscriptions', 'missingTopics'],
    recorded: readRecordedSubscriptions,
    named: () => Promise.resolve(NO_SUBSCRIPTIONS),
    all: readAllSubscriptions,
    isThere: () => false,
    problems: topicProblems,
  },
  plan: { subscriptions: planSubscriptions },
  exported: subscriptionExport,
  show: {
    changes: ({ subscriptions }) =>
      subscriptions.map((one) => ({
        action: one.action,
        name: subscriptionText(one.subscription),
      })),
    rows: ({ subscriptions }) => subscriptions.flatMap(subscriptionRows),
    document: ({ subscriptions }) => listField('subscriptions', subscriptions.map(documentOf)),
  },
  steps: (session) => ({
    make: session.plan.subscriptions.flatMap((change) => subscriptionSteps(change, session)),
  }),
  deletions: {
    planned: ({ subscriptions, region }) =>
      subscriptions.flatMap(({ action, subscription: one }) =>
        action === 'delete' ? [deletionOf(one, { account: one.account, region })] : [],
      ),
    recorded: ({ subscriptions = [], account, partition, region }) =>
      subscriptions.map((one) => deletionOf(one, { account: { id: account, partition }, region })),
    found: ({ subscriptions, functions }) =>
      subscriptions.flatMap((one) => {
        const arn = functions.find(({ name }) => name === one.functionName)?.arn;
        const region = arn?.split(':')[3];
        return region === undefined ? [] : [deletionOf(one, { account: one.account, region })];
      }),
  },
  record: {
    isValid: ({ subscriptions }) =>
      subscriptions === undefined || isListOf(subscriptions, isRecordedSubscription),
    begin: ({ desired, observed, previous }) =>
      recordOf([
        ...desired.subscriptions,
        ...observed.subscriptions,
        ...(previous?.subscriptions ?? []),
      ]),
    finish: ({ desired }) => recordOf(desired.subscriptions),
  },
  deployer: {
    statements: [
      { resource: 'topic', sid: 'Topics', isWritten: hasTopics, arns: topicArns },
      {
        resource: 'subscription',
        sid: 'Subscriptions',
        isWritten: hasTopics,
        // IAM has no resource for these calls: docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html
        arns: (scope) => (topicArns(scope).length > 0 ? ['*'] : []),
      },
    ],
  },
};

/** Reports topics in other regions: SNS creates a subscription only in the topic's region. */
function checkRegions({ subscriptions, region }: Desired): readonly Diagnostic[] {
  return subscriptions.flatMap(({ topic, declared }) => {
    const found = topic.startsWith('arn:') ? topic.split(':')[3] : region;
    if (found === undefined || found === region) return [];
    const data = { place: `the region ${found}`, own: `the region ${region}`, declared };
    const name = topicName(topic);
    return [diagnose(sourceElsewhere, { ...data, words: WORDS, name })];
  });
}

/** Reports topics that do not exist, before anything is created. */
function topicProblems(desired: Desired, { missingTopics }: Observed): readonly Diagnostic[] {
  const { region } = desired;
  return missingTopics.flatMap((arn) => {
    const wanted = desired.subscriptions.find((one) => isTopic(one.topic, arn));
    if (!wanted) return [];
    const { declared } = wanted;
    const data = { words: WORDS, name: topicName(arn), region, declared };
    return [diagnose(missingSource, data)];
  });
}

function isTopic(topic: string, arn: string): boolean {
  return topic.startsWith('arn:') ? topic === arn : topic === topicName(arn);
}

/** In the order of the manifest, with deletions last. */
function planSubscriptions({ desired, observed }: Planning): readonly SubscriptionChange[] {
  const { region } = desired;
  const isSame = (one: DesiredSubscription, found: Observed['subscriptions'][number]): boolean =>
    isSameSubscription(
      { ...one, topic: topicArn(one.topic, { account: found.account, region }) },
      found,
    );
  return [
    ...desired.subscriptions.map((one): SubscriptionChange => {
      const found = observed.subscriptions.find((other) => isSame(one, other));
      if (!found) return { action: 'create', subscription: one };
      const action = found.filter === filterDigest(one.filter) ? 'unchanged' : 'update';
      return { action, subscription: one, observed: found };
    }),
    ...observed.subscriptions
      .filter((found) => !desired.subscriptions.some((one) => isSame(one, found)))
      .map((found) => ({ action: 'delete' as const, subscription: found })),
  ];
}

function subscriptionRows(change: SubscriptionChange): readonly PlanRow[] {
  const { action, subscription: one } = change;
  const { topic, functionName } = one;
  const details = action === 'update' ? ['filter changes'] : [];
  return changeRows(action, ['subscription', `${functionName} to ${topicName(topic)}`], details);
}

function documentOf({ action, subscription: one }: SubscriptionChange): object {
  return { action, topic: one.topic, function: one.functionName };
}

function recordOf(all: readonly SubscriptionPlace[]): Pick<DeployedState, 'subscriptions'> {
  const places = all.map(({ topic, functionName }) => ({ topic, functionName }));
  return listField('subscriptions', withoutTwins(places, isSameSubscription));
}

function isRecordedSubscription(value: unknown): value is SubscriptionPlace {
  return isMapping(value) && isText(value['topic']) && isText(value['functionName']);
}

function hasTopics({ events = [] }: DeployerScope): boolean {
  return events.some(({ kind }) => kind === 'sns');
}

/**
 * The ARNs of the topics that the stage may use, or used when it was deployed. It is any topic when an environment variable
 * gives the name.
 */
function topicArns(scope: DeployerScope): readonly string[] {
  const { events = [], record } = scope;
  const had = record?.subscriptions?.map(({ topic }) => arnOf(topic, scope)) ?? [];
  const arns = events.flatMap((entry) => {
    if (entry.kind !== 'sns') return [];
    const source = 'text' in entry.topic ? readSource('topic', entry.topic.text) : undefined;
    return [source?.arn?.text ?? arnOf(source?.name ?? '*', scope)];
  });
  return [...new Set([...arns, ...had])].toSorted();
}

function arnOf(topic: string, scope: DeployerScope): string {
  return topic.startsWith('arn:') ? topic : `${arnPrefix('sns', scope)}:*:${topic}`;
}
