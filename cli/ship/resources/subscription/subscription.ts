// The resource type of subscriptions: an SNS topic sends its messages to a function. The topic belongs to somebody else: it
// is neither created nor deleted (docs/decisions/event-connections.md).
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../../compiler/diagnostics/diagnostic.js';
import { isListOf, isMapping, isText } from '../../../../compiler/json-values.js';
import { readSource } from '../../../config/event-sources.js';
import { arnPrefix, type DeployerScope } from '../../stage/deployer-scope.js';
import { type DeployedState, type Desired, listField, type Observed } from '../../stage/states.js';
import { changeRows, type PlanRow } from '../../stage/plan-rows.js';
import type { Deletion, Planning, ResourceType } from '../../stage/resource-type.js';
import {
  missingSource,
  sourceElsewhere,
  type SourceWords,
} from '../event-source/source-catalogue.js';
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
import { isCloudError } from '../../../cloud/cloud-error.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { type ArnPlace, functionArn } from '../../stage/arn.js';
import { disconnection } from '../event-source/invokers.js';
import { placeIn, type Session } from '../../stage/session.js';
import { NOTHING, type Step } from '../../stage/step.js';
import { invokedIds } from '../function/function-state.js';

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
  return listField(
    'subscriptions',
    places.filter(
      (one, index) => places.findIndex((other) => isSameSubscription(other, one)) === index,
    ),
  );
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

// Creates, changes and deletes subscriptions. The function's permission for the topic is added first
// (permission/invoker-steps.ts).

/** The steps of one change. Deletions have steps of their own. */
function subscriptionSteps(change: SubscriptionChange, session: Session): readonly Step[] {
  if (change.action === 'unchanged' || change.action === 'delete') return [];
  const { action, subscription } = change;
  const object = `subscription ${subscriptionText(subscription)}`;
  return [
    {
      id: object,
      label: { verb: action, object },
      dependsOn: invokedIds(subscription.functionName),
      run: () =>
        change.action === 'create'
          ? subscribe(subscription, session)
          : putFilter(change.observed.arn, subscription, session.cloud),
    },
  ];
}

async function subscribe(wanted: DesiredSubscription, session: Session): Promise<void> {
  const place = placeIn(session);
  const { cloud } = session;
  const topic = topicArn(wanted.topic, place);
  const endpoint = functionArn(wanted.functionName, place);
  try {
    await cloud.sns.putSubscription({ topic, functionArn: endpoint, filter: wanted.filter });
  } catch (error) {
    // The subscription exists with another filter: somebody has created it since it was read.
    const found = isCloudError(error, 'exists') && (await findSubscription(cloud, topic, endpoint));
    if (typeof found !== 'string') throw error;
    await putFilter(found, wanted, cloud);
  }
}

/** Changes a filter. It may be invalid in the new scope, so it is removed before the scope changes. */
async function putFilter(
  arn: string,
  { filter: { policy, scope } }: DesiredSubscription,
  { sns }: Cloud,
): Promise<void> {
  const found = await sns.getFilter(arn);
  if (found?.scope !== scope) {
    await sns.putAttribute(arn, 'FilterPolicy', '{}');
    await sns.putAttribute(arn, 'FilterPolicyScope', scope);
  }
  await sns.putAttribute(arn, 'FilterPolicy', policy ?? '{}');
}

async function findSubscription(
  { sns }: Cloud,
  topic: string,
  endpoint: string,
): Promise<string | undefined> {
  const listed = (await sns.listSubscriptions(topic)) ?? [];
  return listed.find((one) => one.endpoint === endpoint)?.arn;
}

/** Reads the ARN again, because another machine may have created the subscription again. */
function deletionOf(subscription: SubscriptionPlace, place: ArnPlace): Deletion {
  const { topic, functionName } = subscription;
  return disconnection('subscription', subscriptionText(subscription), async ({ cloud }) => {
    const endpoint = functionArn(functionName, place);
    const arn = await findSubscription(cloud, topicArn(topic, place), endpoint);
    if (arn === undefined) return NOTHING;
    return cloud.sns.deleteSubscription(arn);
  });
}
