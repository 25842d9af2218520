// The resource type for log groups. Lambda creates a missing group, whose events never expire. With `log_retention_in_days`, a
// deploy creates the group before the function and sets its retention; without it, groups are not read. Groups are kept when
// their functions are deleted, except with `delete --log-groups`.
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import { baseName, functionKeys, functionNameOf } from '../../../config/cloud-names.js';
import { arnPrefix, arnsOfFunctions, type DeployerScope } from '../../stage/deployer-scope.js';
import { bothFormats, type ExportedResource, tagsRow } from '../../stage/exported.js';
import { listType } from '../../stage/list-type.js';
import { isOurs } from '../../stage/own-tag.js';
import { changedFields, fieldText } from '../../stage/plan-rows.js';
import type { Deletion, ObservedResources, ResourceType } from '../../stage/resource-type.js';
import { notShown, retry } from '../../stage/repeated-calls.js';
import { byName, type Desired, type DesiredInput, functionId } from '../../stage/states.js';

export type DesiredLogGroup = {
  readonly name: string;
  readonly functionName: string;
  readonly retentionInDays: number;
  /** The tags that the group gets when it is created. An existing group keeps its own. */
  readonly tags: Tags;
};

const KEY = 'log_retention_in_days';

export const logGroup: ResourceType = listType({
  property: 'logGroups',
  noun: 'log group',
  nameOf: ({ name }) => name,
  desired: desiredGroups,
  // Groups that are no longer desired are kept.
  isOwn: () => false,
  read: {
    none: { logGroups: [] },
    recorded: ({ cloud, desired }) => readGroups(cloud, desired),
    named: ({ cloud, desired }) => readGroups(cloud, desired),
  },
  compare: (group, existing) => ({
    fields: changedFields([[KEY, existing?.retentionInDays, group.retentionInDays]]),
  }),
  details: ({ action, desired, fields }) =>
    action === 'create' ? [`kept for ${desired.retentionInDays} days`] : fields.map(fieldText),
  document: ({ name }, { fields }) => ({ name, fields }),
  step: ({ action, desired: { name, functionName, retentionInDays, tags } }, { cloud, wait }) => ({
    // If the function ran first, Lambda would create the group without tags.
    before: [functionId(functionName)],
    run: async () => {
      if (action === 'create') await cloud.logs.createGroup(name, tags);
      const put = (): Promise<void> => cloud.logs.putRetention(name, retentionInDays);
      await retry(put, wait, notShown(action === 'create'));
    },
  }),
  deletions: {
    recorded: ({ functions }, { hasLogGroups }) => (hasLogGroups ? functions.map(deletionOf) : []),
    // A group may not have our tag. It belongs to the stage only if its name is derived from an existing function of the stage.
    found: ({ functions }, owner, { hasLogGroups }) =>
      hasLogGroups
        ? functions.filter((one) => isOurs(one, owner)).map(({ name }) => deletionOf(name))
        : [],
  },
  deployer: {
    statements: [
      { resource: 'log-group', sid: 'Logs', arns: groupArns },
      {
        resource: 'log-groups',
        sid: 'LogGroups',
        arns: (scope) => (hasRetention(scope) ? ['*'] : []),
      },
      {
        resource: 'kept-log-group',
        sid: 'LogRetention',
        arns: (scope) => (hasRetention(scope) ? groupArns(scope) : []),
      },
    ],
  },
  exports: exportGroup,
  adopts: ({ name }) => [{ resource: idOf(name), importId: name }],
});

function groupNameOf(functionName: string): string {
  return `/aws/lambda/${functionName}`;
}

function desiredGroups(input: DesiredInput): readonly DesiredLogGroup[] {
  const { manifest, config, app, ownTags } = input;
  const base = baseName(app, config.stage);
  return functionKeys(manifest)
    .flatMap((key) => {
      const functionName = functionNameOf(base, key);
      const retentionInDays = config.functionConfig(key).settings[KEY];
      if (retentionInDays === undefined) return [];
      return [{ name: groupNameOf(functionName), functionName, retentionInDays, tags: ownTags }];
    })
    .toSorted(byName);
}

/** Reads all groups with one list call. Makes no call for an application without `log_retention_in_days`. */
async function readGroups(
  { logs }: Cloud,
  desired: Desired | undefined,
): Promise<Pick<ObservedResources, 'logGroups'>> {
  if (!desired || desired.logGroups.length === 0) return { logGroups: [] };
  const found = await logs.listGroups(groupNameOf(baseName(desired.app, desired.stage)));
  const names = desired.logGroups.map(({ name }) => name);
  return { logGroups: found.filter(({ name }) => names.includes(name)) };
}

/** Deletes the group after the function, which could otherwise still write to it. */
function deletionOf(functionName: string): Deletion {
  const name = groupNameOf(functionName);
  return {
    kind: 'log group',
    name,
    after: 'function',
    isUnasked: true,
    run: ({ cloud }) => cloud.logs.deleteGroup(name),
  };
}

function hasRetention({ settings = [] }: DeployerScope): boolean {
  return settings.some((one) => one[KEY] !== undefined);
}

function groupArns(scope: DeployerScope): readonly string[] {
  return arnsOfFunctions(scope, `${arnPrefix('logs', scope)}:*:log-group:/aws/lambda/`);
}

// Exports log groups, which are kept when the stack is deleted, as they are after `framework delete`.

function idOf(name: string): string {
  return `log group ${name}`;
}

function exportGroup(
  { name, functionName, retentionInDays, tags, ...rest }: DesiredLogGroup,
  { functions }: Desired,
): readonly ExportedResource[] {
  rest satisfies Record<string, never>;
  const { terraform, cloudFormation } = bothFormats(
    ['aws_cloudwatch_log_group', 'AWS::Logs::LogGroup'],
    [
      [name, 'name', 'LogGroupName'],
      [retentionInDays, 'retention_in_days', 'RetentionInDays'],
      [true, 'skip_destroy', undefined],
      tagsRow(tags),
    ],
  );
  return [
    {
      id: idOf(name),
      kind: 'LogGroup',
      key: functions.find((one) => one.name === functionName)?.key ?? name,
      // If the function ran first, Lambda would create the group without tags.
      before: [functionId(functionName)],
      terraform,
      cloudFormation: { ...cloudFormation, isKept: true },
    },
  ];
}
