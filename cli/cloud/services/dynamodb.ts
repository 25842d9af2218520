// The DynamoDB calls: for the tables of a stage, and for tables with streams that functions read.
import type {
  KeySchemaElement,
  StreamSpecification,
  TableDescription,
  UpdateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { Tags } from '../cloud.js';
import { type Calls, callOn, type Port, port, tagList, tagsOf } from '../service.js';
import type * as sdk from '@aws-sdk/client-dynamodb';

export type CloudTable = {
  readonly arn: string;
  /** The ARN of the stream; undefined if the stream is not enabled. */
  readonly streamArn: string | undefined;
};

export type KeyType = 'string' | 'number' | 'binary';

/** The partition key, and the sort key if there is one. */
export type TableKey = readonly { readonly name: string; readonly type: KeyType }[];

export type TableIndex = { readonly name: string; readonly key: TableKey };

export type WholeTable = CloudTable & {
  readonly name: string;
  readonly key: TableKey;
  /** Sorted by name, without indexes that are being deleted. */
  readonly indexes: readonly TableIndex[];
  /** `NEW_AND_OLD_IMAGES`; undefined without a stream. */
  readonly streamView: string | undefined;
  readonly isProtected: boolean;
  /** True if the table is billed per request rather than for its capacity. */
  readonly isOnDemand: boolean;
  /** False while the table or one of its indexes is being changed. */
  readonly isReady: boolean;
};

export type TableCreation = Pick<WholeTable, 'name' | 'key' | 'indexes'> & {
  readonly hasStream: boolean;
  readonly tags: Tags;
};

/** One change to a table. DynamoDB accepts only one change at a time. */
export type TableChange =
  | { readonly kind: 'create-index'; readonly index: TableIndex; readonly key: TableKey }
  | { readonly kind: 'delete-index'; readonly name: string }
  | { readonly kind: 'stream'; readonly isOn: boolean }
  | { readonly kind: 'protection'; readonly isOn: boolean }
  | { readonly kind: 'on-demand' };

export const tablesPort: Port<'tables', ReturnType<typeof tableCalls>> = port({
  name: 'tables',
  id: 'DYNAMODB',
  prefix: 'dynamodb',
  load: () => import('@aws-sdk/client-dynamodb'),
  client: 'DynamoDBClient',
  // The caller reads a table until it is ready; see cli/ship/resources/table/.
  repeatsBusy: false,
  kinds: [
    { names: ['ResourceInUse'], message: /already exists/i, kind: 'exists' },
    // Only one index can be changed at a time: docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
    { names: ['LimitExceeded'], message: /simultaneous|concurrent/i, kind: 'busy' },
  ],
  actions: {
    readTable: callOn('polled-table', 'read', 'dynamodb:DescribeTable'),
    describeTable: callOn('table', 'read', 'dynamodb:DescribeTable'),
    describeExpiry: callOn('table', 'read', 'dynamodb:DescribeTimeToLive'),
    listTableTags: callOn('table', 'read', 'dynamodb:ListTagsOfResource'),
    listTables: callOn('tables', 'read', 'dynamodb:ListTables'),
    createTable: callOn('table', 'write', 'dynamodb:CreateTable', 'dynamodb:TagResource'),
    changeTable: callOn('table', 'remove', 'dynamodb:UpdateTable'),
    putExpiry: callOn('table', 'write', 'dynamodb:UpdateTimeToLive'),
    deleteTable: callOn('table', 'remove', 'dynamodb:DeleteTable'),
  },
  calls: tableCalls,
});

/** Which images of a changed item a stream contains. */
export const STREAM_VIEW = 'NEW_AND_OLD_IMAGES';

const TABLE_TOKENS = ['ExclusiveStartTableName', 'LastEvaluatedTableName'] as const;

function tableCalls({ send, find, remove, pages }: Calls<typeof sdk>) {
  return {
    readTable: (TableName: string): Promise<CloudTable | undefined> =>
      find('DescribeTable', { TableName }, ({ Table }) => tableOf(Table)),

    /** Returns undefined for a table that does not exist or is being deleted. */
    describeTable: (TableName: string): Promise<WholeTable | undefined> =>
      find('DescribeTable', { TableName }, ({ Table }) => wholeOf(Table)),

    /** Returns the attribute that contains the expiry of an item; undefined if there is none. */
    describeExpiry: (TableName: string): Promise<string | undefined> =>
      find('DescribeTimeToLive', { TableName }, ({ TimeToLiveDescription: found }) =>
        /^ENABL/.test(found?.TimeToLiveStatus ?? '') ? found?.AttributeName : undefined,
      ),

    listTableTags: (ResourceArn: string): Promise<Tags> =>
      pages('ListTagsOfResource', { ResourceArn }, ({ Tags: list }) => list).then((list) =>
        tagsOf(list.map(({ Key, Value }) => ({ Key, Value }))),
      ),

    /** Returns the names of all tables, because DynamoDB cannot list tables by prefix. */
    listTables: (): Promise<readonly string[]> =>
      pages('ListTables', {}, { read: ({ TableNames }) => TableNames, tokens: TABLE_TOKENS }),

    createTable: ({ name, key, indexes, hasStream, tags }: TableCreation): Promise<void> =>
      send(
        'CreateTable',
        {
          TableName: name,
          AttributeDefinitions: definitionsOf([key, ...indexes.map((index) => index.key)]),
          KeySchema: schemaOf(key),
          ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(indexOf) }),
          BillingMode: 'PAY_PER_REQUEST',
          DeletionProtectionEnabled: true,
          ...(hasStream && { StreamSpecification: streamOf(true) }),
          Tags: tagList(tags),
        },
        { repetition: 'once' },
      ),

    /** Changes a table. Fails with `busy` during another change. */
    changeTable: (TableName: string, change: TableChange): Promise<void> =>
      send('UpdateTable', { TableName, ...updateOf(change) }),

    /** Enables or disables expiry by an attribute. DynamoDB accepts one change per hour. */
    putExpiry: (TableName: string, AttributeName: string, Enabled: boolean): Promise<void> =>
      send(
        'UpdateTimeToLive',
        { TableName, TimeToLiveSpecification: { AttributeName, Enabled } },
        // A repeated change is rejected, so the call is not repeated if the response is lost.
        { repetition: 'once' },
      ),

    deleteTable: (TableName: string): Promise<void> => remove('DeleteTable', { TableName }),
  };
}

