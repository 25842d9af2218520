// The rules of the desired state: of each event pattern, and of each schedule that needs neither a time zone nor a single time.
import { createHash } from 'node:crypto';
import type { EventEntry } from '../../../../runtime/contract/manifest.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource } from '../../../config/event-sources.js';
import { NAME_LENGTH } from '../../../config/limits.js';
import type { DesiredInput } from '../../stage/states.js';
import { DEFAULT_BUS, type DesiredRule } from './rule-state.js';

type Sketch = Omit<DesiredRule, 'name' | 'tags' | 'functionName'>;

/** In the order of the manifest. The first rule of a function has the name of the function. */
export function desiredRules(input: DesiredInput): readonly DesiredRule[] {
  const { manifest, config, app, ownTags: tags } = input;
  const base = baseName(app, config.stage);
  const rows = (manifest.events ?? []).flatMap((entry) => {
    const sketch = sketchOf(entry, input);
    return sketch ? [{ functionName: functionNameOf(base, entry.function), sketch }] : [];
  });
  const names = nameRules(rows.map(({ functionName }) => functionName));
  return rows.map(({ functionName, sketch }, index) => ({
    ...sketch,
    name: names[index] ?? functionName,
    functionName,
    tags,
  }));
}

/** Undefined for a source that needs no rule. */
function sketchOf(entry: EventEntry, input: DesiredInput): Sketch | undefined {
  if (entry.kind === 'rule') {
    const { pattern, description, enabled } = entry;
    return {
      bus: busName(entry, input),
      pattern: JSON.stringify(pattern),
      expression: undefined,
      description,
      isEnabled: enabled,
      input: undefined,
    };
  }
  if (entry.kind === 'schedule' && !isForScheduler(entry)) {
    const { expression, description, enabled } = entry;
    return {
      bus: DEFAULT_BUS,
      pattern: undefined,
      expression,
      description,
      isEnabled: enabled,
      input: entry.input === undefined ? undefined : JSON.stringify(entry.input),
    };
  }
  return undefined;
}

/** A rule knows neither time zones nor single times. */
export function isForScheduler({
  expression,
  timezone,
}: {
  readonly expression: string;
  readonly timezone?: string;
}): boolean {
  return timezone !== undefined || expression.startsWith('at(');
}

/** The name of the bus: an ARN of one tells the same. */
function busName(
  { bus, function: key }: EventEntry & { readonly kind: 'rule' },
  { config }: DesiredInput,
): string {
  return resolveSource({ kind: 'bus', name: bus }, key, config).name;
}

/** `shop-dev-report`, `shop-dev-report-2`; a function that is called `report-2` keeps its own. */
function nameRules(functionNames: readonly string[]): readonly string[] {
  const taken = new Set(functionNames);
  const seen = new Set<string>();
  return functionNames.map((functionName) => {
    if (!seen.has(functionName)) {
      seen.add(functionName);
      return functionName;
    }
    let number = 2;
    while (taken.has(numbered(functionName, number))) number += 1;
    const name = numbered(functionName, number);
    taken.add(name);
    return name;
  });
}

/** Cut with a digest where it is too long. */
function numbered(functionName: string, number: number): string {
  const name = `${functionName}-${number}`;
  if (name.length <= NAME_LENGTH) return name;
  const digest = createHash('sha256').update(functionName).digest('hex').slice(0, 8);
  const end = `-${digest}-${number}`;
  return `${functionName.slice(0, NAME_LENGTH - end.length)}${end}`;
}
