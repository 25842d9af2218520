// Tables of DynamoDB: creates, changes and deletes them. Each change takes time and rejects other changes until it is complete.
import { randomUUID } from 'node:crypto';
import { mappingOf } from '../../../../compiler/json-values.js';
import { invalid, type JsonOperations } from '../json-service.js';
import {
  detected,
  isMembers,
  listOf,
  type Members,
  rangeProblem,
  tagsOf,
  textOf,
  textsOf,
  unmet,
} from '../members.js';
import {
  arnIn,
  type Index,
  indexesOf,
  type Item,
  namesIn,
  schemaOf,
  setStream,
  sizeOf,
  type Table,
  tableAt,
  tableOf,
  tablesIn,
  type TableStore,
} from './table-store.js';

/** Milliseconds. */
const CREATED_IN = 5000;
const CHANGED_IN = 2000;
const INDEXED_IN = 8000;
const DELETED_IN = 3000;
/** docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html */
const EXPIRY_CHANGES_EVERY = 3_600_000;

const SETTINGS = `BillingMode DeletionProtectionEnabled:boolean OnDemandThroughput:map
  ProvisionedThroughput:map SSESpecification:map StreamSpecification:map TableClass`;

export const TABLE_OPERATIONS: JsonOperations<TableStore> = {
  CreateTable: {
    takes: `TableName! KeySchema:list! AttributeDefinitions:list! GlobalSecondaryIndexes:list
      LocalSecondaryIndexes:list ${SETTINGS} Tags:list`,
    rights: (members, store) =>
      ['CreateTable', ...(listOf(members, 'Tags').length > 0 ? ['TagResource'] : [])].map(
        (name) => ({ action: `dynamodb:${name}`, resource: arnIn(members, store) }),
      ),
    run: async (members, store) => {
      const { checkedRequest } = await import('./checked-request.js');
      checkedRequest('CreateTable', structuredClone(members));
      const name = textOf(members, 'TableName') ?? '';
      if (!/^[A-Za-z0-9_.-]{3,255}$/.test(name)) {
        const rule = 'satisfy regular expression pattern: [a-zA-Z0-9_.-]+';
        throw invalid(unmet('tableName', rule, name));
      }
      if (tablesIn(store).some((one) => one.name === name))
        throw invalid(`Table already exists: ${name}`, 'ResourceInUseException');
      const schema = listOf(members, 'KeySchema');
      const types = typesIn(members);
      const global = listOf(members, 'GlobalSecondaryIndexes');
      const local = listOf(members, 'LocalSecondaryIndexes');
      const given = [...global, ...local];
      const used = new Set([schema, ...given.map(schemaOf)].flatMap(namesIn));
      const unknown = [...used].filter((one) => !types.has(one));
      if (unknown.length > 0) throw invalid(WRONG_KEYS + ` [${unknown.join(', ')}]`);
      if ([...types.keys()].some((one) => !used.has(one)))
        throw invalid(`${WRONG}Some AttributeDefinitions are not used.`);
      const now = store.clock.now();
      const createdUntil = now + store.clock.scaled(CREATED_IN);
      const table: Table = {
        id: randomUUID(),
        name,
        arn: arnIn(members, store),
        schema,
        keys: namesIn(schema),
        items: new Map(),
        writes: 0,
        streams: [],
        tags: tagsOf(members),
        createdAt: now,
        createdUntil,
        indexes: given.map((one) => indexOf(one, createdUntil, local.includes(one))),
        types,
        billing: textOf(members, 'BillingMode') ?? 'PROVISIONED',
        throughput: throughputIn(members),
        isStreaming: false,
        isProtected: members['DeletionProtectionEnabled'] === true,
        busyUntil: createdUntil,
        goneAt: undefined,
        expiry: undefined,
      };
      store.tables.set(name, table);
      setStream(members, table, store);
      return { TableDescription: describe(table, store) };
    },
  },
  UpdateTable: {
    takes: `TableName! AttributeDefinitions:list GlobalSecondaryIndexUpdates:list ${SETTINGS}`,
    resource: arnIn,
    run: (members, store) => {
      const table = tableOf(members, store);
      checkIdle(table, store);
      const updates = listOf(members, 'GlobalSecondaryIndexUpdates');
      if (updates.length > 1) throw limitExceeded();
      const [update] = updates;
      if (update) changeIndex(update, members, { table, store });
      checkStream(members, table);
      setStream(members, table, store);
      table.billing = textOf(members, 'BillingMode') ?? table.billing;
      if (members['ProvisionedThroughput']) table.throughput = throughputIn(members);
      const isProtected = members['DeletionProtectionEnabled'];
      if (typeof isProtected === 'boolean') table.isProtected = isProtected;
      table.busyUntil = store.clock.now() + store.clock.scaled(CHANGED_IN);
      return { TableDescription: describe(table, store) };
    },
  },
  DescribeTable: {
    takes: 'TableName!',
    resource: arnIn,
    run: (members, store) => ({ Table: describe(tableOf(members, store), store) }),
  },
  ListTables: {
    takes: 'ExclusiveStartTableName Limit:integer',
    run: (members, store) => {
      const after = textOf(members, 'ExclusiveStartTableName') ?? '';
      const names = tablesIn(store).map(({ name }) => name);
      const rest = names.filter((name) => name > after).toSorted();
      const limit = Number(members['Limit'] ?? 100);
      const problem = rangeProblem(members, 'Limit', [1, 100]);
      if (problem !== undefined) throw invalid(detected([problem]));
      const TableNames = rest.slice(0, limit);
      const isMore = limit < rest.length;
      return { TableNames, ...(isMore && { LastEvaluatedTableName: TableNames.at(-1) }) };
    },
  },
  DeleteTable: {
    takes: 'TableName!',
    resource: arnIn,
    run: (members, store) => {
      const table = tableOf(members, store);
      checkIdle(table, store);
      if (table.isProtected)
        throw invalid(
          'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
        );
      table.goneAt = store.clock.now() + store.clock.scaled(DELETED_IN);
      return { TableDescription: describe(table, store) };
    },
  },
  DescribeTimeToLive: {
    takes: 'TableName!',
    resource: arnIn,
    run: (members, store) => {
      const { expiry } = tableOf(members, store);
      return {
        TimeToLiveDescription: expiry?.isOn
          ? { TimeToLiveStatus: 'ENABLED', AttributeName: expiry.name }
          : { TimeToLiveStatus: 'DISABLED' },
      };
    },
  },
  UpdateTimeToLive: {
    takes: 'TableName! TimeToLiveSpecification:map!',
    resource: arnIn,
    run: (members, store) => {
      const table = tableOf(members, store);
      if (table.goneAt !== undefined || table.createdUntil > store.clock.now())
        throw inUse(table, 'created or deleted');
      const given = members['TimeToLiveSpecification'];
      if (!isMembers(given)) throw invalid('TimeToLiveSpecification');
      const name = textOf(given, 'AttributeName') ?? '';
      const isOn = given['Enabled'] === true;
      const { expiry } = table;
      if (expiry?.isOn === true && expiry.name !== name)
        throw invalid(
          `TimeToLive is active on a different AttributeName: current AttributeName is ${expiry.name}`,
        );
      if ((expiry?.isOn ?? false) === isOn)
        throw invalid(`TimeToLive is already ${isOn ? 'enabled' : 'disabled'}`);
      const now = store.clock.now();
      if (expiry && now - expiry.at < store.clock.scaled(EXPIRY_CHANGES_EVERY))
        throw invalid('Time to live has been modified multiple times within a fixed interval');
      table.expiry = { name, isOn, at: now };
      return { TimeToLiveSpecification: given };
    },
  },
  ListTagsOfResource: {
    takes: 'ResourceArn! NextToken',
    resource: taggedArn,
    run: (members, store) => {
      const { tags } = tableAt(taggedArn(members), store);
      return { Tags: [...tags].map(([Key, Value]) => ({ Key, Value })) };
    },
  },
  TagResource: {
    takes: 'ResourceArn! Tags:list!',
    resource: taggedArn,
    run: (members, store) => {
      const { tags } = tableAt(taggedArn(members), store);
      for (const [key, value] of tagsOf(members)) tags.set(key, value);
    },
  },
  UntagResource: {
    takes: 'ResourceArn! TagKeys:list!',
    resource: taggedArn,
    run: (members, store) => {
      const { tags } = tableAt(taggedArn(members), store);
      for (const key of textsOf(members, 'TagKeys')) tags.delete(key);
    },
  },
};

