// What is used of the SDK's API Gateway client; a bundle holds nothing else of it.
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
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
