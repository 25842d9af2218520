// The parts of the SDK's SQS client that are used, so that the bundle of the CLI holds nothing else of it.
export { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
