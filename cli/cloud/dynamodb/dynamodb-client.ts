// The parts of the SDK's DynamoDB client that are used, so that the bundle of the CLI holds nothing else of it.
export { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
