// The parts of the SDK's Kinesis client that are used, so that the bundle of the CLI holds nothing else of it.
export { DescribeStreamSummaryCommand, KinesisClient } from '@aws-sdk/client-kinesis';
