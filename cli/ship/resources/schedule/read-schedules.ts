// Reads schedules: one list of the stage's group. The list does not have their times. The record has them, or another call
// reads them.
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
  const { schedules: recorded } = record;
  if (!recorded) return desired.schedules.length > 0 ? readGroup(cloud, desired, record) : NONE;
  const listed = await cloud.scheduler.listSchedules(baseName(desired.app, desired.stage));
  if (!listed) return NONE;
  const schedules = listed.map((one): ObservedSchedule => ({
    ...one,
    digest: recorded[one.name] ?? '',
  }));
  return { scheduleGroup: { tags: undefined, schedules } };
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
  { scheduler, region }: Cloud,
  { app, stage }: Owner,
  { account, partition }: { readonly account: string; readonly partition: string },
): Promise<FoundSchedules> {
  const group = baseName(app, stage);
  const listed = await scheduler.listSchedules(group);
  if (!listed) return NONE;
  const arn = `arn:${partition}:scheduler:${region}:${account}:schedule-group/${group}`;
  const schedules = listed.map(async (one): Promise<ObservedSchedule> => {
    const found = await scheduler.getSchedule({ group, name: one.name });
    const functionName = /:function:([^:]+)$/.exec(found?.functionArn ?? '')?.[1] ?? '';
    const role = roleNameOf(found?.roleArn ?? '');
    return { ...one, digest: found ? scheduleDigest({ ...found, functionName }, role) : '' };
  });
  const tags = await scheduler.listGroupTags(arn);
  // The list of a group that does not exist may be empty. Reading the group's tags tells whether it exists.
  if (!tags) return NONE;
  return { scheduleGroup: { tags, schedules: await Promise.all(schedules) } };
}
