// The parts of the SDK's S3 client that are used, so that the bundle of the CLI holds nothing else of it.
export {
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
