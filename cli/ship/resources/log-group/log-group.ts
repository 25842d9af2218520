// The resource type of log groups, to which Lambda writes the output of a function. Lambda creates a missing group with the
// first line, and its events never expire. With `log_retention_in_days`, the deploy creates the group before the function,
// or uses an existing one, and updates its retention. Groups remain when their functions are deleted, except with `delete
// --log-groups`. Without the key they are not read.
import type { CloudLogGroup } from '../../../cloud/logs-calls.js';
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import { baseName, functionKeys, functionNameOf } from '../../../config/cloud-names.js';
import { arnPrefix, arnsOfFunctions, type DeployerScope } from '../../stage/deployer-scope.js';
import { byName, type Desired, type DesiredInput, listField } from '../../stage/states.js';
import { isOurs } from '../../stage/own-tag.js';
import { changeRows, type FieldChange, fieldText, type PlanRow } from '../../stage/plan-rows.js';
import type {
  Deletion,
  Found,
  Planning,
  ResourceExport,
  ResourceType,
} from '../../stage/resource-type.js';
import { notShown, retry } from '../../stage/retry.js';
import type { Session } from '../../stage/session.js';
import type { Step } from '../../stage/step.js';
import { functionId } from '../function/function-state.js';
import { type ExportedResource, tagList, tagMapping } from '../../stage/exported.js';

// Log groups as Terraform and CloudFormation write them. They remain when the stack is deleted, as after `framework
// delete`.

const logGroupExport: ResourceExport = {
  resources: ({ logGroups, functions }) => ({
    resources: logGroups.map((group) => {
      const key = functions.find(({ name }) => name === group.functionName)?.key ?? group.name;
      return exportGroup(group, key);
    }),
  }),
  adopted: ({ logGroups }, observed) =>
    logGroups
      .filter(({ name }) => observed.logGroups.some((found) => found.name === name))
      .map(({ name }) => ({ resource: idOf(name), importId: name })),
};

function idOf(name: string): string {
  return `log group ${name}`;
}

function exportGroup(group: DesiredLogGroup, key: string): ExportedResource {
  const { name, functionName, retentionInDays, tags, ...rest } = group;
  rest satisfies Record<string, never>;
  return {
    id: idOf(name),
    kind: 'LogGroup',
    key,
    // If the function ran first, Lambda would create the group without tags.
    before: [functionId(functionName)],
    terraform: {
      type: 'aws_cloudwatch_log_group',
      properties: {
        name,
        retention_in_days: retentionInDays,
        skip_destroy: true,
        tags: tagMapping(tags),
      },
    },
    cloudFormation: {
      type: 'AWS::Logs::LogGroup',
      properties: { LogGroupName: name, RetentionInDays: retentionInDays, Tags: tagList(tags) },
      isKept: true,
    },
  };
}

export type DesiredLogGroup = {
  readonly name: string;
  readonly functionName: string;
  readonly retentionInDays: number;
  /** The tags of a group that the deploy creates. An existing group keeps its own. */
  readonly tags: Tags;
};

export type LogGroupChange = {
  readonly action: 'create' | 'update' | 'unchanged';
  readonly group: DesiredLogGroup;
  /** The changed settings of an existing group. */
  readonly fields: readonly FieldChange[];
};

const KEY = 'log_retention_in_days';

export const logGroup: ResourceType = {
  desired: { logGroups: desiredGroups },
  read: {
    properties: ['logGroups'],
    recorded: ({ cloud, desired }) => readGroups(cloud, desired),
    named: ({ cloud, desired }) => readGroups(cloud, desired),
    // A group without functions is left over from a deleted stage.
    isThere: () => false,
  },
  plan: { logGroups: planGroups },
  show: {
    changes: ({ logGroups }) =>
      logGroups.map(({ action, group }) => ({ action, name: group.name })),
    rows: ({ logGroups }) => logGroups.flatMap(groupRows),
    document: ({ logGroups }) =>
      listField(
        'logGroups',
        logGroups.map(({ action, group, fields }) => ({ action, name: group.name, fields })),
      ),
  },
  steps: (session) => ({
    make: session.plan.logGroups.flatMap((change) => groupSteps(change, session)),
  }),
  deletions: {
    recorded: ({ functions }, { hasLogGroups }) => (hasLogGroups ? functions.map(deletionOf) : []),
    // A group may lack our tag. It is ours only when its name is that of an existing function of the stage.
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
  exported: logGroupExport,
};

function groupNameOf(functionName: string): string {
  return `/aws/lambda/${functionName}`;
}

function desiredGroups({
  manifest,
  config,
  app,
  ownTags,
}: DesiredInput): readonly DesiredLogGroup[] {
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

/** One list for all; no call for an application without the key. */
async function readGroups(
  { logs }: Cloud,
  desired: Desired | undefined,
): Promise<Pick<Found, 'logGroups'>> {
  if (!desired || desired.logGroups.length === 0) return { logGroups: [] };
  const found = await logs.listGroups(groupNameOf(baseName(desired.app, desired.stage)));
  const isWanted = ({ name }: CloudLogGroup): boolean =>
    desired.logGroups.some((one) => one.name === name);
  return { logGroups: found.filter(isWanted) };
}

function planGroups({ desired, observed }: Planning): readonly LogGroupChange[] {
  return desired.logGroups.map((group) => {
    const found = observed.logGroups.find(({ name }) => name === group.name);
    if (!found) return { action: 'create', group, fields: [] };
    if (found.retentionInDays === group.retentionInDays) {
      return { action: 'unchanged', group, fields: [] };
    }
    const from = found.retentionInDays === undefined ? undefined : String(found.retentionInDays);
    const field = { field: KEY, from, to: String(group.retentionInDays) };
    return { action: 'update', group, fields: [field] };
  });
}

function groupRows({ action, group, fields }: LogGroupChange): readonly PlanRow[] {
  const kept = [`kept for ${group.retentionInDays} days`];
  const details = action === 'create' ? kept : fields.map(fieldText);
  return changeRows(action, ['log group', group.name], details);
}

function groupSteps({ action, group }: LogGroupChange, session: Session): readonly Step[] {
  const { cloud, wait } = session;
  const { name, functionName, retentionInDays, tags } = group;
  if (action === 'unchanged') return [];
  const object = `log group ${name}`;
  return [
    {
      id: object,
      label: { verb: action, object },
      dependsOn: [],
      // If the function ran first, Lambda would create the group without tags.
      before: [functionId(functionName)],
      run: async () => {
        if (action === 'create') await cloud.logs.createGroup(name, tags);
        const put = (): Promise<void> => cloud.logs.putRetention(name, retentionInDays);
        await retry(put, wait, notShown(action === 'create'));
      },
    },
  ];
}

/** Deleted after the function, which could write to it. */
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
