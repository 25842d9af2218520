// The parts of the SDK's STS client that are used, so that the bundle of the CLI holds nothing else of it.
export { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
