// `framework explain 'cron(...)'`: prints the next run times of a schedule, or what is wrong with its expression.
import type { Diagnostic } from '../../../../compiler/diagnostics/diagnostic.js';
import {
  checkExpression,
  decodeTimeZone,
  textOfRate,
} from '../../../../compiler/kinds/schedule/expression.js';
import { nextTimes } from '../../../../compiler/kinds/schedule/next-times.js';
import type { StaticText } from '../../../../compiler/values/static-value.js';
import type { Explained } from '../source-commands.js';

const SHOWN_TIMES = 3;

export function explainSchedule(
  typed: string,
  optionOf: (name: string) => string | undefined,
): Explained {
  const expression = textOfRate(typed);
  const timezone = optionOf('timezone');
  const problems = [
    ...checkExpression(written(expression)),
    ...(timezone === undefined ? [] : decodeTimeZone(written(timezone)).findings),
  ].map(withoutPlace);
  if (problems.length > 0) return { kind: 'wrong', diagnostics: problems };
  const times = nextTimes({ expression, timezone, from: new Date(), count: SHOWN_TIMES });
  const next = times.map((time) => time.toISOString());
  return {
    kind: 'explained',
    text: scheduleText(expression, { timezone, times }),
    document: { schedule: expression, timezone: timezone ?? 'UTC', next },
  };
}

type Shown = { readonly timezone: string | undefined; readonly times: readonly Date[] };

/** Lists the next run times in UTC, and in the time zone of the schedule. */
function scheduleText(expression: string, { timezone, times }: Shown): string {
  if (times.length === 0) return `${expression} never runs: its time has passed.\n`;
  const zone = timezone === undefined || timezone === 'UTC' ? undefined : timezone;
  const lines = times.map((time) => {
    const utc = `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return zone === undefined ? `  ${utc}\n` : `  ${utc}  ${clockIn(zone, time)} ${zone}\n`;
  });
  return `${expression} comes next at\n${lines.join('')}`;
}

function clockIn(timeZone: string, time: Date): string {
  // This locale formats dates as in ISO 8601.
  return time.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}

/** Returns a string as if it had been read from a source file. */
function written(value: string): StaticText {
  const at = { file: '', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
  return { kind: 'string', value, at };
}

/** Returns the diagnostic without location and fix, because the expression is not in a file. */
function withoutPlace({ at, fix, related, ...said }: Diagnostic): Diagnostic {
  return said;
}
