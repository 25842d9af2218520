// The resource type for subscriptions: an SNS topic sends its messages to a function. The topic is not managed by this stage:
// it is neither created nor deleted (docs/decisions/event-connections.md).
import { type Diagnostic, diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { isMapping, isText, canonicalJson } from '../../../../compiler/json-values.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { DEFAULT_SCOPE, type SubscriptionFilter } from '../../../cloud/services/sns.js';
import { readSource, resolveSource } from '../../../config/event-sources.js';
import { arnPrefix, type DeployerScope } from '../../stage/deployer-scope.js';
import {
  arnHere,
  attributeOf,
  bothFormats,
  type ExportedResource,
  json,
} from '../../stage/exported.js';
import { listType } from '../../stage/list-type.js';
import type {
  ObservedResources,
  RecordReading,
  ResourceType,
  ResourceSearch,
} from '../../stage/resource-type.js';
import { arnPlace, type Session, NOTHING } from '../../stage/run-steps.js';
import {
  deletedIn,
  type Desired,
  type Observed,
  type DesiredInput,
  type ArnPlace,
  functionArn,
  type CloudAccount,
  functionId,
} from '../../stage/states.js';
import { declaredId, findDeclared } from '../declared/declared-resources.js';
import {
  sourceArns,
  type InvokerService,
  type InvokerSource,
  ownAccount,
  type SourceDeclaration,
  sourceDeclaration,
  shortDigest,
  missingSource,
  sourceElsewhere,
  type SourceWords,
} from '../event-source/invokers.js';
import { invokedIds } from '../function/function-state.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';

/** `topic` is an ARN, or the name of a topic in the stage's account and region. */
export type SubscriptionPlace = { readonly topic: string; readonly functionName: string };

export type DesiredSubscription = SubscriptionPlace & {
  readonly filter: SubscriptionFilter;
  readonly declared: SourceDeclaration;
};

export type ObservedSubscription = SubscriptionPlace & {
  readonly account: CloudAccount;
  readonly arn: string;
  /** See {@link filterDigest}. */
  readonly filter: string;
};

function topicName(topic: string): string {
  return topic.slice(topic.lastIndexOf(':') + 1);
}

/** Returns, for example, `shop-dev-alert to alerts`. */
function subscriptionText({ topic, functionName }: SubscriptionPlace): string {
  return `${functionName} to ${topicName(topic)}`;
}

export function filterDigest({ policy, scope }: SubscriptionFilter): string {
  if (policy === undefined) return 'none';
  return shortDigest(JSON.stringify([canonicalJson(policy), scope]));
}

export function topicArn(topic: string, { account, region }: ArnPlace): string {
  if (topic.startsWith('arn:')) return topic;
  return `arn:${account.partition}:sns:${region}:${account.id}:${topic}`;
}

function desiredSubscriptions(input: DesiredInput): readonly DesiredSubscription[] {
  const { manifest, config, app } = input;
  const base = baseName(app, config.stage);
  return (manifest.events ?? []).flatMap((entry) => {
    if (entry.kind !== 'sns') return [];
    const { filterPolicy, filterPolicyScope = DEFAULT_SCOPE } = entry;
    const topic = resolveSource({ kind: 'topic', name: entry.topic }, entry.function, config);
    return [
      {
        topic: topic.arn?.text ?? topic.name,
        functionName: functionNameOf(base, entry.function),
        declared: sourceDeclaration(entry),
        filter: {
          policy: filterPolicy && JSON.stringify(filterPolicy),
          // Without a filter, the scope has no effect.
          scope: filterPolicy ? filterPolicyScope : DEFAULT_SCOPE,
        },
      },
    ];
  });
}

const SNS: InvokerService = {
  kind: 'sns',
  principal: 'sns.amazonaws.com',
  name: 'SNS',
  service: 'sns',
};

export const subscriptionInvokers: InvokerSource = {
  by: SNS,
  desired: (input) =>
    desiredSubscriptions(input).map(({ topic, functionName }) => ({
      by: SNS,
      functionName,
      source: topic,
    })),
  ends: ({ subscriptions }) =>
    deletedIn(subscriptions).map((one) => `delete subscription ${subscriptionText(one)}`),
};

const WORDS: SourceWords = {
  kind: 'topic',
  make: 'aws sns create-topic --name NAME',
  move: 'Use a topic in the region of the stage, or deploy the stage to that region (`--region`).',
};

const NO_SUBSCRIPTIONS: FoundSubscriptions = { subscriptions: [], missingTopics: [] };

export const subscription: ResourceType = listType({
  property: 'subscriptions',
  noun: 'subscription',
  nameOf: subscriptionText,
  desired: desiredSubscriptions,
  isSame: ({ topic, functionName }, existing, { desired: { region } }) =>
    functionName === existing.functionName &&
    topicArn(topic, { account: existing.account, region }) === existing.topic,
  check: checkRegions,
  read: {
    none: NO_SUBSCRIPTIONS,
    recorded: readRecordedSubscriptions,
    all: readAllSubscriptions,
    problems: topicProblems,
  },
  compare: (one, existing) => ({
    parts: existing?.filter === filterDigest(one.filter) ? [] : ['filter'],
  }),
  details: ({ action }) => (action === 'update' ? ['filter changes'] : []),
  document: ({ topic, functionName }) => ({ topic, function: functionName }),
  // The function's permission for the topic is added first (permission/permission.ts).
  step: ({ desired, observed }, session) => ({
    dependsOn: [
      declaredId({ type: 'topic', name: topicName(desired.topic) }),
      ...invokedIds(desired.functionName),
    ],
    run: () =>
      observed ? putFilter(observed.arn, desired, session.cloud) : subscribe(desired, session),
  }),
  // Reads the ARN again, because another machine may have recreated the subscription.
  remove: async (one, { cloud }, { account: id = '', partition = '' }) => {
    const account = 'account' in one ? one.account : { id, partition };
    const location = { account, region: cloud.region };
    const topic = topicArn(one.topic, location);
    const arn = await findSubscription(cloud, topic, functionArn(one.functionName, location));
    return arn === undefined ? NOTHING : cloud.sns.deleteSubscription(arn);
  },
  record: {
    property: 'subscriptions',
    of: ({ topic, functionName }) => ({ topic, functionName }),
    isValid: (value): value is SubscriptionPlace =>
      isMapping(value) && isText(value['topic']) && isText(value['functionName']),
  },
  deployer: {
    statements: [
      { resource: 'topic', sid: 'Topics', isWritten: hasTopics, arns: topicArns },
      {
        resource: 'subscription',
        sid: 'Subscriptions',
        isWritten: hasTopics,
        // IAM has no resource type for these calls:
        // docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html
        arns: (scope) => (topicArns(scope).length > 0 ? ['*'] : []),
      },
    ],
  },
  exports: exportSubscription,
  adopts: (one, { arn }) => [{ resource: idOf(one), importId: arn }],
});

/** Reports topics in other regions: SNS creates a subscription only in the topic's region. */
function checkRegions({ subscriptions, region }: Desired): readonly Diagnostic[] {
  return subscriptions.flatMap(({ topic, declared }) => {
    const found = topic.startsWith('arn:') ? topic.split(':')[3] : region;
    if (found === undefined || found === region) return [];
    const places = { place: `the region ${found}`, own: `the region ${region}` };
    const data = { words: WORDS, name: topicName(topic), declared };
    return [diagnose(sourceElsewhere, { ...data, ...places })];
  });
}

/** Reports topics that do not exist, before anything is created. */
function topicProblems(desired: Desired, { missingTopics }: Observed): readonly Diagnostic[] {
  const { region } = desired;
  return missingTopics.flatMap((arn) => {
    const name = topicName(arn);
    const wanted = desired.subscriptions.find(({ topic }) => [arn, name].includes(topic));
    if (!wanted || findDeclared(desired, 'topic', name)) return [];
    return [diagnose(missingSource, { words: WORDS, name, region, declared: wanted.declared })];
  });
}

function hasTopics({ events = [] }: DeployerScope): boolean {
  return events.some(({ kind }) => kind === 'sns');
}

/** Includes topics that the stage used when it was deployed, and all topics if an environment variable contains a name. */
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

async function subscribe(wanted: DesiredSubscription, session: Session): Promise<void> {
  const location = arnPlace(session);
  const { cloud } = session;
  const topic = topicArn(wanted.topic, location);
  const endpoint = functionArn(wanted.functionName, location);
  try {
    await cloud.sns.putSubscription({ topic, functionArn: endpoint, filter: wanted.filter });
  } catch (error) {
    // The subscription exists with a different filter: it was created after this command read the subscriptions.
    const found = isCloudError(error, 'exists') && (await findSubscription(cloud, topic, endpoint));
    if (typeof found !== 'string') throw error;
    await putFilter(found, wanted, cloud);
  }
}

/** Changes a filter. The old filter may be invalid in the new scope, so it is removed before the scope changes. */
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

// Reads subscriptions: one list call for each topic in the source, the record or a function's policy, and one call for each
// subscription, because the list does not contain the filters.

type FoundSubscriptions = Pick<ObservedResources, 'subscriptions' | 'missingTopics'>;

async function readRecordedSubscriptions(reading: RecordReading): Promise<FoundSubscriptions> {
  const { cloud, desired, record } = reading;
  const places = [...desired.subscriptions, ...(record.subscriptions ?? [])];
  if (places.length === 0) return NO_SUBSCRIPTIONS;
  const account = { id: record.account, partition: record.partition };
  return readPlaces(cloud, places, { account, region: desired.region });
}

/** Without a record, the functions' policies name the topics. */
async function readAllSubscriptions(search: ResourceSearch): Promise<FoundSubscriptions> {
  const { cloud, desired, record, all } = search;
  const permissions = await all.permissions;
  const permitted = [...permissions].flatMap(([functionName, statements]) =>
    // A manually created subscription is deleted only together with its function.
    sourceArns(statements, SNS, desired === undefined).map((topic) => ({ topic, functionName })),
  );
  const named = [...(desired?.subscriptions ?? []), ...(record?.subscriptions ?? [])];
  const places = [...named, ...permitted];
  if (places.length === 0) return NO_SUBSCRIPTIONS;
  const account = await ownAccount(search);
  return readPlaces(cloud, places, { account, region: cloud.region });
}

async function readPlaces(
  { sns }: Cloud,
  places: readonly SubscriptionPlace[],
  location: ArnPlace,
): Promise<FoundSubscriptions> {
  const whole = places.map((one) => ({ ...one, topic: topicArn(one.topic, location) }));
  const topics = [...new Set(whole.map(({ topic }) => topic))];
  const rows = await Promise.all(
    topics.map(async (topic) => ({ topic, listed: await sns.listSubscriptions(topic) })),
  );
  const found = rows.flatMap(({ topic, listed = [] }) => {
    const names = whole.flatMap((one) => (one.topic === topic ? [one.functionName] : []));
    return [...new Set(names)].flatMap((functionName) => {
      const endpoint = functionArn(functionName, location);
      const own = listed.find((one) => one.endpoint === endpoint);
      return own ? [{ topic, functionName, arn: own.arn, account: location.account }] : [];
    });
  });
  const subscriptions = await Promise.all(
    found.map(async (one): Promise<ObservedSubscription> => {
      const none = { policy: undefined, scope: DEFAULT_SCOPE };
      return { ...one, filter: filterDigest((await sns.getFilter(one.arn)) ?? none) };
    }),
  );
  const missingTopics = rows.flatMap(({ topic, listed }) => (listed ? [] : [topic]));
  return { subscriptions, missingTopics };
}

function idOf(one: SubscriptionPlace): string {
  return `subscription ${subscriptionText(one)}`;
}

function exportSubscription(
  { topic, functionName, filter, declared: _declared, ...rest }: DesiredSubscription,
  desired: Desired,
): readonly ExportedResource[] {
  const { functions } = desired;
  const own = findDeclared(desired, 'topic', topicName(topic));
  const arn = topic.startsWith('arn:') ? topic : arnHere('sns', topic);
  rest satisfies Record<string, never>;
  const { policy, scope } = filter;
  const key = functions.find(({ name }) => name === functionName)?.key ?? functionName;
  return [
    {
      id: idOf({ topic, functionName }),
      kind: 'Subscription',
      key: `${key}-${topicName(topic)}`,
      ...bothFormats(
        ['aws_sns_topic_subscription', 'AWS::SNS::Subscription'],
        [
          [own ? attributeOf(declaredId(own), 'arn') : arn, 'topic_arn', 'TopicArn'],
          ['lambda', 'protocol', 'Protocol'],
          [attributeOf(functionId(functionName), 'arn'), 'endpoint', 'Endpoint'],
          [policy && json(JSON.parse(policy)), 'filter_policy', 'FilterPolicy'],
          [policy && scope, 'filter_policy_scope', 'FilterPolicyScope'],
        ],
      ),
    },
  ];
}
