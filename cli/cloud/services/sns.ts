// The SNS calls: for the topics of a stage, and for subscriptions of functions to topics.
import { unlessMissing } from '../cloud-error.js';
import type { Tags } from '../cloud.js';
import { type Calls, callOn, type Port, port, tagList, tagsOf } from '../service.js';
import type * as sdk from '@aws-sdk/client-sns';

export type CloudSubscription = {
  /** `PendingConfirmation` until the subscription is confirmed. */
  readonly arn: string;
  readonly protocol: string;
  readonly endpoint: string;
};

export type SubscriptionFilter = {
  /** A JSON string; undefined for all messages. */
  readonly policy: string | undefined;
  readonly scope: string;
};

export type SubscriptionCreation = {
  readonly topic: string;
  readonly functionArn: string;
  readonly filter: SubscriptionFilter;
};

export const DEFAULT_SCOPE = 'MessageAttributes';

/** The attributes as SNS names them: `FifoTopic`. */
export type TopicAttributes = Readonly<Record<string, string>>;

export type SubscriptionAttribute = 'FilterPolicy' | 'FilterPolicyScope';

export const snsPort: Port<'sns', ReturnType<typeof snsCalls>> = port({
  name: 'sns',
  id: 'SNS',
  prefix: 'sns',
  load: () => import('@aws-sdk/client-sns'),
  client: 'SNSClient',
  isXml: true,
  kinds: [{ message: /already exists with different tags/, kind: 'exists' }],
  actions: {
    listSubscriptions: callOn('topic', 'read', 'sns:ListSubscriptionsByTopic'),
    getFilter: callOn('subscription', 'read', 'sns:GetSubscriptionAttributes'),
    putSubscription: callOn('topic', 'write', 'sns:Subscribe'),
    putAttribute: callOn('subscription', 'write', 'sns:SetSubscriptionAttributes'),
    deleteSubscription: callOn('subscription', 'remove', 'sns:Unsubscribe'),
    getTopic: callOn('own-topic', 'read', 'sns:GetTopicAttributes'),
    listTopicTags: callOn('own-topic', 'read', 'sns:ListTagsForResource'),
    createTopic: callOn('own-topic', 'write', 'sns:CreateTopic', 'sns:TagResource'),
    putTopicAttribute: callOn('own-topic', 'write', 'sns:SetTopicAttributes'),
    deleteTopic: callOn('own-topic', 'remove', 'sns:DeleteTopic'),
  },
  calls: snsCalls,
});

function snsCalls({ send, find, remove, pages }: Calls<typeof sdk>) {
  return {
    listSubscriptions: (TopicArn: string): Promise<readonly CloudSubscription[] | undefined> =>
      unlessMissing(
        pages('ListSubscriptionsByTopic', { TopicArn }, (page) =>
          page.Subscriptions?.map((found): CloudSubscription => ({
            arn: found.SubscriptionArn ?? '',
            protocol: found.Protocol ?? '',
            endpoint: found.Endpoint ?? '',
          })),
        ),
      ),

    getFilter: (SubscriptionArn: string): Promise<SubscriptionFilter | undefined> =>
      find(
        'GetSubscriptionAttributes',
        { SubscriptionArn },
        ({ Attributes: { FilterPolicy, FilterPolicyScope } = {} }): SubscriptionFilter => ({
          policy: isNone(FilterPolicy) ? undefined : FilterPolicy,
          scope: FilterPolicyScope ?? DEFAULT_SCOPE,
        }),
      ),

    /** Subscribes a function. Repeating the call returns the same ARN. With a different filter, it fails with `exists`. */
    putSubscription: ({ topic, functionArn, filter }: SubscriptionCreation): Promise<string> =>
      send(
        'Subscribe',
        {
          TopicArn: topic,
          Protocol: 'lambda',
          Endpoint: functionArn,
          ReturnSubscriptionArn: true,
          ...(filter.policy !== undefined && {
            Attributes: { FilterPolicy: filter.policy, FilterPolicyScope: filter.scope },
          }),
        },
        ({ SubscriptionArn }) => SubscriptionArn ?? '',
      ),

    putAttribute: (
      SubscriptionArn: string,
      name: SubscriptionAttribute,
      AttributeValue: string,
    ): Promise<void> =>
      send('SetSubscriptionAttributes', { SubscriptionArn, AttributeName: name, AttributeValue }),

    deleteSubscription: (SubscriptionArn: string): Promise<void> =>
      remove('Unsubscribe', { SubscriptionArn }),

    getTopic: (TopicArn: string): Promise<TopicAttributes | undefined> =>
      find('GetTopicAttributes', { TopicArn }, ({ Attributes = {} }) => Attributes),

    listTopicTags: (ResourceArn: string): Promise<Tags> =>
      send('ListTagsForResource', { ResourceArn }, ({ Tags: list = [] }) =>
        tagsOf(list.map(({ Key, Value }) => ({ Key, Value }))),
      ),

    /** Creates a topic. The call can be repeated. It fails with `exists` for a topic with different attributes or tags. */
    createTopic: (Name: string, Attributes: TopicAttributes, tags: Tags): Promise<void> =>
      send('CreateTopic', { Name, Attributes, Tags: tagList(tags) }),

    putTopicAttribute: (TopicArn: string, name: string, AttributeValue: string): Promise<void> =>
      send('SetTopicAttributes', { TopicArn, AttributeName: name, AttributeValue }),

    deleteTopic: (TopicArn: string): Promise<void> => remove('DeleteTopic', { TopicArn }),
  };
}

/** True if there is no policy. SNS returns a removed policy as an empty one. */
function isNone(policy: string | undefined): boolean {
  return policy === undefined || /^\s*(?:\{\s*\})?\s*$/.test(policy);
}
