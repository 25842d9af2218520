// The EventBridge calls: for rules and their targets.
import type { Tags } from '../cloud.js';
import { unlessMissing } from '../cloud-error.js';
import { type Calls, callOn, type Port, port, tagList, tagsOf } from '../service.js';
import type { PutTargetsResponse, RemoveTargetsResponse } from '@aws-sdk/client-eventbridge';
import type * as sdk from '@aws-sdk/client-eventbridge';

export type RulePlace = {
  readonly name: string;
  /** The name or ARN of the event bus; `default` is the bus for events from AWS services. */
  readonly bus: string;
};

/** The settings that PutRule sets. Missing settings are cleared. */
export type RuleSettings = {
  /** A JSON string. */
  readonly pattern: string | undefined;
  /** `rate(...)` or `cron(...)`. */
  readonly expression: string | undefined;
  readonly description: string | undefined;
  readonly isEnabled: boolean;
};

export type CloudRule = RulePlace & RuleSettings & { readonly arn: string };

export type RuleTarget = {
  readonly id: string;
  readonly arn: string;
  /** The JSON that the target receives instead of the event. */
  readonly input: string | undefined;
};

export const eventsPort: Port<'events', ReturnType<typeof eventsCalls>> = port({
  name: 'events',
  id: 'EVENTBRIDGE',
  prefix: 'events',
  load: () => import('@aws-sdk/client-eventbridge'),
  client: 'EventBridgeClient',
  actions: {
    // The action cannot be restricted to a resource; only stages with rules need it.
    listRules: callOn('rules', 'read', 'events:ListRules'),
    listTargets: callOn('rule', 'read', 'events:ListTargetsByRule'),
    listRuleTags: callOn('rule', 'read', 'events:ListTagsForResource'),
    putRule: callOn('rule', 'write', 'events:PutRule', 'events:TagResource'),
    tagRule: callOn('rule', 'write', 'events:TagResource'),
    putTarget: callOn('rule', 'write', 'events:PutTargets'),
    removeTargets: callOn('rule', 'remove', 'events:RemoveTargets'),
    deleteRule: callOn('rule', 'remove', 'events:DeleteRule'),
  },
  calls: eventsCalls,
});

function eventsCalls({ send, remove, pages }: Calls<typeof sdk>) {
  return {
    /** Returns the rules of a bus whose names begin with a prefix; undefined if the bus does not exist. */
    listRules: (bus: string, NamePrefix: string): Promise<readonly CloudRule[] | undefined> =>
      unlessMissing(
        pages('ListRules', { EventBusName: bus, NamePrefix }, ({ Rules }) =>
          Rules?.map((rule): CloudRule => ({
            name: rule.Name ?? '',
            bus,
            arn: rule.Arn ?? '',
            pattern: rule.EventPattern,
            expression: rule.ScheduleExpression,
            description: rule.Description,
            isEnabled: rule.State !== 'DISABLED',
          })),
        ),
      ),

    listTargets: ({ name, bus }: RulePlace): Promise<readonly RuleTarget[]> =>
      unlessMissing(
        pages('ListTargetsByRule', { Rule: name, EventBusName: bus }, ({ Targets }) =>
          Targets?.map(({ Id: id = '', Arn: arn = '', Input: input }) => ({ id, arn, input })),
        ),
        [],
      ),

    listRuleTags: (ResourceARN: string): Promise<Tags> =>
      unlessMissing(
        send('ListTagsForResource', { ResourceARN }, ({ Tags }) => tagsOf(Tags)),
        {},
      ),

    /** Creates a rule with the tags, or changes an existing rule, which keeps its tags. Returns its ARN. */
    putRule: (rule: RulePlace & RuleSettings, tags: Tags): Promise<string> =>
      send(
        'PutRule',
        {
          Name: rule.name,
          EventBusName: rule.bus,
          EventPattern: rule.pattern,
          ScheduleExpression: rule.expression,
          Description: rule.description,
          State: rule.isEnabled ? 'ENABLED' : 'DISABLED',
          Tags: tagList(tags),
        },
        ({ RuleArn }) => RuleArn ?? '',
      ),

    tagRule: (ResourceARN: string, tags: Tags): Promise<void> =>
      send('TagResource', { ResourceARN, Tags: tagList(tags) }),

    putTarget: ({ name, bus }: RulePlace, { id, arn, input }: RuleTarget): Promise<void> =>
      send(
        'PutTargets',
        { Rule: name, EventBusName: bus, Targets: [{ Id: id, Arn: arn, Input: input }] },
        refuseFailed,
      ),

    removeTargets: ({ name, bus }: RulePlace, ids: readonly string[]): Promise<void> =>
      remove('RemoveTargets', { Rule: name, EventBusName: bus, Ids: [...ids] }, refuseFailed),

    deleteRule: ({ name, bus }: RulePlace): Promise<void> =>
      remove('DeleteRule', { Name: name, EventBusName: bus }),
  };
}

/** Throws if part of a call failed, as the SDK does for a rejected call, because EventBridge still responds with 200. */
function refuseFailed({ FailedEntries }: PutTargetsResponse | RemoveTargetsResponse): void {
  const [first] = FailedEntries ?? [];
  if (!first) return;
  const name = first.ErrorCode || 'FailedEntry';
  const facts = { name, $metadata: { httpStatusCode: 400 } };
  throw Object.assign(new Error(first.ErrorMessage || name), facts);
}
