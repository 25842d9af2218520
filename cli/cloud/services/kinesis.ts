// The Kinesis call that describes a stream that functions read.
import { type Calls, callOn, type Port, port } from '../service.js';
import type * as sdk from '@aws-sdk/client-kinesis';

export type CloudStream = { readonly arn: string };

export const streamsPort: Port<'streams', ReturnType<typeof streamCalls>> = port({
  name: 'streams',
  id: 'KINESIS',
  prefix: 'kinesis',
  load: () => import('@aws-sdk/client-kinesis'),
  client: 'KinesisClient',
  actions: { readStream: callOn('polled-stream', 'read', 'kinesis:DescribeStreamSummary') },
  calls: streamCalls,
});

function streamCalls({ find }: Calls<typeof sdk>) {
  return {
    readStream: (
      stream: { readonly name: string } | { readonly arn: string },
    ): Promise<CloudStream | undefined> =>
      find(
        'DescribeStreamSummary',
        'arn' in stream ? { StreamARN: stream.arn } : { StreamName: stream.name },
        ({ StreamDescriptionSummary: found }): CloudStream => ({ arn: found?.StreamARN ?? '' }),
      ),
  };
}
