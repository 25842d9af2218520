// Reads the values of source options.
import { code, type diagnose } from '../../diagnostics/diagnostic.js';
import { decodeItems, refuse, sound, type Decoded } from '../../values/decoded.js';
import { type OptionTable, optionReadings, type OptionReadings } from '../../values/options.js';
import type { StaticEntry, StaticValue } from '../../values/static-value.js';
import * as texts from './catalogue.js';

const readings = optionReadings(texts.sourceOptionValue);

export const refuseValue: OptionReadings['refuseValue'] = readings.refuseValue;
export const flagOf: OptionReadings['flagOf'] = readings.flagOf;
export const wholeOf: OptionReadings['wholeOf'] = readings.wholeOf;
export const choiceOf: OptionReadings['choiceOf'] = readings.choiceOf;
export const textOf: OptionReadings['textOf'] = readings.textOf;

/** Returns the options that rules and schedules have in common; `what` is the noun for messages. */
export function eventBridgeOptions(
  what: string,
): OptionTable<{ readonly enabled: boolean; readonly description?: string }> {
  return {
    enabled: {
      ...flagOf('enabled'),
      absent: true,
      meaning: `If false, the ${what} is created disabled; defaults to true.`,
    },
    description: {
      ...textOf('description', 512),
      meaning: `The description of the ${what} in the AWS console.`,
    },
  };
}

/** Reads a value as JSON. Properties that are `undefined` are omitted. */
export function decodeJson(
  value: StaticValue,
  say: (found: string, at: StaticValue['at']) => ReturnType<typeof diagnose>,
): Decoded<unknown> {
  switch (value.kind) {
    case 'string':
    case 'boolean':
      return sound(value.value);
    case 'number':
      return Number.isFinite(value.value)
        ? sound(value.value)
        : { value: undefined, findings: [say(code(String(value.value)), value.at)] };
    case 'null':
      return { value: null, findings: [] };
    case 'list':
      return decodeItems(value, (item) => decodeJson(item, say));
    case 'object':
      return decodeObject(value.entries, say);
    default:
      return refuse(value, (found) => say(found, value.at));
  }
}

function decodeObject(
  entries: readonly StaticEntry[],
  say: Parameters<typeof decodeJson>[1],
): Decoded<unknown> {
  const last = new Map(entries.map(({ key, value }) => [key.value, value]));
  const parts = [...last]
    .filter(([, value]) => value.kind !== 'undefined')
    .map(([name, value]) => [name, decodeJson(value, say)] as const);
  const findings = parts.flatMap(([, part]) => part.findings);
  if (findings.length > 0) return { value: undefined, findings };
  return sound(Object.fromEntries(parts.map(([name, { value }]) => [name, value])));
}
