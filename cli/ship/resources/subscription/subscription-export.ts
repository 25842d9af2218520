// Subscriptions as Terraform and CloudFormation write them.
import {
  attributeOf,
  type ExportedResource,
  joined,
  json,
  placeOf,
  type Reference,
} from '../../stage/exported.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import type { Desired } from '../../stage/states.js';
import { functionId } from '../function/function-state.js';
import { type DesiredSubscription, subscriptionText, topicName } from './subscription-state.js';

export const subscriptionExport: ResourceExport = {
  resources: (desired) => ({
    resources: desired.subscriptions.map((one) => exportSubscription(one, desired)),
  }),
  adopted: ({ subscriptions }, observed) =>
    subscriptions.flatMap((one) => {
      const found = observed.subscriptions.find(
        ({ topic, functionName }) =>
          functionName === one.functionName &&
          (topic === one.topic || topicName(topic) === one.topic),
      );
      return found ? [{ resource: idOf(one), importId: found.arn }] : [];
    }),
};

function idOf(one: DesiredSubscription): string {
  return `subscription ${subscriptionText(one)}`;
}

function exportSubscription(one: DesiredSubscription, { functions }: Desired): ExportedResource {
  const { topic, functionName, filter, declared: _declared, ...rest } = one;
  rest satisfies Record<string, never>;
  const policy: unknown = filter.policy === undefined ? undefined : JSON.parse(filter.policy);
  const function_ = attributeOf(functionId(functionName), 'arn');
  const key = functions.find(({ name }) => name === functionName)?.key ?? functionName;
  return {
    id: idOf(one),
    kind: 'Subscription',
    key: `${key}-${topicName(topic)}`,
    terraform: {
      type: 'aws_sns_topic_subscription',
      properties: {
        topic_arn: arnOf(topic),
        protocol: 'lambda',
        endpoint: function_,
        ...(policy !== undefined && {
          filter_policy: json(policy),
          filter_policy_scope: filter.scope,
        }),
      },
    },
    cloudFormation: {
      type: 'AWS::SNS::Subscription',
      properties: {
        TopicArn: arnOf(topic),
        Protocol: 'lambda',
        Endpoint: function_,
        ...(policy !== undefined && {
          FilterPolicy: json(policy),
          FilterPolicyScope: filter.scope,
        }),
      },
    },
  };
}

function arnOf(topic: string): string | Reference {
  if (topic.startsWith('arn:')) return topic;
  const place = joined`${placeOf('region')}:${placeOf('account')}`;
  return joined`arn:${placeOf('partition')}:sns:${place}:${topic}`;
}
