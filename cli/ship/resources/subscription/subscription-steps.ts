// Creates, changes and deletes subscriptions. The function's permission for the topic is added first
// (permission/invoker-steps.ts).
import { isCloudError } from '../../../cloud/cloud-error.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { type ArnPlace, functionArn } from '../../stage/arn.js';
import type { Deletion } from '../../stage/resource-type.js';
import { disconnection } from '../event-source/invokers.js';
import { placeIn, type Session } from '../../stage/session.js';
import { NOTHING, type Step } from '../../stage/step.js';
import { invokedIds } from '../function/function-state.js';
import { topicArn } from './read-subscriptions.js';
import {
  type DesiredSubscription,
  type SubscriptionChange,
  type SubscriptionPlace,
  subscriptionText,
} from './subscription-state.js';

/** The steps of one change. Deletions have steps of their own. */
export function subscriptionSteps(change: SubscriptionChange, session: Session): readonly Step[] {
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
export function deletionOf(subscription: SubscriptionPlace, place: ArnPlace): Deletion {
  const { topic, functionName } = subscription;
  return disconnection('subscription', subscriptionText(subscription), async ({ cloud }) => {
    const endpoint = functionArn(functionName, place);
    const arn = await findSubscription(cloud, topicArn(topic, place), endpoint);
    if (arn === undefined) return NOTHING;
    return cloud.sns.deleteSubscription(arn);
  });
}