function taggedArn(members: Members): string {
  return textOf(members, 'ResourceArn') ?? '';
}

const WRONG = 'One or more parameter values were invalid: ';
const WRONG_KEYS = `${WRONG}Some index key attributes are not defined in AttributeDefinitions. Keys:`;

function checkIdle(table: Table, { clock }: TableStore): void {
  const now = clock.now();
  if (table.goneAt !== undefined) throw inUse(table, 'deleted');
  if (table.createdUntil > now) throw inUse(table, 'created');
  if (table.busyUntil > now) throw inUse(table, 'updated');
}

function inUse({ name }: Table, what: string): Error {
  const message = `Attempt to change a resource which is still in use: Table is being ${what}: ${name}`;
  return invalid(message, 'ResourceInUseException');
}

function limitExceeded(): Error {
  const message =
    'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table';
  return invalid(message, 'LimitExceededException');
}

function changeIndex(
  update: Members,
  members: Members,
  { table, store }: { readonly table: Table; readonly store: TableStore },
): void {
  const now = store.clock.now();
  const indexes = indexesOf(table, now);
  if (indexes.some(({ readyAt, goneAt }) => readyAt > now || goneAt !== undefined))
    throw limitExceeded();
  const { Create: created, Delete: deleted } = update;
  const until = now + store.clock.scaled(INDEXED_IN);
  if (isMembers(created)) {
    const types = new Map([...table.types, ...typesIn(members)]);
    const index = indexOf(created, until, false);
    if (indexes.some(({ name }) => name === index.name))
      throw invalid(`Attempting to create an index which already exists: ${index.name}`);
    if (namesIn(schemaOf(created)).some((name) => !types.has(name))) throw invalid(WRONG_KEYS);
    table.types = types;
    table.indexes = [...indexes, index];
  }
  if (isMembers(deleted)) {
    const index = indexes.find(({ name }) => name === textOf(deleted, 'IndexName'));
    if (!index) throw invalid('Requested resource not found', 'ResourceNotFoundException');
    index.goneAt = until;
  }
}

