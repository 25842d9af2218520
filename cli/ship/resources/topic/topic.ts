// The resource type for declared topics. A topic stores no data, so it is deleted when it is removed from the source, and
// together with its stage.
import { isText } from '../../../../compiler/json-values.js';
import { arnOf, isFifoName } from '../../../../runtime/contract/resources.js';
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import type { TopicAttributes } from '../../../cloud/services/sns.js';
import { baseName, stageOf } from '../../../config/cloud-names.js';
import { arnPrefix } from '../../stage/deployer-scope.js';
import { bothFormats, type ExportedResource, tagsRow } from '../../stage/exported.js';
import { isOurs } from '../../stage/own-tag.js';
import { changedFields } from '../../stage/plan-rows.js';
import type {
  ObservedResources,
  RecordReading,
  ResourceType,
  ResourceSearch,
} from '../../stage/resource-type.js';
import type { Session } from '../../stage/run-steps.js';
import type { DesiredInput, WantedChange } from '../../stage/states.js';
import {
  declaredId,
  declaredOf,
  type DeclaredResource,
  declaredResource,
  declaredList,
  declaredNeeds,
  deduplicationIn,
  deduplicationOf,
} from '../declared/declared-resources.js';
import { ownAccount } from '../event-source/invokers.js';

export type DesiredTopic = DeclaredResource & {
  readonly isFifo: boolean;
  readonly deduplicates: boolean;
};

export type ObservedTopic = {
  readonly name: string;
  readonly arn: string;
  readonly attributes: TopicAttributes;
  /** The tags; undefined if the record already says that the topic is managed by this stage. */
  readonly tags: Tags | undefined;
};

export const topic: ResourceType = declaredList({
  property: 'ownTopics',
  noun: 'topic',
  desired: desiredTopics,
  // Topics are deleted before the functions, because a deletion without a record reads the ARNs of topics from the functions'
  // variables.
  deletion: { after: 'subscription' },
  read: {
    none: { ownTopics: [] },
    recorded: readRecordedTopics,
    all: readAllTopics,
    arns: ({ ownTopics }) => ownTopics.map(({ arn }) => arn),
  },
  compare: (one, existing) => ({
    fields:
      existing && one.isFifo
        ? changedFields([
            ['deduplication', deduplicationIn(existing.attributes), deduplicationOf(one)],
          ])
        : [],
  }),
  put: putTopic,
  remove: (one, { cloud }, { account = '', partition = '' }) => {
    if (typeof one !== 'string') return cloud.sns.deleteTopic(one.arn);
    const location = { account, partition, region: cloud.region };
    return cloud.sns.deleteTopic(arnOf({ type: 'topic', name: one }, location));
  },
  record: {
    property: 'ownTopics',
    of: (one) => (typeof one === 'string' ? one : one.name),
    isValid: isText,
  },
  deployer: declaredNeeds('topic', 'ownTopics', {
    own: ['own-topic', 'OwnTopics'],
    arn: (scope) => `${arnPrefix('sns', scope)}:*:`,
  }),
  exports: exportTopic,
  adopts: (one, { arn }) => [{ resource: declaredId(one), importId: arn }],
});

function desiredTopics(input: DesiredInput): readonly DesiredTopic[] {
  const stage = stageOf(input);
  return declaredOf(input.manifest, 'topic').map((entry) => ({
    ...declaredResource(entry, stage, input.ownTags),
    isFifo: isFifoName(entry.name),
    deduplicates: entry.deduplication === true,
  }));
}

// Reads topics: one call for each recorded topic.

type FoundTopics = Pick<ObservedResources, 'ownTopics'>;

async function readTopics(
  { sns }: Cloud,
  arns: readonly string[],
  isKnown: (name: string) => boolean,
): Promise<readonly ObservedTopic[]> {
  const found = [...new Set(arns)].map(async (arn) => {
    const name = nameIn(arn);
    const attributes = await sns.getTopic(arn);
    if (!attributes) return [];
    const tags = isKnown(name) ? undefined : await sns.listTopicTags(arn);
    return [{ name, arn, attributes, tags }];
  });
  return (await Promise.all(found)).flat();
}

async function readRecordedTopics({ cloud, desired, record }: RecordReading): Promise<FoundTopics> {
  const names = record.ownTopics ?? [];
  const { account, partition } = record;
  const location = { account, partition, region: desired.region };
  const arns = [
    ...desired.ownTopics.map(({ arn }) => arn),
    ...names.map((name) => arnOf({ type: 'topic', name }, location)),
  ];
  return { ownTopics: await readTopics(cloud, arns, (name) => names.includes(name)) };
}

/** Without a complete record, topics that are no longer in the source are found by their ARNs in the functions' variables. */
async function readAllTopics(search: ResourceSearch): Promise<FoundTopics> {
  const { cloud, desired, record, app, stage } = search;
  const wanted = (desired?.ownTopics ?? []).map(({ arn }) => arn);
  const names = record?.ownTopics ?? [];
  // The record of an interrupted first deploy does not contain the account.
  const { id: account, partition } = names.length > 0 ? await ownAccount(search) : NO_ACCOUNT;
  const recorded = names.map((name) =>
    arnOf({ type: 'topic', name }, { account, partition, region: cloud.region }),
  );
  const named = (await search.all.functions)
    .flatMap(({ environment }) => Object.entries(environment))
    .flatMap(([name, value]) => (name.startsWith('TOPIC_') ? [value] : []))
    .filter((value) => /^arn:[^:]+:sns:/.test(value))
    .filter((value) => nameIn(value).startsWith(`${baseName(app, stage)}-`));
  const found = await readTopics(cloud, [...wanted, ...recorded, ...named], () => false);
  const isWanted = ({ arn, tags = {} }: ObservedTopic): boolean =>
    wanted.includes(arn) || isOurs({ tags }, search);
  return { ownTopics: found.filter(isWanted) };
}

const NO_ACCOUNT = { id: '', partition: '' };

function nameIn(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1);
}

async function putTopic(
  { desired: one, observed }: WantedChange<DesiredTopic, ObservedTopic>,
  session: Session,
): Promise<void> {
  const { sns } = session.cloud;
  const { name, isFifo, deduplicates, tags } = one;
  if (observed) {
    await sns.putTopicAttribute(observed.arn, 'ContentBasedDeduplication', String(deduplicates));
    return;
  }
  const fifo = { FifoTopic: 'true', ContentBasedDeduplication: String(deduplicates) };
  await sns.createTopic(name, isFifo ? fifo : {}, tags);
}

function exportTopic(one: DesiredTopic): readonly ExportedResource[] {
  const { type, name, declaredName, arn: _arn, at: _at, tags, variables: _, ...settings } = one;
  const { isFifo, deduplicates, ...rest } = settings;
  rest satisfies Record<string, never>;
  return [
    {
      id: declaredId({ type, name }),
      kind: 'Topic',
      key: declaredName,
      ...bothFormats(
        ['aws_sns_topic', 'AWS::SNS::Topic'],
        [
          [name, 'name', 'TopicName'],
          [isFifo ? true : undefined, 'fifo_topic', 'FifoTopic'],
          [
            isFifo ? deduplicates : undefined,
            'content_based_deduplication',
            'ContentBasedDeduplication',
          ],
          tagsRow(tags),
        ],
        { name: ['name', 'TopicName'], arn: ['arn', 'Ref'] },
      ),
    },
  ];
}
