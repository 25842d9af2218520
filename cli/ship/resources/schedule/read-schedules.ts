// Reads schedules: one list of the stage's group, and each schedule, because the list does not have their times. The record
// says whether the group is ours, else its tags do.
import type { Cloud } from '../../../cloud/cloud.js';
import { baseName } from '../../../config/cloud-names.js';
import { roleNameOf } from '../../stage/arn.js';
import type { Found, RecordReading, Search } from '../../stage/resource-type.js';
import type { Owner } from '../../stage/states.js';
import { sourcesOf } from '../event-source/invokers.js';
import { SCHEDULER } from './scheduler-role.js';
import { ownAccount } from '../event-source/own-account.js';
import { type ObservedSchedule, scheduleDigest } from './schedule-state.js';

type FoundSchedules = Pick<Found, 'scheduleGroup'>;

const NONE: FoundSchedules = { scheduleGroup: undefined };

export async function readRecordedSchedules({
  cloud,
  desired,
  record,
}: RecordReading): Promise<FoundSchedules> {
  if (!record.schedules)
    return desired.schedules.length > 0 ? readGroup(cloud, desired, record) : NONE;
  const schedules = await readSchedules(cloud, baseName(desired.app, desired.stage));
  return schedules ? { scheduleGroup: { tags: undefined, schedules } } : NONE;
}

/** Without a record, the functions' policies say whether the stage may have a group. */
export async function readAllSchedules(search: Search): Promise<FoundSchedules> {
  const { cloud, desired, record, all } = search;
  const statements = [...(await all.permissions).values()].flat();
  const mayBe =
    sourcesOf(statements, SCHEDULER, true).length > 0 ||
    record?.schedules !== undefined ||
    (desired?.schedules ?? []).length > 0;
  if (!mayBe) return NONE;
  const { id, partition } = await ownAccount(search);
  return readGroup(cloud, search, { account: id, partition });
}

async function readGroup(
  cloud: Cloud,
  { app, stage }: Owner,
  { account, partition }: { readonly account: string; readonly partition: string },
): Promise<FoundSchedules> {
  const group = baseName(app, stage);
  const schedules = await readSchedules(cloud, group);
  if (!schedules) return NONE;
  const arn = `arn:${partition}:scheduler:${cloud.region}:${account}:schedule-group/${group}`;
  const tags = await cloud.scheduler.listGroupTags(arn);
  // The list of a group that does not exist may be empty. Reading the group's tags tells whether it exists.
  return tags ? { scheduleGroup: { tags, schedules } } : NONE;
}

async function readSchedules(
  { scheduler }: Cloud,
  group: string,
): Promise<readonly ObservedSchedule[] | undefined> {
  const listed = await scheduler.listSchedules(group);
  const schedules = listed?.map(async (one): Promise<ObservedSchedule> => {
    const found = await scheduler.getSchedule({ group, name: one.name });
    const functionName = /:function:([^:]+)$/.exec(found?.functionArn ?? '')?.[1] ?? '';
    const role = roleNameOf(found?.roleArn ?? '');
    return { ...one, digest: found ? scheduleDigest({ ...found, functionName }, role) : '' };
  });
  return schedules && Promise.all(schedules);
}
