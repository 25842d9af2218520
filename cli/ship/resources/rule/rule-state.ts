// Rules of EventBridge in the states of a stage: what sends events of a bus, or the time, to a function.
import type { CloudRule, RulePlace, RuleSettings } from '../../../cloud/events-calls.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import { shortDigest } from '../source/short-digest.js';

declare module '../../stage/states.js' {
  interface Desired {
    /** In the order of the manifest. */
    readonly rules: readonly DesiredRule[];
  }
  interface Observed {
    /** Ours, those that are not desired any more too; and others of a name that is desired. */
    readonly rules: readonly ObservedRule[];
    /** Names of event buses that rules want and that are not there. */
    readonly missingBuses: readonly string[];
  }
  interface Plan {
    readonly rules: readonly RuleChange[];
  }
  interface DeployedState {
    /** Absent for none; while a deploy is under way, those it may make are among them. */
    readonly rules?: readonly RecordedRule[];
  }
}

export type DesiredRule = RulePlace &
  RuleSettings & {
    /** The function that it calls, by its name in the cloud. */
    readonly functionName: string;
    /** JSON that the function gets in place of the event. */
    readonly input: string | undefined;
    readonly tags: Tags;
  };

export type ObservedRule = CloudRule & {
  /** What it calls, as {@link targetDigest} has it; undefined when it does not call what it should. */
  readonly target: string | undefined;
  /** Undefined when the record says that it is ours. */
  readonly tags: Tags | undefined;
};

export type RecordedRule = RulePlace & {
  /** See {@link targetDigest}. */
  readonly target: string;
};

/** `tags`: of a rule that is there. */
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

/** The name of the bus of AWS's own services, and of all schedules. */
export const DEFAULT_BUS = 'default';

/** The id of the target of a rule that is our function. */
export const TARGET_ID = 'function';

/** A rule in the words of a plan; it tells rules of several buses apart. */
export function ruleText({ name, bus }: RulePlace): string {
  return bus === DEFAULT_BUS ? name : `${bus}/${name}`;
}

export function isSameRule(one: RulePlace, other: RulePlace): boolean {
  return one.name === other.name && one.bus === other.bus;
}

/** What a rule calls with what, in few letters: the list of rules does not tell it. */
export function targetDigest(functionName: string, input: string | undefined): string {
  const text = JSON.stringify([functionName, input ?? null]);
  return shortDigest(text);
}

export function digestOf({ functionName, input }: DesiredRule): string {
  return targetDigest(functionName, input);
}
