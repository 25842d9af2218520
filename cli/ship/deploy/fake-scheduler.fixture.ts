// EventBridge Scheduler in memory, for tests of deploy.
import type { Cloud, Tags } from '../../cloud/cloud.js';
import type { ScheduleSettings } from '../../cloud/services/scheduler.js';
import type { Refuse } from './fake-events.fixture.js';

export type FakeGroup = {
  readonly tags: Tags;
  readonly schedules: Map<string, ScheduleSettings>;
};

export type FakeScheduler = {
  readonly groups: Map<string, FakeGroup>;
  readonly calls: Cloud['scheduler'];
};

export function fakeScheduler(refused: Refuse): FakeScheduler {
  const groups = new Map<string, FakeGroup>();
  const calls: Cloud['scheduler'] = {
    listSchedules: (group) => {
      const found = groups.get(group)?.schedules;
      return Promise.resolve(
        found && [...found].map(([name, { isEnabled }]) => ({ name, isEnabled })),
      );
    },
    getSchedule: ({ group, name }) => Promise.resolve(groups.get(group)?.schedules.get(name)),
    listGroupTags: (arn) => Promise.resolve(groups.get(arn.slice(arn.lastIndexOf('/') + 1))?.tags),
    createScheduleGroup: async (name, tags) => {
      if (!groups.has(name)) groups.set(name, { tags, schedules: new Map() });
      return Promise.resolve();
    },
    putSchedule: async ({ group, name }, settings) => {
      const found = groups.get(group);
      if (!found) throw refused('missing', 'putSchedule');
      found.schedules.set(name, settings);
      return Promise.resolve();
    },
    deleteSchedule: async ({ group, name }) => {
      groups.get(group)?.schedules.delete(name);
      return Promise.resolve();
    },
    deleteScheduleGroup: async (name) => {
      groups.delete(name);
      return Promise.resolve();
    },
  };
  return { groups, calls };
}
