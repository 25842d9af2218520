// The calls to SNS: subscriptions of functions to topics.
import { type ActionsOf, callOn } from '../call-needs.js';
import { unlessMissing } from '../cloud-error.js';
import { readPages } from '../pages.js';
import type { Port, SdkService } from '../port.js';
import type { ServiceCaller } from '../service-caller.js';
import type * as snsClient from './sns-client.js';

export type CloudSubscription = {
  /** `PendingConfirmation` before somebody has confirmed it. */
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

/** What the filter looks at unless it is said. */
export const DEFAULT_SCOPE = 'MessageAttributes';

export type SubscriptionAttribute = 'FilterPolicy' | 'FilterPolicyScope';

export type SnsCalls = {
  /** Every page; undefined when there is no such topic. */
  readonly listSubscriptions: (topic: string) => Promise<readonly CloudSubscription[] | undefined>;
  /** Undefined when there is no such subscription. */
  readonly getFilter: (subscription: string) => Promise<SubscriptionFilter | undefined>;
  /** Subscribes a function; the same again has the same ARN. With another filter it fails with `exists`. */
  readonly putSubscription: (subscription: {
    readonly topic: string;
    readonly functionArn: string;
    readonly filter: SubscriptionFilter;
  }) => Promise<string>;
  readonly putAttribute: (
    subscription: string,
    name: SubscriptionAttribute,
    value: string,
  ) => Promise<void>;
  /** One that is gone already is no error. */
  readonly deleteSubscription: (subscription: string) => Promise<void>;
};

const SNS_ACTIONS: ActionsOf<SnsCalls> = {
  listSubscriptions: callOn('topic', 'read', 'sns:ListSubscriptionsByTopic'),
  getFilter: callOn('subscription', 'read', 'sns:GetSubscriptionAttributes'),
  putSubscription: callOn('topic', 'write', 'sns:Subscribe'),
  putAttribute: callOn('subscription', 'write', 'sns:SetSubscriptionAttributes'),
  deleteSubscription: callOn('subscription', 'remove', 'sns:Unsubscribe'),
};

type Module = typeof snsClient;
type Client = InstanceType<Module['SNSClient']>;

declare module '../cloud.js' {
  interface CloudCalls {
    readonly sns: SnsCalls;
  }
}

const SNS: SdkService<Module, Client> = {
  id: 'SNS',
  prefix: 'sns',
  isXml: true,
  open: async (config) => {
    const sdk = await import('./sns-client.js');
    return { sdk, client: new sdk.SNSClient(config) };
  },
};

export const snsPort: Port<'sns'> = {
  name: 'sns',
  actions: SNS_ACTIONS,
  open: ({ caller }) => snsService(caller(SNS)),
};

/** The calls, made with the AWS SDK. */
function snsService(call: ServiceCaller<Module, Client>): SnsCalls {
  return {
    listSubscriptions: (TopicArn) =>
      unlessMissing(
        readPages((NextToken: string | undefined) =>
          call('ListSubscriptionsByTopic', async ({ sdk, client }, options) => {
            const command = new sdk.ListSubscriptionsByTopicCommand({ TopicArn, NextToken });
            const page = await client.send(command, options);
            const items = (page.Subscriptions ?? []).map(
              ({
                SubscriptionArn: arn = '',
                Protocol: protocol = '',
                Endpoint: endpoint = '',
              }) => ({
                arn,
                protocol,
                endpoint,
              }),
            );
            return { items, next: page.NextToken };
          }),
        ),
      ),

    getFilter: (SubscriptionArn) =>
      unlessMissing(
        call('GetSubscriptionAttributes', async ({ sdk, client }, options) => {
          const command = new sdk.GetSubscriptionAttributesCommand({ SubscriptionArn });
          const { Attributes = {} } = await client.send(command, options);
          const { FilterPolicy, FilterPolicyScope } = Attributes;
          return {
            policy: isNone(FilterPolicy) ? undefined : FilterPolicy,
            scope: FilterPolicyScope ?? DEFAULT_SCOPE,
          };
        }),
      ),

    putSubscription: ({ topic, functionArn, filter }) =>
      call('Subscribe', async ({ sdk, client }, options) => {
        const command = new sdk.SubscribeCommand({
          TopicArn: topic,
          Protocol: 'lambda',
          Endpoint: functionArn,
          ReturnSubscriptionArn: true,
          ...(filter.policy !== undefined && {
            Attributes: { FilterPolicy: filter.policy, FilterPolicyScope: filter.scope },
          }),
        });
        return (await client.send(command, options)).SubscriptionArn ?? '';
      }),

    putAttribute: (SubscriptionArn, AttributeName, AttributeValue) =>
      call('SetSubscriptionAttributes', async ({ sdk, client }, options) => {
        const input = { SubscriptionArn, AttributeName, AttributeValue };
        await client.send(new sdk.SetSubscriptionAttributesCommand(input), options);
      }),

    deleteSubscription: (SubscriptionArn) =>
      unlessMissing(
        call('Unsubscribe', async ({ sdk, client }, options) => {
          await client.send(new sdk.UnsubscribeCommand({ SubscriptionArn }), options);
        }),
      ),
  };
}

/** A policy that was taken away reads as an empty one. */
function isNone(policy: string | undefined): boolean {
  return policy === undefined || /^\s*(?:\{\s*\})?\s*$/.test(policy);
}
