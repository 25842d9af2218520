// Creates, changes and deletes rules. The function's permission for the rule is added first (permission/invoker-steps.ts).
import type { Cloud } from '../../../cloud/cloud.js';
import type { RulePlace } from '../../../cloud/event-bridge/event-bridge-calls.js';
import { functionArn } from '../../stage/arn.js';
import type { Deletion } from '../../stage/resource-type.js';
import { disconnection } from '../event-source/invokers.js';
import { notShown, retry } from '../../stage/retry.js';
import { placeIn, type Session } from '../../stage/session.js';
import type { Step } from '../../stage/step.js';
import { invokedIds } from '../function/function-state.js';
import { type DesiredRule, type RuleChange, ruleText, TARGET_ID } from './rule-state.js';

/** The steps of one change. Deletions have steps of their own. */
export function ruleSteps(change: RuleChange, session: Session): readonly Step[] {
  if (change.action === 'unchanged' || change.action === 'delete') return [];
  const { action, rule } = change;
  const parts = change.action === 'create' ? (['rule', 'target'] as const) : change.parts;
  return [
    {
      id: `rule ${ruleText(rule)}`,
      label: { verb: action, object: `rule ${ruleText(rule)}` },
      dependsOn: invokedIds(rule.functionName),
      run: async () => {
        const { cloud } = session;
        if (parts.includes('rule')) await putRule(rule, session);
        if (parts.includes('target')) await putTarget(rule, action === 'create', session);
        if (change.action === 'update' && parts.includes('tags')) {
          await cloud.events.tagRule(change.observed.arn, rule.tags);
        }
      },
    },
  ];
}

async function putRule(rule: DesiredRule, { cloud, wait }: Session): Promise<void> {
  await retry(() => cloud.events.putRule(rule, rule.tags), wait);
}

async function putTarget(rule: DesiredRule, isNew: boolean, session: Session): Promise<void> {
  const { functionName, input } = rule;
  const arn = functionArn(functionName, placeIn(session));
  const put = (): Promise<void> =>
    session.cloud.events.putTarget(rule, { id: TARGET_ID, arn, input });
  await retry(put, session.wait, [...notShown(isNew), 'busy']);
}

/** EventBridge does not delete a rule that has targets, so all targets of the rule are removed first. */
export function deletionOf(rule: RulePlace): Deletion {
  return disconnection('rule', ruleText(rule), ({ cloud, wait }) =>
    retry(() => deleteRule(cloud, rule), wait),
  );
}

async function deleteRule({ events }: Cloud, rule: RulePlace): Promise<void> {
  const targets = await events.listTargets(rule);
  if (targets.length > 0) {
    await events.removeTargets(
      rule,
      targets.map(({ id }) => id),
    );
  }
  await events.deleteRule(rule);
}
