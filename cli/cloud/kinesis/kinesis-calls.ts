// The call that asks about streams of Kinesis which functions read.
import { type ActionsOf, callOn } from '../call-needs.js';
import { unlessMissing } from '../cloud-error.js';
import type { Port, SdkService } from '../port.js';
import type { ServiceCaller } from '../service-caller.js';
import type * as kinesisClient from './kinesis-client.js';

export type CloudStream = { readonly arn: string };

export type StreamCalls = {
  readonly readStream: (
    stream: { readonly name: string } | { readonly arn: string },
  ) => Promise<CloudStream | undefined>;
};

declare module '../cloud.js' {
  interface CloudCalls {
    readonly streams: StreamCalls;
  }
}

const ACTIONS: ActionsOf<StreamCalls> = {
  readStream: callOn('polled-stream', 'read', 'kinesis:DescribeStreamSummary'),
};

type Module = typeof kinesisClient;
type Client = InstanceType<Module['KinesisClient']>;

const KINESIS: SdkService<Module, Client> = {
  id: 'KINESIS',
  prefix: 'kinesis',
  open: async (config) => {
    const sdk = await import('./kinesis-client.js');
    return { sdk, client: new sdk.KinesisClient(config) };
  },
};

export const streamsPort: Port<'streams'> = {
  name: 'streams',
  actions: ACTIONS,
  open: ({ caller }) => streamsService(caller(KINESIS)),
};

function streamsService(call: ServiceCaller<Module, Client>): StreamCalls {
  return {
    readStream: (stream) =>
      unlessMissing(
        call('DescribeStreamSummary', async ({ sdk, client }, options) => {
          const input = 'arn' in stream ? { StreamARN: stream.arn } : { StreamName: stream.name };
          const command = new sdk.DescribeStreamSummaryCommand(input);
          const { StreamDescriptionSummary: found } = await client.send(command, options);
          return { arn: found?.StreamARN ?? '' };
        }),
      ),
  };
}
