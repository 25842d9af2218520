// The desired subscriptions, and the statements that they need.
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource } from '../../../config/event-sources.js';
import { DEFAULT_SCOPE } from '../../../cloud/sns/sns-calls.js';
import type { DesiredInput } from '../../stage/states.js';
import { declaredBy } from '../event-source/declared.js';
import type { InvokerService, InvokerSource } from '../event-source/invokers.js';
import { type DesiredSubscription, subscriptionText } from './subscription-state.js';

export function desiredSubscriptions({
  manifest,
  config,
  app,
}: DesiredInput): readonly DesiredSubscription[] {
  const base = baseName(app, config.stage);
  return (manifest.events ?? []).flatMap((entry) => {
    if (entry.kind !== 'sns') return [];
    const { filterPolicy, filterPolicyScope = DEFAULT_SCOPE } = entry;
    const topic = resolveSource({ kind: 'topic', name: entry.topic }, entry.function, config);
    return [
      {
        topic: topic.arn?.text ?? topic.name,
        functionName: functionNameOf(base, entry.function),
        declared: declaredBy(entry),
        filter: {
          policy: filterPolicy && JSON.stringify(filterPolicy),
          // The scope has no meaning without a filter.
          scope: filterPolicy ? filterPolicyScope : DEFAULT_SCOPE,
        },
      },
    ];
  });
}

export const SNS: InvokerService = {
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
    subscriptions.flatMap(({ action, subscription }) =>
      action === 'delete' ? [`delete subscription ${subscriptionText(subscription)}`] : [],
    ),
};
