// The resource type for declared tables. A deploy creates tables before the functions, and changes in place what DynamoDB can
// change. Tables removed from the source are kept, even if the stage is deleted (docs/decisions/kept-data.md).
import { type Diagnostic, diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { isMapping, isText } from '../../../../compiler/json-values.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import {
  definitionsOf,
  indexOf,
  schemaOf,
  STREAM_VIEW,
  type TableChange,
  type TableIndex,
  type TableKey,
  type WholeTable,
} from '../../../cloud/services/dynamodb.js';
import { stageOf } from '../../../config/cloud-names.js';
import { arnPrefix } from '../../stage/deployer-scope.js';
import { type ExportedResource, bothFormats, tagsRow } from '../../stage/exported.js';
import { type FieldChange, changedFields, fieldText } from '../../stage/plan-rows.js';
import { READY_WITHIN, createNamed, longer, retry, waitUntil } from '../../stage/repeated-calls.js';
import type { ResourceType } from '../../stage/resource-type.js';
import {
  DeployProblem,
  NOTHING,
  type Ports,
  type Session,
  type Wait,
} from '../../stage/run-steps.js';
import {
  type Desired,
  type DesiredInput,
  type Observed,
  type WantedChange,
} from '../../stage/states.js';
import {
  type DeclaredResource,
  declaredId,
  declaredOf,
  declaredResource,
  type DataReading,
  dataReads,
  declaredList,
  declaredNeeds,
  expiryLater,
  indexLater,
  keptResource,
  otherKey,
} from '../declared/declared-resources.js';
import type { TableEntry } from '../../../../runtime/contract/manifest.js';

export const table: ResourceType = declaredList({
  property: 'ownTables',
  noun: 'table',
  desired: desiredTables,
  hasData: true,
  deletion: { after: 'event source', before: [] },
  read: {
    ...dataReads({
      noun: 'table',
      property: 'ownTables',
      unlisted: 'unlistedTables',
      action: 'dynamodb:ListTables',
      list: ({ tables }) => tables.listTables(),
      read: readTable,
    }),
    arns: ({ ownTables }) => ownTables.map(({ arn }) => arn),
    problems: keyProblems,
  },
  compare: (one, existing) => {
    if (!existing) return {};
    return { fields: compareTable(one, existing), parts: existing.isReady ? [] : ['status'] };
  },
  details: ({ action, desired, fields, parts }) => {
    if (action === 'create') return createdText(desired);
    const isWaiting = parts.includes('status') && fields.length === 0;
    return [...fields.map(fieldText), ...(isWaiting ? ['is awaited: DynamoDB changes it'] : [])];
  },
  put: putTable,
  remove: ({ name }, ports) => deleteTable(name, ports),
  record: {
    property: 'ownTables',
    // The expiry of a kept table is not read, so the table is assumed to have one.
    of: (one) => ({
      name: one.name,
      ...(('isReady' in one || one.expires !== undefined) && { expires: true }),
    }),
    isValid: (value): value is TablePlace => isMapping(value) && isText(value['name']),
  },
  deployer: declaredNeeds('table', 'ownTables', {
    own: ['table', 'OwnTables'],
    arn: (scope) => `${arnPrefix('dynamodb', scope)}:*:table/`,
    lists: ['tables', 'OwnTableLists'],
  }),
  exports: exportTable,
  adopts: (one) => [{ resource: declaredId(one), importId: one.name }],
});

function desiredTables(input: DesiredInput): readonly DesiredTable[] {
  const stage = stageOf(input);
  return declaredOf(input.manifest, 'table').map((entry) => ({
    ...declaredResource(entry, stage, input.ownTags),
    key: entry.key,
    indexes: entry.indexes,
    hasStream: entry.stream === true,
    expires: entry.expires,
  }));
}

/** Reports tables whose key differs, before anything is changed. */
function keyProblems({ ownTables }: Desired, observed: Observed): readonly Diagnostic[] {
  return ownTables.flatMap((one) => {
    const existing = observed.ownTables.find(({ name }) => name === one.name);
    if (!existing) return [];
    const keys = { wanted: keyText(one.key), found: keyText(existing.key) };
    if (keys.wanted === keys.found) return [];
    const { declaredName, name, at } = one;
    return [diagnose(otherKey, { declaredName, name, at, ...keys })];
  });
}

function createdText({ key, indexes, hasStream, expires }: DesiredTable): readonly string[] {
  return [
    `key ${keyText(key)}`,
    ...indexes.map((index) => `index ${index.name}: ${keyText(index.key)}`),
    ...(expires === undefined ? [] : [`items expire by ${expires}`]),
    ...(hasStream ? ['with a stream'] : []),
  ];
}

// Reads tables: one call for each table, and another one for its expiry if the table has one.

