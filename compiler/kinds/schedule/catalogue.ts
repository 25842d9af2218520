// FW2920 and higher: EventBridge schedules (docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html).
import { code, codeList, type CatalogueEntry } from '../../diagnostics/diagnostic.js';

const EXAMPLES = '`rate(5 minutes)`, `cron(0 3 * * ? *)` or `at(2030-01-31T08:00:00)`';

export const scheduleExpression: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2920',
  severity: 'error',
  title: 'A schedule is not an EventBridge expression',
  message: ({ found }) =>
    `A schedule must be a rate, a cron expression or a time, but this is ${found}.`,
  hint: () => `Write ${EXAMPLES}.`,
};

export const rateExpression: CatalogueEntry<{
  readonly text: string;
  readonly why: string;
  readonly instead: readonly string[];
}> = {
  code: 'FW2921',
  severity: 'error',
  title: 'A rate expression is not valid',
  message: ({ text, why }) => `${code(text)} is not a rate: ${why}.`,
  hint: ({ instead }) => `Write ${codeList(instead, 'or')}.`,
};

export const cronFields: CatalogueEntry<{
  readonly why: string;
  readonly instead: string | undefined;
}> = {
  code: 'FW2922',
  severity: 'error',
  title: 'A cron expression does not have the six fields of EventBridge',
  message: ({ why }) => `This is not an EventBridge cron expression: ${why}.`,
  hint: ({ instead }) =>
    instead === undefined
      ? 'Write minute, hour, day of month, month, day of week and year: `cron(0 3 * * ? *)` runs every day at 3:00.'
      : `Write ${code(instead)}.`,
};

export const cronField: CatalogueEntry<{
  readonly field: string;
  readonly text: string;
  readonly why: string;
}> = {
  code: 'FW2923',
  severity: 'error',
  title: 'A field of a cron expression is invalid',
  message: ({ field, text, why }) =>
    `${code(text)} is not a valid ${field} in a cron expression: ${why}.`,
};

export const cronNever: CatalogueEntry<{
  readonly days: string;
  readonly months: readonly string[];
}> = {
  code: 'FW2924',
  severity: 'error',
  title: 'A schedule never runs',
  message: ({ days, months }) =>
    `No ${codeList(months, 'or')} has a day ${code(days)}, so this schedule never runs.`,
  hint: () => 'Write `L` for the last day of a month.',
};

export const atExpression: CatalogueEntry<{ readonly text: string; readonly why: string }> = {
  code: 'FW2925',
  severity: 'error',
  title: 'A time expression is not valid',
  message: ({ text, why }) => `${code(text)} is not a time: ${why}.`,
  hint: () => 'Write `at(2030-01-31T08:00:00)`, in the time zone of the option `timezone`, or UTC.',
};

export const timeZone: CatalogueEntry<{
  readonly name: string;
  readonly suggestion: string | undefined;
}> = {
  code: 'FW2926',
  severity: 'error',
  title: 'A time zone is unknown',
  message: ({ name }) => `${code(name)} is not a time zone in the IANA database.`,
  hint: ({ suggestion }) =>
    suggestion === undefined
      ? 'Write a name such as `Europe/Berlin`: unlike an offset, it observes daylight saving time.'
      : `Did you mean ${code(suggestion)}?`,
};

export const scheduleInput: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2927',
  severity: 'error',
  title: 'The input of a schedule is not JSON, or is too long',
  message: ({ found }) =>
    `The \`input\` of a schedule must be JSON of at most 8192 characters, but this is ${found}.`,
};

export const scheduleInputType: CatalogueEntry<{ readonly name: string; readonly type: string }> = {
  code: 'FW2928',
  severity: 'error',
  title: 'The input of a schedule does not match the type of the parameter',
  message: ({ name, type }) =>
    `The function ${code(name)} takes ${code(type)}, but this \`input\` is not of that type.`,
  hint: () =>
    'Change the input or the type: a schedule with `input` calls the function with that value.',
};
