// The desired rules: one for each event pattern, and for each schedule without a time zone that runs more than once.
import type { EventEntry } from '../../../../runtime/contract/manifest.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource } from '../../../config/event-sources.js';
import type { DesiredInput } from '../../stage/states.js';
import { declaredBy } from '../event-source/declared.js';
import { isForScheduler } from '../schedule/scheduler-role.js';
import { nameSources } from '../event-source/source-names.js';
import { objectPattern } from './object-pattern.js';
import { DEFAULT_BUS, type DesiredRule, ruleText } from './rule-state.js';
import type { Invoker, InvokerService, InvokerSource } from '../event-source/invokers.js';

type Sketch = Omit<DesiredRule, 'name' | 'tags' | 'functionName'>;

/** In the order of the manifest. The first rule of a function has the name of the function. */
export function desiredRules(input: DesiredInput): readonly DesiredRule[] {
  const { manifest, config, app, ownTags: tags } = input;
  const base = baseName(app, config.stage);
  const rows = (manifest.events ?? []).flatMap((entry) => {
    const sketch = sketchOf(entry, input);
    return sketch ? [{ functionName: functionNameOf(base, entry.function), sketch }] : [];
  });
  const names = nameSources(rows.map(({ functionName }) => functionName));
  return rows.map(({ functionName, sketch }, index) => ({
    ...sketch,
    name: names[index] ?? functionName,
    functionName,
    tags,
  }));
}

const PLAIN = {
  bus: DEFAULT_BUS,
  busArn: undefined,
  pattern: undefined,
  expression: undefined,
  description: undefined,
  isEnabled: true,
  input: undefined,
} as const;

/** Undefined for an event source that needs no rule. */
function sketchOf(entry: EventEntry, input: DesiredInput): Sketch | undefined {
  if (entry.kind === 'rule') {
    const { pattern, description, enabled } = entry;
    const reference = { kind: 'bus', name: entry.bus } as const;
    const bus = resolveSource(reference, entry.function, input.config);
    return {
      ...PLAIN,
      declared: declaredBy(entry),
      bus: bus.name,
      busArn: bus.arn,
      pattern: JSON.stringify(pattern),
      description,
      isEnabled: enabled,
    };
  }
  if (entry.kind === 'schedule' && !isForScheduler(entry)) {
    const { expression, description, enabled } = entry;
    return {
      ...PLAIN,
      declared: declaredBy(entry),
      expression,
      description,
      isEnabled: enabled,
      input: entry.input === undefined ? undefined : JSON.stringify(entry.input),
    };
  }
  if (entry.kind === 's3' && entry.delivery === 'eventbridge') {
    const reference = { kind: 'bucket', name: entry.bucket } as const;
    const bucket = resolveSource(reference, entry.function, input.config).name;
    return {
      ...PLAIN,
      declared: declaredBy(entry),
      pattern: JSON.stringify(objectPattern(bucket, entry)),
    };
  }
  return undefined;
}

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

export function busOfRule(arn: string): string | undefined {
  const [, path] = /^arn:[^:]+:events:[^:]*:[^:]*:rule\/(.+)$/.exec(arn) ?? [];
  if (path === undefined) return undefined;
  const end = path.lastIndexOf('/');
  return end === -1 ? DEFAULT_BUS : path.slice(0, end);
}
