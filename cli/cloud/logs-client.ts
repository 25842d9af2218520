// What is used of the SDK's CloudWatch Logs client; a bundle holds nothing else of it.
export {
  CloudWatchLogsClient,
  DeleteLogGroupCommand,
  FilterLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
