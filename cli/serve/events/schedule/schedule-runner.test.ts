// A manually advanced clock runs schedules at their times.
import { expect, test } from 'vitest';
import type { ScheduleSource } from '../../../../compiler/kinds/schedule/schedule.js';
import type { LocalSource } from '../local-kind.js';
import type { FunctionOutcome } from '../../gateway/index.js';
import { nextTimes } from '../../../../compiler/kinds/schedule/next-times.js';
import { createScheduleRunner, type ScheduleClock } from './schedule-runner.js';

const MINUTE = 60_000;
const at = { file: 'app.ts', line: 1, column: 1 };

function scheduleOf(name: string, own: Partial<ScheduleSource> = {}): LocalSource {
  const source = { kind: 'schedule', expression: 'rate(5 minutes)', enabled: true } as const;
  return {
    entry: { ...source, ...own, function: name, member: 'schedule', at },
    name: undefined,
    place: {},
  };
}

/** Every five minutes; the parsing of expressions is tested elsewhere. */
function handClock(): ScheduleClock & { readonly moveTo: (time: number) => Promise<void> } {
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
    nextTime: ({ expression }, from) =>
      expression === 'at(never)' ? undefined : new Date(from.getTime() + 5 * MINUTE),
    moveTo: async (time) => {
      for (;;) {
        const [next] = timers.filter((timer) => timer.at <= time).sort((a, b) => a.at - b.at);
        if (!next) break;
        now = next.at;
        timers = timers.filter((timer) => timer !== next);
        next.run();
        await Promise.resolve();
      }
      now = time;
      await new Promise((done) => setImmediate(done));
    },
  };
}

test('a schedule runs at its times, with its event or its input', async () => {
  const clock = handClock();
  const called: unknown[] = [];
  const lines: string[] = [];
  const runner = createScheduleRunner(clock, (line) => lines.push(line));
  const call = (name: string, event: unknown): Promise<FunctionOutcome> => {
    called.push([name, (event as { time?: string }).time ?? event]); // because it is an event or the input
    return Promise.resolve({ kind: 'returned', value: null });
  };
  const sources = [
    scheduleOf('beat'),
    scheduleOf('nightly', { input: { full: true } }),
    scheduleOf('off', { enabled: false }),
    scheduleOf('never', { expression: 'at(never)' }),
  ];
  runner.follow({ sources, call });
  await clock.moveTo(4 * MINUTE);
  expect(called).toEqual([]);
  await clock.moveTo(11 * MINUTE);
  expect(called).toEqual([
    ['beat', '1970-01-01T00:05:00Z'],
    ['nightly', { full: true }],
    ['beat', '1970-01-01T00:10:00Z'],
    ['nightly', { full: true }],
  ]);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe('Ran beat on schedule (0 ms)');
  runner.stop();
  await clock.moveTo(60 * MINUTE);
  expect(called).toHaveLength(4);
});

test.each([
  ['rate(20 minutes)', undefined, ['00:20', '00:40', '01:00', '01:20', '01:40', '02:00']],
  ['cron(30 * * * ? *)', undefined, ['00:30', '01:30']],
  ['cron(15 3 * * ? *)', 'Africa/Nairobi', ['00:15']],
  ['at(1970-01-01T02:30:00)', 'Europe/Berlin', ['01:30']],
  ['at(1969-12-31T23:00:00)', undefined, []],
])('%s in the zone %s runs at its times', async (expression, timezone, expected) => {
  const clock = {
    ...handClock(),
    nextTime: (schedule: Pick<ScheduleSource, 'expression' | 'timezone'>, from: Date) =>
      nextTimes({ ...schedule, from, count: 1 })[0],
  };
  const times: string[] = [];
  const runner = createScheduleRunner(clock, () => undefined);
  const call = (_: string, event: unknown): Promise<FunctionOutcome> => {
    const { time } = event as { readonly time: string }; // because the event of a schedule has a time
    times.push(time.slice(11, 16));
    return Promise.resolve({ kind: 'returned', value: null });
  };
  const zone = timezone === undefined ? {} : { timezone };
  runner.follow({ sources: [scheduleOf('beat', { expression, ...zone })], call });
  await clock.moveTo(2 * 60 * MINUTE);
  expect(times).toEqual(expected);
});

test('a reload does not move the next time, and forgets what is gone', async () => {
  const clock = handClock();
  const called: string[] = [];
  const runner = createScheduleRunner(clock, () => undefined);
  const call = (name: string): Promise<FunctionOutcome> => {
    called.push(name);
    return Promise.resolve({ kind: 'returned', value: null });
  };
  runner.follow({ sources: [scheduleOf('beat'), scheduleOf('gone')], call });
  await clock.moveTo(3 * MINUTE);
  runner.follow(undefined);
  runner.follow({ sources: [scheduleOf('beat')], call });
  await clock.moveTo(6 * MINUTE);
  expect(called).toEqual(['beat']);
});

test('a failure is told with its stack in the source', async () => {
  const clock = handClock();
  const lines: string[] = [];
  const runner = createScheduleRunner(clock, (line) => lines.push(line));
  runner.follow({
    sources: [scheduleOf('beat')],
    call: () =>
      Promise.resolve({
        kind: 'failed',
        type: 'Error',
        message: 'no',
        trace: 'Error: no\n    at app.ts:3:4',
      }),
  });
  await clock.moveTo(5 * MINUTE);
  expect(lines).toEqual(['beat failed on schedule: Error: no\n    at app.ts:3:4']);
});

test('a time that is further away than a timer reaches is waited for in parts', async () => {
  const clock = handClock();
  let count = 0;
  const far = {
    ...clock,
    nextTime: (_: unknown, from: Date) => new Date(from.getTime() + 2 ** 32),
  };
  const runner = createScheduleRunner(far, () => undefined);
  runner.follow({
    sources: [scheduleOf('beat')],
    call: () => {
      count++;
      return Promise.resolve({ kind: 'returned', value: null });
    },
  });
  await clock.moveTo(2 ** 32 - 1);
  expect(count).toBe(0);
  await clock.moveTo(2 ** 32);
  expect(count).toBe(1);
});