function checkStream(members: Members, { isStreaming, name }: Table): void {
  const given = members['StreamSpecification'];
  if (!isMembers(given) || (given['StreamEnabled'] === true) !== isStreaming) return;
  throw invalid(
    isStreaming
      ? `Table already has an enabled stream: TableName: ${name}`
      : `Table is already has a disabled stream: TableName: ${name}`,
  );
}

function indexOf(definition: Members, readyAt: number, isLocal: boolean): Index {
  const name = textOf(definition, 'IndexName') ?? '';
  return { name, definition, isLocal, readyAt, goneAt: undefined };
}

function throughputIn(members: Members): Members {
  const given = mappingOf(members['ProvisionedThroughput']);
  const { ReadCapacityUnits = 0, WriteCapacityUnits = 0 } = given;
  return { NumberOfDecreasesToday: 0, ReadCapacityUnits, WriteCapacityUnits };
}

function typesIn(members: Members): Map<string, string> {
  return new Map(
    listOf(members, 'AttributeDefinitions').map((one) => [
      textOf(one, 'AttributeName') ?? '',
      textOf(one, 'AttributeType') ?? '',
    ]),
  );
}

function describe(table: Table, { clock }: TableStore): object {
  const { name, arn, schema, streams, isStreaming, types, billing, isProtected } = table;
  const latest = streams.at(-1);
  const now = clock.now();
  const indexes = indexesOf(table, now);
  const used = new Set(
    [schema, ...indexes.map(({ definition }) => schemaOf(definition))].flatMap(namesIn),
  );
  const indexesIn = (member: string, isLocal: boolean): object => {
    const list = indexes.filter((one) => one.isLocal === isLocal);
    if (list.length === 0) return {};
    return { [member]: list.map((index) => describeIndex(index, table, now)) };
  };
  return {
    TableName: name,
    TableArn: arn,
    TableStatus: statusOf(table, now),
    KeySchema: schema,
    AttributeDefinitions: [...types]
      .filter(([attribute]) => used.has(attribute))
      .map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    CreationDateTime: table.createdAt / 1000,
    DeletionProtectionEnabled: isProtected,
    ...counted([...table.items.values()], 'Table'),
    ProvisionedThroughput: table.throughput,
    TableId: table.id,
    ...(billing === 'PAY_PER_REQUEST' && { BillingModeSummary: { BillingMode: billing } }),
    ...indexesIn('GlobalSecondaryIndexes', false),
    ...indexesIn('LocalSecondaryIndexes', true),
    ...(isStreaming && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: latest?.view },
    }),
    ...(latest && {
      LatestStreamArn: latest.arn,
      LatestStreamLabel: latest.arn.split('/stream/')[1],
    }),
  };
}

function describeIndex(index: Index, { arn, items }: Table, now: number): object {
  const { name, definition, isLocal, readyAt, goneAt } = index;
  const names = namesIn(schemaOf(definition));
  const held = [...items.values()].filter((item) => names.every((one) => item[one]));
  const status = goneAt !== undefined ? 'DELETING' : readyAt > now ? 'CREATING' : 'ACTIVE';
  return {
    ...definition,
    IndexArn: `${arn}/index/${name}`,
    ...counted(held, 'Index'),
    ...(!isLocal && { IndexStatus: status, ProvisionedThroughput: throughputIn(definition) }),
  };
}

function counted(items: readonly Item[], what: string): object {
  const size = items.reduce((sum, item) => sum + sizeOf(item), 0);
  return { ItemCount: items.length, [`${what}SizeBytes`]: size };
}

function statusOf({ createdUntil, busyUntil, goneAt }: Table, now: number): string {
  if (goneAt !== undefined) return 'DELETING';
  if (createdUntil > now) return 'CREATING';
  return busyUntil > now ? 'UPDATING' : 'ACTIVE';
}
