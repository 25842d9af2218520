// A table with both kinds of indexes, for the DynamoDB tests.
import {
  type AttributeDefinition,
  type CreateTableCommandInput,
  type DynamoDB,
  type KeySchemaElement,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

export function attribute(
  AttributeName: string,
  AttributeType: 'S' | 'N' | 'B' = 'S',
): AttributeDefinition {
  return { AttributeName, AttributeType };
}

export function keyOf(hash: string, range?: string): KeySchemaElement[] {
  const ofRange = range === undefined ? [] : [{ AttributeName: range, KeyType: 'RANGE' } as const];
  return [{ AttributeName: hash, KeyType: 'HASH' }, ...ofRange];
}

export const KEY = { country: { S: 'de' }, town: { S: 'Ulm' } };

/** Creates the table, named `towns` by default, and returns its name when it is ready. */
export async function createTable(
  client: DynamoDB,
  input: Partial<CreateTableCommandInput> = {},
): Promise<string> {
  const TableName = input.TableName ?? 'towns';
  await client.createTable({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keyOf('country', 'town'),
    AttributeDefinitions: [
      attribute('country'),
      attribute('town'),
      attribute('people', 'N'),
      attribute('mayor'),
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byMayor',
        KeySchema: keyOf('mayor', 'people'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['river'] },
      },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'byPeople',
        KeySchema: keyOf('country', 'people'),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    ...input,
  });
  await waitUntilTableExists(
    { client, maxWaitTime: 5, minDelay: 0.01, maxDelay: 0.05 },
    { TableName },
  );
  return TableName;
}
