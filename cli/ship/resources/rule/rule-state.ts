// EventBridge rules in the states of a stage. A rule calls a function for events of a bus, or at times.
import type {
  CloudRule,
  RulePlace,
  RuleSettings,
} from '../../../cloud/event-bridge/event-bridge-calls.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { SourceArn } from '../../../../compiler/declarations/source-forms.js';
import type { Declared } from '../event-source/declared.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import { shortDigest } from '../event-source/source-names.js';

declare module '../../stage/states.js' {
  interface Desired {
    /** In the order of the manifest. */
    readonly rules: readonly DesiredRule[];
  }
  interface Observed {
    /** The rules of the stage, also those that are no longer desired, and rules of others with a desired name. */
    readonly rules: readonly ObservedRule[];
    /** Names of event buses that the source uses and that do not exist. */
    readonly missingBuses: readonly string[];
    /** Undefined where no rule of the source names its bus by an ARN. */
    readonly accountOfRules: string | undefined;
  }
  interface Plan {
    readonly rules: readonly RuleChange[];
  }
  interface DeployedState {
    /** Absent for none. During a deploy also those that it may create. */
    readonly rules?: readonly RulePlace[];
  }
}

export type DesiredRule = RulePlace &
  RuleSettings & {
    /** The name of the called function in the cloud. */
    readonly functionName: string;
    /** JSON that EventBridge sends to the function in place of the event. */
    readonly input: string | undefined;
    readonly tags: Tags;
    readonly busArn: SourceArn | undefined;
    readonly declared: Declared;
  };

export type ObservedRule = CloudRule & {
  /** The {@link targetDigest} of its target; undefined for a target that is not our function. */
  readonly target: string | undefined;
  /** Undefined when the record says that the rule is ours. */
  readonly tags: Tags | undefined;
};

/** `tags` is a change of an existing rule's tags. */
export type RulePart = 'rule' | 'target' | 'tags';

export type RuleChange =
  | { readonly action: 'create'; readonly rule: DesiredRule }
  | {
      readonly action: 'update' | 'unchanged';
      readonly rule: DesiredRule;
      readonly observed: ObservedRule;
      readonly parts: readonly RulePart[];
      readonly fields: readonly FieldChange[];
    }
  | { readonly action: 'delete'; readonly rule: RulePlace };

/** The name of the bus with the events of AWS services, and of all schedules. */
export const DEFAULT_BUS = 'default';

/** The id of the target of a rule that is our function. */
export const TARGET_ID = 'function';

/** The name of a rule in a plan, with its bus unless that is the default one. */
export function ruleText({ name, bus }: RulePlace): string {
  return bus === DEFAULT_BUS ? name : `${bus}/${name}`;
}

export function isSameRule(one: RulePlace, other: RulePlace): boolean {
  return one.name === other.name && one.bus === other.bus;
}

/** A digest of the target of a rule. */
export function targetDigest(functionName: string, input: string | undefined): string {
  const text = JSON.stringify([functionName, input ?? null]);
  return shortDigest(text);
}

export function digestOf({ functionName, input }: DesiredRule): string {
  return targetDigest(functionName, input);
}