/** A stream that was switched off keeps its ARN for one day. */
function tableOf(table: TableDescription | undefined): CloudTable {
  const isOn = table?.StreamSpecification?.StreamEnabled === true;
  return { arn: table?.TableArn ?? '', streamArn: isOn ? table.LatestStreamArn : undefined };
}

function wholeOf(table: TableDescription = {}): WholeTable | undefined {
  if (table.TableStatus === 'DELETING') return undefined;
  const indexes = table.GlobalSecondaryIndexes ?? [];
  const found = tableOf(table);
  const keyOf = (schema: readonly KeySchemaElement[] = []): TableKey =>
    [...schema]
      .sort((one) => (one.KeyType === 'HASH' ? -1 : 1))
      .map(({ AttributeName: name = '' }) => ({ name, type: typeOf(name, table) }));
  return {
    ...found,
    name: table.TableName ?? '',
    key: keyOf(table.KeySchema),
    indexes: indexes
      .filter(({ IndexStatus }) => IndexStatus !== 'DELETING')
      .map(({ IndexName = '', KeySchema }) => ({ name: IndexName, key: keyOf(KeySchema) }))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    streamView: found.streamArn && table.StreamSpecification?.StreamViewType,
    isProtected: table.DeletionProtectionEnabled === true,
    isOnDemand: table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST',
    isReady:
      table.TableStatus === 'ACTIVE' &&
      indexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE'),
  };
}

const TYPES = { string: 'S', number: 'N', binary: 'B' } as const;

function typeOf(name: string, { AttributeDefinitions = [] }: TableDescription): KeyType {
  const type = AttributeDefinitions.find((one) => one.AttributeName === name)?.AttributeType;
  return type === 'N' ? 'number' : type === 'B' ? 'binary' : 'string';
}

// An export contains these objects too. Their types are not those of the SDK, which are interfaces with optional properties.
type AttributeType = { AttributeName: string; AttributeType: 'S' | 'N' | 'B' };
type KeyPart = { AttributeName: string; KeyType: 'HASH' | 'RANGE' };
type Index = { IndexName: string; KeySchema: KeyPart[]; Projection: { ProjectionType: 'ALL' } };

export function definitionsOf(keys: readonly TableKey[]): AttributeType[] {
  const types = new Map(keys.flat().map(({ name, type }) => [name, TYPES[type]]));
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
}

export function schemaOf(key: TableKey): KeyPart[] {
  return key.map(({ name }, index) => ({
    AttributeName: name,
    KeyType: index === 0 ? 'HASH' : 'RANGE',
  }));
}

export function indexOf({ name, key }: TableIndex): Index {
  return { IndexName: name, KeySchema: schemaOf(key), Projection: { ProjectionType: 'ALL' } };
}

function streamOf(isOn: boolean): StreamSpecification {
  return { StreamEnabled: isOn, ...(isOn && { StreamViewType: STREAM_VIEW }) };
}

function updateOf(change: TableChange): Omit<UpdateTableCommandInput, 'TableName'> {
  switch (change.kind) {
    case 'create-index':
      return {
        AttributeDefinitions: definitionsOf([change.key, change.index.key]),
        GlobalSecondaryIndexUpdates: [{ Create: indexOf(change.index) }],
      };
    case 'delete-index':
      return { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: change.name } }] };
    case 'stream':
      return { StreamSpecification: streamOf(change.isOn) };
    case 'protection':
      return { DeletionProtectionEnabled: change.isOn };
    case 'on-demand':
      return { BillingMode: 'PAY_PER_REQUEST' };
  }
}
