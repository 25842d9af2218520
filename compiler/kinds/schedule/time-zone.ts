// Names of time zones: those of the IANA database, as `Intl` knows them.
import { diagnose } from '../../diagnostics/diagnose.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import { sound, type Decoded } from '../../values/decoded.js';
import { replaceInText } from '../../values/literal-place.js';
import type { StaticValue } from '../../values/static-value.js';
import { refuseValue } from '../event/readings.js';
import * as texts from './catalogue.js';

const EXPECTED = 'the name of a time zone, such as `Europe/Berlin`';

export function decodeTimeZone(value: StaticValue): Decoded<string> {
  if (value.kind !== 'string')
    return refuseValue(value, { option: 'timezone', expected: EXPECTED });
  const name = value.value;
  if (isTimeZone(name)) return sound(name);
  const suggestion = suggest(name);
  const fix =
    suggestion === undefined
      ? undefined
      : replaceInText(value, [0, name.length], { title: `Write ${suggestion}`, text: suggestion });
  return {
    value: undefined,
    findings: [diagnose(texts.timeZone, { name, suggestion }, { at: value.at, fix })],
  };
}

/** `Intl` also takes offsets, and names in any case. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w+/-]*$/u.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

function suggest(name: string): string | undefined {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const lower = name.toLowerCase().replaceAll(' ', '_');
  return (
    known.find((one) => one.toLowerCase() === lower) ??
    known.find((one) => one.toLowerCase().endsWith(`/${lower}`)) ??
    (known.some((one) => areaOf(one) === areaOf(name))
      ? nearestOfArea(name, known)
      : nearestName(name, known))
  );
}

/** `Europe/` of `Europe/Vienna`. */
function areaOf(name: string): string {
  return name.slice(0, name.indexOf('/') + 1);
}

/** Compares places without their area, because `Europe/` makes `Europe/Wien` and `Europe/Kiev` look alike. */
function nearestOfArea(name: string, known: readonly string[]): string | undefined {
  const area = areaOf(name);
  const places = known.filter((one) => areaOf(one) === area).map((one) => one.slice(area.length));
  const place = nearestName(name.slice(area.length), places);
  return place === undefined ? undefined : `${area}${place}`;
}
