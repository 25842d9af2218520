// The command extensions for schedules: `framework explain 'cron(...)'` and `framework local --run-schedules`.
import { flag, valued } from '../../../program/command.js';
import type { SourceCommands } from '../source-commands.js';

export const SCHEDULE_COMMANDS: SourceCommands = {
  explain: {
    isMeant: (typed) => /^(?:rate|cron|at)\s*\(/.test(typed),
    description:
      'For a schedule it shows the times of the next three runs, or what is wrong with it.',
    argument: 'Or a schedule: `rate(5 minutes)`',
    options: { timezone: valued('zone', 'The time zone of a schedule; defaults to UTC') },
    example: ["framework explain 'cron(0 3 * * ? *)'", 'When a schedule runs next'],
    load: async () => (await import('./explain-schedule.js')).explainSchedule,
  },
  local: {
    option: 'run-schedules',
    spec: flag('Run scheduled functions at their times'),
    load: async () => {
      const { createScheduleRunner, WALL_CLOCK } = await import('./schedule-runner.js');
      return (print, onRun) => createScheduleRunner(WALL_CLOCK, print, onRun);
    },
  },
};
