// The calls to SNS: subscriptions of functions to topics.
import { unlessMissing } from '../cloud-error.js';
import { type Calls, callOn, type Port, port } from '../service.js';
import type * as sdk from '@aws-sdk/client-sns';

export type CloudSubscription = {
  /** `PendingConfirmation` until it is confirmed. */
  readonly arn: string;
  readonly protocol: string;
  readonly endpoint: string;
};

/** Which messages a subscription gets. */
export type SubscriptionFilter = {
  /** JSON; undefined for all messages. */
  readonly policy: string | undefined;
  readonly scope: string;
};

/** The default scope of the filter. */
export const DEFAULT_SCOPE = 'MessageAttributes';

export type SubscriptionAttribute = 'FilterPolicy' | 'FilterPolicyScope';

declare module '../cloud.js' {
  interface CloudCalls {
    readonly sns: ReturnType<typeof snsCalls>;
  }
}

export const snsPort: Port<'sns'> = port({
  name: 'sns',
  id: 'SNS',
  prefix: 'sns',
  load: () => import('@aws-sdk/client-sns'),
  client: 'SNSClient',
  isXml: true,
  actions: {
    listSubscriptions: callOn('topic', 'read', 'sns:ListSubscriptionsByTopic'),
    getFilter: callOn('subscription', 'read', 'sns:GetSubscriptionAttributes'),
    putSubscription: callOn('topic', 'write', 'sns:Subscribe'),
    putAttribute: callOn('subscription', 'write', 'sns:SetSubscriptionAttributes'),
    deleteSubscription: callOn('subscription', 'remove', 'sns:Unsubscribe'),
  },
  calls: snsCalls,
});

function snsCalls({ send, pages }: Calls<typeof sdk>) {
  return {
    /** Undefined when there is no such topic. */
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

    /** Undefined when there is no such subscription. */
    getFilter: (SubscriptionArn: string): Promise<SubscriptionFilter | undefined> =>
      unlessMissing(
        send(
          'GetSubscriptionAttributes',
          { SubscriptionArn },
          ({ Attributes: { FilterPolicy, FilterPolicyScope } = {} }): SubscriptionFilter => ({
            policy: isNone(FilterPolicy) ? undefined : FilterPolicy,
            scope: FilterPolicyScope ?? DEFAULT_SCOPE,
          }),
        ),
      ),

    /** Subscribes a function; the same again has the same ARN. With another filter it fails with `exists`. */
    putSubscription: ({
      topic,
      functionArn,
      filter,
    }: {
      readonly topic: string;
      readonly functionArn: string;
      readonly filter: SubscriptionFilter;
    }): Promise<string> =>
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

    /** A missing one is no error. */
    deleteSubscription: (SubscriptionArn: string): Promise<void> =>
      unlessMissing(send('Unsubscribe', { SubscriptionArn })),
  };
}

/** A policy that was taken away reads as an empty one. */
function isNone(policy: string | undefined): boolean {
  return policy === undefined || /^\s*(?:\{\s*\})?\s*$/.test(policy);
}
