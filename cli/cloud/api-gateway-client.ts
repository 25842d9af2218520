// The parts of the SDK's API Gateway client that are used, so that the bundle of the CLI holds nothing else of it.
export {
  APIGatewayClient,
  CreateDeploymentCommand,
  CreateRestApiCommand,
  DeleteRestApiCommand,
  DeleteStageCommand,
  GetDeploymentCommand,
  GetExportCommand,
  GetRestApiCommand,
  GetRestApisCommand,
  GetStageCommand,
  GetStagesCommand,
  PutRestApiCommand,
  TagResourceCommand,
  UpdateRestApiCommand,
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
