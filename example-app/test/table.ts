// Starts a DynamoDB table on this machine that contains the cities of the data file.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import dynalite from 'dynalite';
import cities from '../frameworklib/cities.json' with { type: 'json' };

export type Table = {
  /** The environment variables that make the city guide use this table. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
};

export async function openTable(): Promise<Table> {
  const server = dynalite({ createTableMs: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // because it listens on a port
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials });
  await client.send(
    new CreateTableCommand({
      TableName: 'cities',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  const table = DynamoDBDocumentClient.from(client);
  for (const Item of cities) await table.send(new PutCommand({ TableName: 'cities', Item }));
  client.destroy();
  return {
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
