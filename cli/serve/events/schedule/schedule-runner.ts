// Runs the schedules of the application that is being served, each at its scheduled times.
import { throughJson } from '../../../../compiler/json-values.js';
import type { ScheduleSource } from '../../../../compiler/kinds/schedule/schedule.js';
import type { LocalSource, LocalSourceOf } from '../local-kind.js';
import type { Run, ServedFunctions, SourceRunner } from '../source-commands.js';
import { SCHEDULE } from './schedule.js';
import { nextTimes } from '../../../../compiler/kinds/schedule/next-times.js';

export type ScheduleClock = {
  readonly now: () => number;
  /** Calls `run` after the given number of milliseconds. The returned function cancels the call. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Returns the next time after `from`; undefined if there is none. */
  readonly nextTime: (
    schedule: Pick<ScheduleSource, 'expression' | 'timezone'>,
    from: Date,
  ) => Date | undefined;
};

type Schedule = LocalSourceOf<'schedule'>;

/** The longest timeout of a timer in Node.js, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** `print` receives a line without its line break, and `onRun` the outcome of each run. */
export function createScheduleRunner(
  clock: ScheduleClock,
  print: (line: string) => void,
  onRun: (run: Run) => void = () => undefined,
): SourceRunner {
  let cancels = new Map<string, () => void>();
  /** The next run time of each schedule, which a reload does not change. */
  let times = new Map<string, Date>();

  const stop = (): void => {
    for (const cancel of cancels.values()) cancel();
    cancels = new Map();
  };

  const run = async ({ call }: ServedFunctions, source: Schedule, time: Date): Promise<void> => {
    const name = source.entry.function;
    const began = clock.now();
    const event = throughJson(SCHEDULE.sample(source, undefined, { time }));
    const outcome = await call(name, event);
    const milliseconds = clock.now() - began;
    const { kind } = source.entry;
    onRun({ name, kind, title: titleOf(source), event, outcome, time: began, milliseconds });
    print(
      outcome.kind === 'returned'
        ? `Ran ${name} on schedule (${milliseconds} ms)`
        : `${name} failed on schedule: ${outcome.trace ?? outcome.message}`,
    );
  };

  const plan = (served: ServedFunctions, source: Schedule, from: Date): void => {
    const { entry } = source;
    if (!entry.enabled) return;
    const key = keyOf(source);
    const known = times.get(key);
    const time = known && known > from ? known : clock.nextTime(entry, from);
    if (!time) return;
    times.set(key, time);
    const wait = (): void => {
      const left = time.getTime() - clock.now();
      const act = (): void => {
        plan(served, source, time);
        void run(served, source, time);
      };
      cancels.set(
        key,
        clock.after(Math.min(Math.max(left, 0), LONGEST), left > LONGEST ? wait : act),
      );
    };
    wait();
  };

  return {
    follow: (served) => {
      stop();
      // While the source has errors, schedules keep their times. They run once the errors are fixed.
      if (!served) return;
      const schedules = served.sources.filter(isSchedule);
      const keys = schedules.map(keyOf);
      times = new Map([...times].filter(([key]) => keys.includes(key)));
      for (const source of schedules) plan(served, source, new Date(clock.now()));
    },
    stop,
  };
}

function isSchedule(source: LocalSource): source is Schedule {
  return source.entry.kind === 'schedule';
}

function titleOf(source: Schedule): string {
  return `${SCHEDULE.nameOf?.(source) ?? ''}${SCHEDULE.details?.(source) ?? ''}`;
}

/** Identifies a schedule across builds. */
function keyOf({ entry }: Schedule): string {
  return JSON.stringify([entry.function, entry.expression, entry.timezone, entry.input]);
}

export const WALL_CLOCK: ScheduleClock = {
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  nextTime: ({ expression, timezone }, from) =>
    nextTimes({ expression, timezone, from, count: 1 })[0],
};
