// The call that asks about tables whose streams functions read.
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { unlessMissing } from '../cloud-error.js';
import { type Calls, callOn, type Port, port } from '../service.js';
import type * as sdk from '@aws-sdk/client-dynamodb';

export type CloudTable = {
  readonly arn: string;
  /** Undefined when none is switched on. */
  readonly streamArn: string | undefined;
};

declare module '../cloud.js' {
  interface CloudCalls {
    readonly tables: ReturnType<typeof tableCalls>;
  }
}

export const tablesPort: Port<'tables'> = port({
  name: 'tables',
  id: 'DYNAMODB',
  prefix: 'dynamodb',
  load: () => import('@aws-sdk/client-dynamodb'),
  client: 'DynamoDBClient',
  actions: { readTable: callOn('polled-table', 'read', 'dynamodb:DescribeTable') },
  calls: tableCalls,
});

function tableCalls({ send }: Calls<typeof sdk>) {
  return {
    /** By name or ARN. */
    readTable: (TableName: string): Promise<CloudTable | undefined> =>
      unlessMissing(send('DescribeTable', { TableName }, ({ Table }) => tableOf(Table))),
  };
}

/** A stream that was switched off keeps its ARN for a day. */
function tableOf(table: TableDescription | undefined): CloudTable {
  const isOn = table?.StreamSpecification?.StreamEnabled === true;
  return { arn: table?.TableArn ?? '', streamArn: isOn ? table.LatestStreamArn : undefined };
}
