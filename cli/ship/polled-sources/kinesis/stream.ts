// A Kinesis stream that Lambda reads. Required actions: docs.aws.amazon.com/lambda/latest/dg/kinesis-tutorial-spec.html
import { type PolledKind, streamReading } from '../polled-kind.js';

export const STREAM: PolledKind<'kinesis'> = {
  service: 'kinesis',
  noun: 'stream',
  forms: { stream: { read: (name) => `stream/${name}` } },
  actions: [
    'kinesis:DescribeStream',
    'kinesis:DescribeStreamSummary',
    'kinesis:GetRecords',
    'kinesis:GetShardIterator',
    'kinesis:ListShards',
  ],
  asking: { resource: 'polled-stream', sid: 'Streams' },
  reading: streamReading,
  find: async ({ streams }, { name, arn }) => {
    const stream = await streams.readStream(arn ? { arn: arn.text } : { name });
    return stream ? { kind: 'found', arn: stream.arn } : { kind: 'missing' };
  },
  making: (name) =>
    `aws kinesis create-stream --stream-name ${name} --stream-mode-details StreamMode=ON_DEMAND`,
  missing: /Stream not found/i,
};
