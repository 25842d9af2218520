// The calls to EventBridge: rules, and what they send events to.
import { type ActionsOf, callOn } from '../call-needs.js';
import type { Tags } from '../cloud.js';
import { unlessMissing } from '../cloud-error.js';
import type * as eventsClient from './event-bridge-client.js';
import { readPages } from '../pages.js';
import type { Port, SdkService } from '../port.js';
import type { ServiceCaller } from '../service-caller.js';
import { tagList, tagsOf } from '../tag-list.js';

export type RulePlace = {
  readonly name: string;
  /** Name or ARN of the event bus; `default` is the one of AWS's own services. */
  readonly bus: string;
};

/** What PutRule sets; what it is not told is taken away. */
export type RuleSettings = {
  /** JSON. */
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
  /** JSON that it gets in place of the event. */
  readonly input: string | undefined;
};

export type EventsCalls = {
  /** The rules of a bus whose names begin so, every page; undefined when there is no such bus. */
  readonly listRules: (
    bus: string,
    namePrefix: string,
  ) => Promise<readonly CloudRule[] | undefined>;
  readonly listTargets: (rule: RulePlace) => Promise<readonly RuleTarget[]>;
  readonly listRuleTags: (arn: string) => Promise<Tags>;
  /** Makes a rule with the tags, or changes one, which then keeps its own. Returns its ARN. */
  readonly putRule: (rule: RulePlace & RuleSettings, tags: Tags) => Promise<string>;
  readonly tagRule: (arn: string, tags: Tags) => Promise<void>;
  readonly putTarget: (rule: RulePlace, target: RuleTarget) => Promise<void>;
  /** What is gone already is no error. */
  readonly removeTargets: (rule: RulePlace, ids: readonly string[]) => Promise<void>;
  readonly deleteRule: (rule: RulePlace) => Promise<void>;
};

const EVENTS_ACTIONS: ActionsOf<EventsCalls> = {
  // It cannot be narrowed; only a stage with rules asks.
  listRules: callOn('rules', 'read', 'events:ListRules'),
  listTargets: callOn('rule', 'read', 'events:ListTargetsByRule'),
  listRuleTags: callOn('rule', 'read', 'events:ListTagsForResource'),
  putRule: callOn('rule', 'write', 'events:PutRule', 'events:TagResource'),
  tagRule: callOn('rule', 'write', 'events:TagResource'),
  putTarget: callOn('rule', 'write', 'events:PutTargets'),
  removeTargets: callOn('rule', 'remove', 'events:RemoveTargets'),
  deleteRule: callOn('rule', 'remove', 'events:DeleteRule'),
};

type Module = typeof eventsClient;
type Client = InstanceType<Module['EventBridgeClient']>;

declare module '../cloud.js' {
  interface CloudCalls {
    readonly events: EventsCalls;
  }
}

const EVENTS: SdkService<Module, Client> = {
  id: 'EVENTBRIDGE',
  prefix: 'events',
  open: async (config) => {
    const sdk = await import('./event-bridge-client.js');
    return { sdk, client: new sdk.EventBridgeClient(config) };
  },
};

export const eventsPort: Port<'events'> = {
  name: 'events',
  actions: EVENTS_ACTIONS,
  open: ({ caller }) => eventsService(caller(EVENTS)),
};

/** The calls, made with the AWS SDK. */
function eventsService(call: ServiceCaller<Module, Client>): EventsCalls {
  return {
    listRules: (bus, NamePrefix) =>
      unlessMissing(
        readPages((NextToken: string | undefined) =>
          call('ListRules', async ({ sdk, client }, options) => {
            const input = { EventBusName: bus, NamePrefix, NextToken };
            const page = await client.send(new sdk.ListRulesCommand(input), options);
            const items = (page.Rules ?? []).map((rule): CloudRule => {
              const { Name: name = '', Arn: arn = '', State: state } = rule;
              return {
                name,
                bus,
                arn,
                pattern: rule.EventPattern,
                expression: rule.ScheduleExpression,
                description: rule.Description,
                isEnabled: state !== 'DISABLED',
              };
            });
            return { items, next: page.NextToken };
          }),
        ),
      ),

    listTargets: ({ name, bus }) =>
      unlessMissing(
        readPages((NextToken: string | undefined) =>
          call('ListTargetsByRule', async ({ sdk, client }, options) => {
            const input = { Rule: name, EventBusName: bus, NextToken };
            const page = await client.send(new sdk.ListTargetsByRuleCommand(input), options);
            const items = (page.Targets ?? []).map(
              ({ Id: id = '', Arn: arn = '', Input: input }): RuleTarget => ({ id, arn, input }),
            );
            return { items, next: page.NextToken };
          }),
        ),
        [],
      ),

    listRuleTags: (ResourceARN) =>
      unlessMissing(
        call('ListTagsForResource', async ({ sdk, client }, options) => {
          const command = new sdk.ListTagsForResourceCommand({ ResourceARN });
          return tagsOf((await client.send(command, options)).Tags);
        }),
        {},
      ),

    putRule: ({ name, bus, pattern, expression, description, isEnabled }, tags) =>
      call('PutRule', async ({ sdk, client }, options) => {
        const command = new sdk.PutRuleCommand({
          Name: name,
          EventBusName: bus,
          EventPattern: pattern,
          ScheduleExpression: expression,
          Description: description,
          State: isEnabled ? 'ENABLED' : 'DISABLED',
          Tags: tagList(tags),
        });
        return (await client.send(command, options)).RuleArn ?? '';
      }),

    tagRule: (ResourceARN, tags) =>
      call('TagResource', async ({ sdk, client }, options) => {
        const input = { ResourceARN, Tags: tagList(tags) };
        await client.send(new sdk.TagResourceCommand(input), options);
      }),

    putTarget: ({ name, bus }, { id, arn, input }) =>
      call('PutTargets', async ({ sdk, client }, options) => {
        const command = new sdk.PutTargetsCommand({
          Rule: name,
          EventBusName: bus,
          Targets: [{ Id: id, Arn: arn, Input: input }],
        });
        refuseFailedEntries((await client.send(command, options)).FailedEntries?.map(entryOf));
      }),

    removeTargets: ({ name, bus }, ids) =>
      unlessMissing(
        call('RemoveTargets', async ({ sdk, client }, options) => {
          const input = { Rule: name, EventBusName: bus, Ids: [...ids] };
          const { FailedEntries } = await client.send(new sdk.RemoveTargetsCommand(input), options);
          refuseFailedEntries(FailedEntries?.map(entryOf));
        }),
      ),

    deleteRule: ({ name, bus }) =>
      unlessMissing(
        call('DeleteRule', async ({ sdk, client }, options) => {
          const input = { Name: name, EventBusName: bus };
          await client.send(new sdk.DeleteRuleCommand(input), options);
        }),
      ),
  };
}

function entryOf(entry: {
  readonly ErrorCode?: string | undefined;
  readonly ErrorMessage?: string | undefined;
}): FailedEntry {
  return { code: entry.ErrorCode ?? '', message: entry.ErrorMessage ?? '' };
}

type FailedEntry = { readonly code: string; readonly message: string };

/** EventBridge answers 200 when a part of a call failed. Throws for such a part as the SDK throws for a refused call. */
function refuseFailedEntries(entries: readonly FailedEntry[] = []): void {
  const [first] = entries;
  if (!first) return;
  const name = first.code === '' ? 'FailedEntry' : first.code;
  const text = first.message === '' ? name : first.message;
  throw Object.assign(new Error(text), { name, $metadata: { httpStatusCode: 400 } });
}
