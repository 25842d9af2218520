// The names of events of S3.

const NAMES: Readonly<Record<string, readonly string[]>> = {
  's3:ObjectCreated': ['Put', 'Post', 'Copy', 'CompleteMultipartUpload'],
  's3:ObjectRemoved': ['Delete', 'DeleteMarkerCreated'],
  's3:ObjectRestore': ['Post', 'Completed', 'Delete'],
  's3:ObjectTagging': ['Put', 'Delete'],
  's3:ObjectAcl': ['Put'],
  's3:LifecycleExpiration': ['Delete', 'DeleteMarkerCreated'],
  's3:Replication': [
    'OperationFailedReplication',
    'OperationMissedThreshold',
    'OperationReplicatedAfterThreshold',
    'OperationNotTracked',
  ],
};

const SINGLE = [
  's3:LifecycleTransition',
  's3:IntelligentTiering',
  's3:ReducedRedundancyLostObject',
];

/** Every name that a notification may have. */
export const EVENT_NAMES: readonly string[] = [
  ...Object.entries(NAMES).flatMap(([group, members]) => [
    ...(group === 's3:ObjectAcl' ? [] : [`${group}:*`]),
    ...members.map((member) => `${group}:${member}`),
  ]),
  ...SINGLE,
];

/** Events that S3 does not send to EventBridge. */
const OF_NOTIFICATIONS = /^s3:(?:Replication|ReducedRedundancyLostObject)/;

export function isToldToBus(name: string): boolean {
  return !OF_NOTIFICATIONS.test(name);
}

/** Whether some event has both names. */
export function sharesEvents(left: string, right: string): boolean {
  return left === right || isOf(left, right) || isOf(right, left);
}

function isOf(name: string, group: string): boolean {
  return group.endsWith(':*') && name.startsWith(group.slice(0, -1));
}
