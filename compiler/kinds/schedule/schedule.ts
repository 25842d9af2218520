// `app.schedule('rate(5 minutes)')`: a function that EventBridge calls on a schedule.
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import { type Diagnostic, code, diagnose } from '../../diagnostics/diagnostic.js';
import { rejected, sound, wrongType, type Decoded } from '../../values/decoded.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { accepts } from '../../declarations/declared-type.js';
import {
  eventKind,
  type EventKind,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { decodeJson, eventBridgeOptions } from '../event/readings.js';
import { viewName } from '../view/view.js';
import * as texts from './catalogue.js';
import { checkExpression, decodeTimeZone, decodeRate, RATE } from './expression.js';
import { isOver } from './next-times.js';

/** `app.schedule('rate(5 minutes)')`. */
export type ScheduleSource = {
  readonly kind: 'schedule';
  /** `rate(...)`, `cron(...)` or `at(...)`. */
  readonly expression: string;
  /** A name from the IANA time zone database; defaults to UTC. */
  readonly timezone?: string;
  /** JSON that the function receives instead of the event. */
  readonly input?: unknown;
  readonly description?: string;
  readonly enabled: boolean;
};

type ScheduleOptions = Pick<ScheduleSource, 'timezone' | 'description' | 'enabled'> & {
  /** Wrapped in an object, because the value may be `null`. */
  readonly input?: { readonly json: unknown };
};

/** The maximum length of the input that EventBridge accepts. */
const LONGEST_INPUT = 8192;

export const SCHEDULE: EventKind = eventKind<ScheduleOptions, ScheduleSource>({
  member: 'schedule',
  sourceKind: 'schedule',
  leading: {
    name: 'expression',
    schema: {
      description: '`rate(...)`, `cron(...)` or `at(...)`.',
      type: 'string',
      pattern: '^(rate|cron|at)\\(.+\\)$',
    },
  },
  forms: [],
  example: "app.schedule('rate(5 minutes)')",
  entryText: ({ expression, timezone }, now) => {
    const text = timezone === undefined ? expression : `${expression} ${timezone}`;
    return isOver({ expression, timezone, from: now }) ? `${text} (has passed)` : text;
  },
  eventTypes: (view) => (hasInput(view) ? [] : ['ScheduledEvent']),
  reading: (view) => (hasInput(view) ? { isWhole: true } : {}),
  plainPayload: undefined,
  table: {
    timezone: {
      decode: decodeTimeZone,
      problems: [texts.timeZone],
      schema: { type: 'string', minLength: 1 },
      meaning:
        'The time zone for `cron` and `at`: a name from the IANA time zone database; defaults to UTC.',
    },
    input: {
      decode: decodeInput,
      problems: [texts.scheduleInput, texts.scheduleInputType],
      schema: {},
      meaning: 'JSON that the function receives instead of the event.',
    },
    ...eventBridgeOptions('schedule'),
  },
  read,
  identity: ({ expression, timezone = 'UTC', input }) => ({
    key: `schedule ${expression} ${timezone} ${JSON.stringify(input)}`,
    what: `the schedule ${code(expression)}`,
  }),
  makers: [RATE],
  catalogue: Object.values(texts),
  rules: [(facts) => facts.views.flatMap((view) => checkInput(facts, view))],
  schemas: {
    timezone: { description: 'A name in the IANA database; defaults to UTC.', type: 'string' },
    input: { description: 'JSON that the function receives instead of the event.' },
  },
});

function hasInput({ options }: ViewDeclaration): boolean {
  return entryOf(options, 'input') !== undefined;
}

function decodeInput(value: StaticValue): Decoded<{ readonly json: unknown }> {
  const say = (found: string, at: StaticValue['at']): Diagnostic =>
    diagnose(texts.scheduleInput, { found }, { at });
  const { value: json, findings } = decodeJson(value, say);
  if (findings.length > 0 || json === undefined) return { value: undefined, findings };
  const { length } = JSON.stringify(json);
  if (length <= LONGEST_INPUT) return sound({ json });
  return rejected(say(`one of ${String(length)}`, value.at));
}

function read({ view, first, options }: GivenSource<ScheduleOptions>): ReadSource<ScheduleSource> {
  const { value: expression, findings } = decodeExpression(view, first);
  const { value } = options;
  if (expression === undefined || !value) return { source: undefined, findings };
  const { timezone, input, description, enabled } = value;
  const source: ScheduleSource = {
    kind: 'schedule',
    expression,
    ...(timezone !== undefined && { timezone }),
    ...(input && { input: input.json }),
    ...(description !== undefined && { description }),
    enabled,
  };
  return { source, findings, ...(input && { runtime: { hasInput: true } }) };
}

function decodeExpression(view: ViewDeclaration, first: StaticValue | undefined): Decoded<string> {
  if (!first)
    return rejected(diagnose(texts.scheduleExpression, { found: 'nothing' }, { at: view.at }));
  if (first.kind === 'instance' && first.name === RATE) return decodeRate(first);
  if (first.kind !== 'string') return wrongType(texts.scheduleExpression, first);
  const findings = checkExpression(first);
  return { value: findings.length > 0 ? undefined : first.value, findings };
}

/** Checks that `input` matches the type of the parameter, because the function is called with it. */
function checkInput(facts: AppFacts, view: ViewDeclaration): readonly Diagnostic[] {
  if (view.kind !== SCHEDULE.member) return [];
  const [first] = view.target.parameters;
  const { source } = SCHEDULE.read(view);
  const given = entryOf(view.options, 'input')?.value;
  const { payload, name } = first?.event ?? {};
  if (source?.kind !== 'schedule' || !given || !payload || name !== undefined) return [];
  if (payload.problems.length > 0) return [];
  if (accepts({ definitions: facts.types }, payload.type, source.input)) return [];
  const data = { name: viewName(view.target), type: first?.type ?? 'unknown' };
  const related = [{ message: 'The type is here.', at: payload.at }];
  return [diagnose(texts.scheduleInputType, data, { at: given.at, related })];
}