async function readTable(
  { tables }: Cloud,
  name: string,
  { wanted, known, isRecorded }: DataReading<'ownTables'>,
): Promise<readonly ObservedTable[]> {
  // For a kept table, only its existence is checked.
  const mayExpire = !isRecorded || (wanted?.expires ?? known?.expires) !== undefined;
  const [one, expires] = await Promise.all([
    tables.describeTable(name),
    wanted && mayExpire ? tables.describeExpiry(name) : undefined,
  ]);
  if (!one) return [];
  const tags = known ? undefined : await tables.listTableTags(one.arn);
  return [{ ...one, expires, tags }];
}

// Creates and changes tables. DynamoDB makes one change at a time, and completes it even if the deploy ends.

type Change = WantedChange<DesiredTable, ObservedTable>;

/** More changes than a table can need. */
const MOST_CHANGES = 60;

async function putTable({ desired: one, observed }: Change, session: Session): Promise<void> {
  const { cloud, wait } = session;
  if (!observed) await createTable(one, session);
  for (let made = 0; made < MOST_CHANGES; made += 1) {
    const found = await untilReady(one.name, session);
    const [first] = changesOf(one, found);
    if (!first) break;
    // The table is read before each attempt, because the response to an earlier attempt may have been lost.
    await retry(async () => {
      const now = await cloud.tables.describeTable(one.name);
      const [next] = now ? changesOf(one, now) : [];
      if (next) await cloud.tables.changeTable(one.name, next);
    }, wait);
  }
  await putExpiry(one, observed?.expires, session);
}

async function createTable(
  { name, key, indexes, hasStream, tags }: DesiredTable,
  { cloud, wait, desired }: Session,
): Promise<void> {
  const find = async (): Promise<{ readonly tags: Tags } | undefined> => {
    const found = await cloud.tables.describeTable(name);
    return found && { tags: await cloud.tables.listTableTags(found.arn) };
  };
  const create = async (): Promise<{ readonly tags: Tags }> => {
    const creation = { name, key, indexes, hasStream, tags };
    await untilGone(() => cloud.tables.createTable(creation), find, wait);
    return { tags };
  };
  await createNamed({ kind: 'table', name, tags, owner: desired, create, find, wait });
}

/** A table that is being deleted still has its name, but can no longer be read; the creation is then repeated. */
async function untilGone(
  create: () => Promise<void>,
  find: () => Promise<unknown>,
  wait: Wait,
): Promise<void> {
  for (let waited = 0, pause = 250; ; pause = longer(pause)) {
    try {
      await retry(create, wait);
      return;
    } catch (error) {
      if (!isCloudError(error, 'exists') || waited >= READY_WITHIN) throw error;
      if ((await find()) !== undefined) throw error;
    }
    await wait(pause);
    waited += pause;
  }
}

/** Creating an index of a large table takes hours. The functions must not use the index before it is ready. */
const MINUTES = 15;

async function untilReady(name: string, { cloud, wait }: Session): Promise<WholeTable> {
  const limits = { wait, within: MINUTES * 60_000 };
  const ready = await waitUntil(`DynamoDB to change the table ${name}`, limits, async () => {
    // The table is not visible immediately after its creation.
    const found = await cloud.tables.describeTable(name);
    return found?.isReady ? found : undefined;
  });
  if (!ready) throw new DeployProblem(diagnose(indexLater, { name, minutes: MINUTES }));
  return ready;
}

/** DynamoDB accepts one change per hour, and expiry by the old attribute must be disabled first. */
async function putExpiry(
  { name, expires: wanted }: DesiredTable,
  found: string | undefined,
  { cloud: { tables } }: Session,
): Promise<void> {
  if (found === wanted) return;
  try {
    if (found !== undefined) await tables.putExpiry(name, found, false);
    if (wanted !== undefined) await tables.putExpiry(name, wanted, true);
  } catch (error) {
    if ((await tables.describeExpiry(name)) === wanted) return;
    if (!isCloudError(error, 'rejected') || !/fixed interval/.test(error.facts.message))
      throw error;
    throw new DeployProblem(
      diagnose(expiryLater, { name, attribute: wanted ?? found ?? '', isOn: wanted !== undefined }),
    );
  }
}

async function deleteTable(name: string, { cloud, wait }: Ports): Promise<unknown> {
  const { tables } = cloud;
  const found = await tables.describeTable(name);
  if (!found) return NOTHING;
  if (found.isProtected) {
    await retry(() => tables.changeTable(name, { kind: 'protection', isOn: false }), wait);
  }
  return retry(() => tables.deleteTable(name), wait);
}

// Exports tables, which are kept when the stack is deleted, as they are after `framework delete`.

