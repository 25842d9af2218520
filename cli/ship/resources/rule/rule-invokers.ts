// The statements for rules in the policies of their functions.
import { baseName } from '../../../config/cloud-names.js';
import type { DesiredInput } from '../../stage/states.js';
import type { Invoker, InvokerService, InvokerSource } from '../event-source/invokers.js';
import { desiredRules } from './desired-rules.js';
import { DEFAULT_BUS, type DesiredRule, ruleText } from './rule-state.js';

/**
 * A policy has at most 20 KB, about sixty statements. A function with more rules than this has one statement for all rules
 * of the stage.
 */
const MOST_STATEMENTS = 10;

export const EVENT_BRIDGE: InvokerService = {
  kind: 'rule',
  principal: 'events.amazonaws.com',
  name: 'EventBridge',
  service: 'events',
};

export const ruleInvokers: InvokerSource = {
  by: EVENT_BRIDGE,
  desired: (input) => {
    const rules = desiredRules(input);
    const names = [...new Set(rules.map(({ functionName }) => functionName))];
    return names.flatMap((name) =>
      invokersOf(
        rules.filter(({ functionName }) => functionName === name),
        input,
      ),
    );
  },
  ends: ({ rules }) =>
    rules.flatMap(({ action, rule }) =>
      action === 'delete' ? [`delete rule ${ruleText(rule)}`] : [],
    ),
};

/** The statements for the rules of one function. */
function invokersOf(rules: readonly DesiredRule[], input: DesiredInput): readonly Invoker[] {
  const { app, config } = input;
  const any = `${baseName(app, config.stage)}-*`;
  const names =
    rules.length <= MOST_STATEMENTS ? rules : rules.map(({ bus }) => ({ bus, name: any }));
  const [first] = rules;
  if (!first) return [];
  return [...new Set(names.map((place) => `rule/${ruleText(place)}`))].map((source) => ({
    by: EVENT_BRIDGE,
    functionName: first.functionName,
    source,
  }));
}

/** The name of the bus in the ARN of a rule. */
export function busOfRule(arn: string): string | undefined {
  const [, path] = /^arn:[^:]+:events:[^:]*:[^:]*:rule\/(.+)$/.exec(arn) ?? [];
  if (path === undefined) return undefined;
  const end = path.lastIndexOf('/');
  return end === -1 ? DEFAULT_BUS : path.slice(0, end);
}
