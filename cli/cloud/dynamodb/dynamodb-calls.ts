// The call that asks about tables whose streams functions read.
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { type ActionsOf, callOn } from '../call-needs.js';
import { unlessMissing } from '../cloud-error.js';
import type { Port, SdkService } from '../port.js';
import type { ServiceCaller } from '../service-caller.js';
import type * as dynamodbClient from './dynamodb-client.js';

export type CloudTable = {
  readonly arn: string;
  /** Undefined when none is switched on. */
  readonly streamArn: string | undefined;
};

export type TableCalls = {
  /** By name or ARN. */
  readonly readTable: (name: string) => Promise<CloudTable | undefined>;
};

declare module '../cloud.js' {
  interface CloudCalls {
    readonly tables: TableCalls;
  }
}

const ACTIONS: ActionsOf<TableCalls> = {
  readTable: callOn('polled-table', 'read', 'dynamodb:DescribeTable'),
};

type Module = typeof dynamodbClient;
type Client = InstanceType<Module['DynamoDBClient']>;

const DYNAMODB: SdkService<Module, Client> = {
  id: 'DYNAMODB',
  prefix: 'dynamodb',
  open: async (config) => {
    const sdk = await import('./dynamodb-client.js');
    return { sdk, client: new sdk.DynamoDBClient(config) };
  },
};

export const tablesPort: Port<'tables'> = {
  name: 'tables',
  actions: ACTIONS,
  open: ({ caller }) => tablesService(caller(DYNAMODB)),
};

function tablesService(call: ServiceCaller<Module, Client>): TableCalls {
  return {
    readTable: (TableName) =>
      unlessMissing(
        call('DescribeTable', async ({ sdk, client }, options) => {
          const command = new sdk.DescribeTableCommand({ TableName });
          return tableOf((await client.send(command, options)).Table);
        }),
      ),
  };
}

/** A stream that was switched off keeps its ARN for a day. */
function tableOf(table: TableDescription | undefined): CloudTable {
  const isOn = table?.StreamSpecification?.StreamEnabled === true;
  return { arn: table?.TableArn ?? '', streamArn: isOn ? table.LatestStreamArn : undefined };
}