function exportTable(one: DesiredTable): readonly ExportedResource[] {
  const { type: _type, declaredName: _name, arn: _arn, at: _at, variables: _, ...settings } = one;
  const { name, tags, key, indexes, hasStream, expires, ...rest } = settings;
  rest satisfies Record<string, never>;
  const attributes = definitionsOf([key, ...indexes.map((index) => index.key)]);
  const [hash, range] = key;
  const hasIndexes = indexes.length > 0;
  const view = hasStream ? STREAM_VIEW : undefined;
  const formats = bothFormats(
    ['aws_dynamodb_table', 'AWS::DynamoDB::Table'],
    [
      [name, 'name', 'TableName'],
      ['PAY_PER_REQUEST', 'billing_mode', 'BillingMode'],
      [true, 'deletion_protection_enabled', 'DeletionProtectionEnabled'],
      [hash?.name, 'hash_key', undefined],
      [range?.name, 'range_key', undefined],
      [schemaOf(key), undefined, 'KeySchema'],
      [
        attributes.map((one) => ({ name: one.AttributeName, type: one.AttributeType })),
        'attribute',
        'AttributeDefinitions',
        attributes,
      ],
      [
        hasIndexes
          ? indexes.map((index) => ({
              name: index.name,
              hash_key: index.key[0]?.name,
              range_key: index.key[1]?.name,
              projection_type: 'ALL',
            }))
          : undefined,
        'global_secondary_index',
        'GlobalSecondaryIndexes',
        hasIndexes ? indexes.map(indexOf) : undefined,
      ],
      [hasStream ? true : undefined, 'stream_enabled', undefined],
      [view, 'stream_view_type', undefined],
      [view && { StreamViewType: view }, undefined, 'StreamSpecification'],
      [
        expires && { attribute_name: expires, enabled: true },
        'ttl',
        'TimeToLiveSpecification',
        expires && { AttributeName: expires, Enabled: true },
      ],
      tagsRow(tags),
    ],
    { name: ['name', 'Ref'], arn: ['arn', 'Arn'], stream: ['stream_arn', 'StreamArn'] },
  );
  return [keptResource(one, 'Table', formats)];
}

export type DesiredTable = DeclaredResource &
  Pick<TableEntry, 'key' | 'indexes'> & {
    readonly hasStream: boolean;
    readonly expires: string | undefined;
  };

export type ObservedTable = WholeTable & {
  readonly expires: string | undefined;
  /** The tags; undefined if the record already says that the table is managed by this stage. */
  readonly tags: Tags | undefined;
};

export { STREAM_VIEW };

/** A table as stored in the record. */
export type TablePlace = {
  readonly name: string;
  /** True if the table's items expire, so that the next deploy reads which attribute contains the expiry. */
  readonly expires?: true;
};

/** Returns, for example, `country (string), name (number)`. */
function keyText(key: TableKey): string {
  return key.map(({ name, type }) => `${name} (${type})`).join(', ');
}

function compareTable(one: DesiredTable, existing: ObservedTable): readonly FieldChange[] {
  const textOf = (index: TableIndex | undefined): string | undefined => index && keyText(index.key);
  const names = [...one.indexes, ...existing.indexes].map(({ name }) => name);
  const rows = [...new Set(names)].toSorted().map((name) => {
    const [from, to] = [existing.indexes, one.indexes].map((list) =>
      textOf(list.find((index) => index.name === name)),
    );
    return [`index ${name}`, from, to] as const;
  });
  const view = one.hasStream ? STREAM_VIEW : undefined;
  return changedFields([
    ...rows,
    ['stream', existing.streamView, view],
    ['expires', existing.expires, one.expires],
    ['deletion protection', existing.isProtected ? 'on' : 'off', 'on'],
    ['billing', existing.isOnDemand ? 'by request' : 'by capacity', 'by request'],
  ]);
}

/** Returns the changes to the table, in order. DynamoDB accepts only one of them at a time. */
function changesOf(one: DesiredTable, existing: WholeTable): readonly TableChange[] {
  const { key } = one;
  const isSame = (index: TableIndex, list: readonly TableIndex[]): boolean =>
    list.some(
      ({ name, key: other }) => name === index.name && keyText(other) === keyText(index.key),
    );
  const isOtherView = one.hasStream && existing.streamView !== STREAM_VIEW;
  return [
    ...(existing.isProtected ? [] : [{ kind: 'protection', isOn: true } as const]),
    ...(existing.isOnDemand ? [] : [{ kind: 'on-demand' } as const]),
    ...(existing.streamView !== undefined && (isOtherView || !one.hasStream)
      ? [{ kind: 'stream', isOn: false } as const]
      : []),
    ...(isOtherView ? [{ kind: 'stream', isOn: true } as const] : []),
    // The old index is deleted first: an index whose key changes keeps its name.
    ...existing.indexes
      .filter((index) => !isSame(index, one.indexes))
      .map(({ name }) => ({ kind: 'delete-index', name }) as const),
    ...one.indexes
      .filter((index) => !isSame(index, existing.indexes))
      .map((index) => ({ kind: 'create-index', index, key }) as const),
  ];
}
